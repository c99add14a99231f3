import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './toast.module.css'

interface ToastProps {
  /** Named, it is a region that can be gone to; without a name it is read out as it comes. */
  label?: string
  children: ReactNode
}

/**
 * Something that the site says by itself, above the page's lower edge, with what can be done about it. Where it goes with the focus
 * in it, that goes to the page's content: with the pressed button gone a keyboard would begin at the top of the page.
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
