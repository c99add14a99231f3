import { Outlet } from 'react-router-dom'
import { VerifyBanner } from '../../features/profile/verify-banner.tsx'
import { AccountNavigation } from './account-navigation.tsx'
import { PageFrame } from './page-frame.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Pages of the personal cabinet: header, the navigation bar on wide screens, footer (S2.05). */
export function AccountLayout() {
  const header = (
    <>
      <SiteHeader />
      <AccountNavigation />
      <VerifyBanner />
    </>
  )
  return (
    <PageFrame header={header} footer={<SiteFooter />}>
      <Outlet />
    </PageFrame>
  )
}
