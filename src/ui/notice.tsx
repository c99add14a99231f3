import type { ReactNode } from 'react'
import { languageOf } from './language-of.ts'
import styles from './notice.module.css'

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
      {title !== undefined && <p className={styles.title}>{title}</p>}
      <div lang={languageOf(children)}>{children}</div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
