import type { ReactNode } from 'react'
import styles from './toast.module.css'

interface ToastProps {
  /** Named, it is a region that can be gone to; without a name it is read out as it comes. */
  label?: string
  children: ReactNode
}

/** Something that the site says by itself, above the page's lower edge, with what can be done about it. */
export function Toast({ label, children }: ToastProps) {
  const role = label === undefined ? 'status' : 'region'
  return (
    <div role={role} aria-label={label} className={styles.toast}>
      {children}
    </div>
  )
}
