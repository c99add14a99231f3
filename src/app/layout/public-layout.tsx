import { Outlet, useLocation } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { PageFrame } from './page-frame.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Header and footer; the home page has no header bar (S2.01). */
export function PublicLayout() {
  const { pathname } = useLocation()
  return (
    <PageFrame header={pathname === paths.home ? undefined : <SiteHeader />} footer={<SiteFooter />}>
      <Outlet />
    </PageFrame>
  )
}
