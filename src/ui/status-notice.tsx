import type { ReactNode } from 'react'
import { languageOf } from './language-of.ts'
import styles from './notice.module.css'

interface StatusNoticeProps {
  /** What was done; null or false while there is nothing to tell. */
  children: ReactNode
}

/**
 * A success in the flow of a form. Its place stands there from the start: several screen readers say nothing of a status
 * that comes to the page together with its text.
 */
export function StatusNotice({ children }: StatusNoticeProps) {
  const isSilent = children === null || children === false
  return (
    <div role="status" className={isSilent ? styles.silent : `${styles.notice} ${styles.success}`}>
      {!isSilent && <div lang={languageOf(children)}>{children}</div>}
    </div>
  )
}
