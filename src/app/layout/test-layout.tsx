import { Outlet } from 'react-router-dom'
import { PageFrame } from './page-frame.tsx'

/** Choosing, taking and reading a test: nothing but the page (S2.06). */
export function TestLayout() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  )
}
