import { type ReactNode, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { siteTexts } from '../../messages/site.ts'
import { paths } from '../../paths.ts'
import { SavedCopy } from '../../queries/kept/saved-copy.tsx'
import { isHeldOnPage } from '../../session/session-copies.ts'
import { useSession } from '../../session/session-state.ts'
import { lazyPiece, usePiece } from '../../ui/piece/piece.ts'
import { Loading } from '../../ui/page.tsx'
import styles from './page-frame.module.css'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

const heldSessionLine = lazyPiece(() => import('../session/held-session-line.tsx').then((m) => m.HeldSessionLine))

/** The line above the page while the session lives in this page alone. */
function HeldSession() {
  const { status } = useSession()
  const isHeld = status === 'signed-in' && isHeldOnPage()
  const { Piece: Line } = usePiece(heldSessionLine, isHeld)
  return isHeld && Line && <Line />
}

interface PageFrameProps {
  header?: ReactNode
  footer?: ReactNode
  /** The page. While its chunk loads, the frame stays and shows the loading text. */
  children: ReactNode
}

/** The frame of every layout: skip link, header, the main landmark, footer. */
export function PageFrame({ header, footer, children }: PageFrameProps) {
  return (
    <div className={styles.frame}>
      <a href="#main" className={styles.skip}>
        {siteTexts.skipToContent}
      </a>
      {header}
      <main id="main" tabIndex={-1} className={styles.main}>
        <SavedCopy />
        <HeldSession />
        <Suspense fallback={<Loading fullPage />}>{children}</Suspense>
      </main>
      {footer}
    </div>
  )
}

/** A piece of another feature for the landing page (its `LandingContext`): features cannot import each other. */
const forLanding = {
  home: lazyPiece(() => import('../../features/profile/home/home.tsx').then((m) => m.OwnHome)),
}

/** Header and footer; the home page has no header bar (S2.01). */
export function PublicLayout() {
  const { pathname } = useLocation()
  return (
    <PageFrame header={pathname === paths.home ? undefined : <SiteHeader />} footer={<SiteFooter />}>
      <Outlet context={forLanding} />
    </PageFrame>
  )
}
