import { Outlet } from 'react-router-dom'
import { PageFrame } from './page-frame.tsx'

/** A page with nothing around it (S2.03). */
export function BareLayout() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  )
}
