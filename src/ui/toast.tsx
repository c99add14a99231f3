import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './toast.module.css'

interface ToastProps {
  /** With a name it is a region to navigate to; without one it is read out when it appears. */
  label?: string
  children: ReactNode
}

/**
 * A message of the site's own, with its actions, above the page's lower edge. If it disappears with the focus in it, the page's
 * content takes the focus: else a keyboard would begin at the top of the page.
 */
export function Toast({ label, children }: ToastProps) {
  const toast = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = toast.current
    return () => {
      if (element?.contains(document.activeElement) === true)
        document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
    }
  }, [])
  const role = label === undefined ? 'status' : 'region'
  return (
    <div ref={toast} role={role} aria-label={label} className={styles.toast}>
      {children}
    </div>
  )
}
