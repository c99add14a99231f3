import type { ReactNode } from 'react'
import styles from './notice.module.css'
import { Sentence } from './sentence.tsx'

interface StatusNoticeProps {
  /** What was done; null or false while there is nothing to tell. */
  children: ReactNode
}

/**
 * A success in the flow of a form. Its element is there from the start: several screen readers say nothing of a status
 * that comes to the page together with its text.
 */
export function StatusNotice({ children }: StatusNoticeProps) {
  const isSilent = children === null || children === false
  return (
    <div role="status" className={isSilent ? styles.silent : `${styles.notice} ${styles.success}`}>
      {!isSilent && (
        <div>
          <Sentence>{children}</Sentence>
        </div>
      )}
    </div>
  )
}
