import type { ReactNode } from 'react'
import { Button } from './button/button.tsx'
import styles from './notice.module.css'
import { focusTitle } from './page.tsx'
import { Sentence } from './sentence.tsx'
import { useUiTexts } from './ui-texts.ts'

interface NoticeProps {
  tone?: 'info' | 'success' | 'warning' | 'danger'
  title?: string
  children: ReactNode
  actions?: ReactNode
}

/** A message in the flow of a page. A failure is announced immediately, others when the reader pauses. */
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

interface FailureProps {
  children: ReactNode
  /** Tries again; without it the person can do nothing here. */
  onRetry?: (() => void) | undefined
  /** It replaces the whole page: its button disappears with the retry, and the page's heading takes the focus. */
  ofPage?: boolean
}

/** A part of a page that could not be loaded, with what the person can do. */
export function Failure({ children, onRetry, ofPage = false }: FailureProps) {
  const { tryAgain } = useUiTexts()
  const retry = () => {
    onRetry?.()
    if (ofPage) focusTitle()
  }
  const button = onRetry && (
    <Button variant="border" onClick={retry}>
      {tryAgain}
    </Button>
  )
  return (
    <Notice tone="danger" actions={button}>
      {children}
    </Notice>
  )
}

interface StatusNoticeProps {
  /** The success; null or false if there is none. */
  children: ReactNode
}

/** A success in a form. Its element is there from the start: several screen readers ignore a status that comes with its text. */
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
