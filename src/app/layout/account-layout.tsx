import { Outlet } from 'react-router-dom'
import { useSession } from '../../session/use-session.ts'
import { lazyPiece } from '../../ui/piece/lazy-piece.ts'
import { usePiece } from '../../ui/piece/use-piece.ts'
import { AccountNavigation } from './account-navigation.tsx'
import { PageFrame } from './page-frame.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Most people never see it, so it is no part of what everybody loads. A page is whole without it. */
const verifyBanner = lazyPiece(() => import('../../features/profile/verify-banner.tsx').then((m) => m.VerifyBanner))

/** Pages of the personal cabinet: header, the navigation bar on wide screens, footer (S2.05). */
export function AccountLayout() {
  const isUnverified = useSession().user?.is_verified === false
  const { Piece: VerifyBanner } = usePiece(verifyBanner, isUnverified)
  const header = (
    <>
      <SiteHeader />
      <AccountNavigation />
      {isUnverified && VerifyBanner && <VerifyBanner />}
    </>
  )
  return (
    <PageFrame header={header} footer={<SiteFooter />}>
      <Outlet />
    </PageFrame>
  )
}
