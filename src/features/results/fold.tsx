import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import styles from './fold.module.css'

/** What few people ask for, behind a button that says what it is; on paper only what was unfolded. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const body = useId()
  return (
    <div className={styles.fold}>
      <Button variant="link" aria-expanded={isOpen} aria-controls={body} onClick={() => setOpen(!isOpen)}>
        {title}
      </Button>
      <div id={body} className={isOpen ? styles.body : `${styles.body} ${styles.closed}`}>
        {children}
      </div>
    </div>
  )
}
