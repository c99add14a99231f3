import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import styles from './fold.module.css'

/** Details for few people, behind a button that names them. Paper shows them only where they were unfolded. */
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
