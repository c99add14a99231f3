import { Outlet } from 'react-router-dom'
import styles from './bare-layout.module.css'
import { PageFrame } from './page-frame.tsx'

/** A page with nothing around it (S2.03), in the middle of the window. */
export function BareLayout() {
  return (
    <PageFrame>
      <div className={styles.middle}>
        <Outlet />
      </div>
    </PageFrame>
  )
}
