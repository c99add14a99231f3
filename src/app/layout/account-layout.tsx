import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { useSession } from '../../session/use-session.ts'
import { AccountNavigation } from './account-navigation.tsx'
import { PageFrame } from './page-frame.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Most people never see it, so it is no part of what everybody loads. */
const VerifyBanner = lazy(() =>
  import('../../features/profile/verify-banner.tsx').then((m) => ({ default: m.VerifyBanner })),
)

/** Pages of the personal cabinet: header, the navigation bar on wide screens, footer (S2.05). */
export function AccountLayout() {
  const isUnverified = useSession().user?.is_verified === false
  const header = (
    <>
      <SiteHeader />
      <AccountNavigation />
      <Suspense>{isUnverified && <VerifyBanner />}</Suspense>
    </>
  )
  return (
    <PageFrame header={header} footer={<SiteFooter />}>
      <Outlet />
    </PageFrame>
  )
}
