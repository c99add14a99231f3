import type { ReactNode } from 'react'
import styles from './notice.module.css'
import { Sentence } from './sentence.tsx'

interface NoticeProps {
  tone?: 'info' | 'success' | 'warning' | 'danger'
  title?: string
  children: ReactNode
  /** What can be done about it. */
  actions?: ReactNode
}

/** A message in the flow of a page. A failure is announced at once, the rest when the reader pauses. */
export function Notice({ tone = 'info', title, children, actions }: NoticeProps) {
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={`${styles.notice} ${styles[tone]}`}>
      {title !== undefined && (
        <p className={styles.title}>
          <Sentence>{title}</Sentence>
        </p>
      )}
      <div>
        <Sentence>{children}</Sentence>
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
