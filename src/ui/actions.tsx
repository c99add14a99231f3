import type { ReactNode } from 'react'
import styles from './actions.module.css'

/** The row of buttons that ends a dialog or a section. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
