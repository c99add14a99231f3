import type { ReactNode } from 'react'
import { Mark } from '../../ui/mark.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import styles from './waiting.module.css'

/** Something is on its way; nothing is asked of the person. */
export function WaitingScreen({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.waiting}>
      <Mark size={88} busy />
      <div role="status">
        <PageTitle variant="subtitle1">{title}</PageTitle>
      </div>
      {children}
    </div>
  )
}
