// A lazy boundary: visitors without an account load none of this code.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation, useParams } from 'react-router-dom'
import { routePatterns, testTypeInAddress } from '#contract/page-patterns.ts'
import { VerifyBanner } from '../features/profile/verify-banner.tsx'
import { menuTexts } from '../messages/menu.ts'
import { fromUnknownAddress, paths } from '../paths.ts'
import { rememberLocation } from '../session/return-location.ts'
import { isLoginHeld, onSignInRequested, subscribeLoginHold } from '../session/session-events.ts'
import { useSession } from '../session/session-state.ts'
import { NavLink } from '../ui/link.tsx'
import { Failure } from '../ui/notice.tsx'
import { lazyPiece, usePiece } from '../ui/piece/piece.ts'
import { useUiTexts } from '../ui/ui-texts.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './layout/account-navigation.module.css'
import bareStyles from './layout/bare-layout.module.css'
import { PageFrame, PublicLayout } from './layout/layouts.tsx'
import { SiteFooter } from './layout/site-footer.tsx'
import { SiteHeader } from './layout/site-header.tsx'
import { lazyPage, preparePageOf } from './lazy-page.ts'
import { accountLinks, UnreadBadge } from './menu/account-links.tsx'
import { useUnread } from '../queries/unread-query.ts'

/** Every page is a separate chunk, loaded when the page is first opened. */
const AuthCallbackPage = lazyPage(() =>
  import('../features/auth/auth-callback-page.tsx').then((m) => m.AuthCallbackPage),
)
const VerifyEmailPage = lazyPage(() => import('../features/auth/mailed-act-pages.tsx').then((m) => m.VerifyEmailPage))
const ConfirmEmailPage = lazyPage(() => import('../features/auth/mailed-act-pages.tsx').then((m) => m.ConfirmEmailPage))
const KeepAccountPage = lazyPage(() => import('../features/auth/mailed-act-pages.tsx').then((m) => m.KeepAccountPage))
const ProfilePage = lazyPage(() => import('../features/profile/profile-page.tsx').then((m) => m.ProfilePage))
const PurchasesPage = lazyPage(() => import('../features/purchases/purchases-page.tsx').then((m) => m.PurchasesPage))
const NotificationsPage = lazyPage(() =>
  import('../features/notifications/notifications-page.tsx').then((m) => m.NotificationsPage),
)
const AchievementsPage = lazyPage(() =>
  import('../features/achievements/achievements-page.tsx').then((m) => m.AchievementsPage),
)
const FaqPage = lazyPage(() => import('../features/faq/faq-page.tsx').then((m) => m.FaqPage))
const CatalogPage = lazyPage(() => import('../features/catalog/catalog-page.tsx').then((m) => m.CatalogPage))
const TestPage = lazyPage(() => import('../features/test-page/test-page.tsx').then((m) => m.TestPage))
const BundlePage = lazyPage(() => import('../features/test-page/bundle-page.tsx').then((m) => m.BundlePage))
const TakeExamPage = lazyPage(() =>
  withDelivery(import('../features/take-exam/take-exam-page.tsx')).then((m) => m.TakeExamPage),
)
const TrainingPage = lazyPage(() =>
  withDelivery(import('../features/training/training-page.tsx')).then((m) => m.TrainingPage),
)
const ResultPage = lazyPage(() => import('../features/results/result-page.tsx').then((m) => m.ResultPage))

/** Loads an attempt's page only with the code that delivers it: a browser repeats a failed import only after a reload. */
async function withDelivery<Page>(page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, import('./start-delivery.ts')])
  return loaded
}

/** The redirect from an unknown path (S2.09); the landing page explains it. */
const toHome = <Navigate to={paths.home} state={fromUnknownAddress} replace />

/** The rest of the route table: pages that mailed links open, and pages of signed-in people. */
const table = (
  <>
    <Route element={<PublicLayout />}>
      <Route path={routePatterns.verifyEmail} element={<VerifyEmailPage />} />
      <Route path={routePatterns.confirmEmail} element={<ConfirmEmailPage />} />
      <Route path={routePatterns.keepAccount} element={<KeepAccountPage />} />
    </Route>
    <Route element={<BareLayout />}>
      <Route path={routePatterns.authCallback} element={<AuthCallbackPage />} />
    </Route>
    <Route element={<RequireSession />}>
      <Route element={<AccountLayout />}>
        <Route path={routePatterns.profile} element={<ProfilePage />} />
        <Route path={routePatterns.notifications} element={<NotificationsPage />} />
        <Route path={routePatterns.purchases} element={<PurchasesPage />} />
        <Route path={routePatterns.achievements} element={<AchievementsPage />} />
        <Route path={routePatterns.faq} element={<FaqPage />} />
      </Route>
      <Route element={<TestLayout />}>
        <Route path={routePatterns.tests} element={<CatalogPage />} />
        <Route path={routePatterns.test} element={<TestPage />} />
        <Route path={routePatterns.bundle} element={<BundlePage />} />
        <Route element={<KnownTestType />}>
          <Route path={routePatterns.result} element={<ResultPage />} />
        </Route>
        <Route path={routePatterns.exam} element={<TakeExamPage />} />
        <Route path={routePatterns.learning} element={<TrainingPage />} />
      </Route>
    </Route>
    <Route path="*" element={toHome} />
  </>
)

export function AccountRoutes() {
  return (
    <>
      <Routes>{table}</Routes>
      <SignInAgainHost />
    </>
  )
}

/** Fetches the code of this table's page at an address. Raises ChunkLoadError. */
export const preparePage = (pathname: string): Promise<void> => preparePageOf(table, pathname)

/**
 * Guards pages of signed-in people: a guest goes to the log-in page and comes back afterwards (S2.07). A person who logs out
 * here or in another tab goes home (S2.16). A session that the server ends leaves by a full page load, not by this guard.
 */
function RequireSession() {
  const { status } = useSession()
  const location = useLocation()
  const [cameSignedIn] = useState(status !== 'guest')
  if (status !== 'guest') return <Outlet />
  if (cameSignedIn) return <Navigate to={paths.home} replace />
  rememberLocation(location)
  return <Navigate to={paths.login} replace />
}

const isTestType = new RegExp(`^${testTypeInAddress}$`)

/** Guards a result's page: the address must name a known type of test, which the router's patterns cannot say (S2.06, S2.09). */
function KnownTestType() {
  const { testType = '' } = useParams()
  return isTestType.test(testType) ? <Outlet /> : toHome
}

/** The layout for choosing, taking and reading a test: the page alone (S2.06). */
function TestLayout() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  )
}

/** A page with nothing around it (S2.03), in the middle of the window. */
function BareLayout() {
  return (
    <PageFrame>
      <div className={bareStyles.middle}>
        <Outlet />
      </div>
    </PageFrame>
  )
}

/** The layout of the cabinet: header, the navigation bar on wide screens, footer (S2.05). */
function AccountLayout() {
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

/** The bar of the cabinet's pages; at 1024 px and below the menu holds these links (S2.17). */
function AccountNavigation() {
  const unread = useUnread()
  return (
    <nav aria-label={menuTexts.accountNavigation} className={styles.bar}>
      <ul className={styles.links}>
        {accountLinks.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className={styles.link}>
              <span>{label}</span>
              {to === paths.notifications && <UnreadBadge count={unread} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const signInAgain = lazyPiece(() => import('../features/auth/sign-in-again.tsx').then((m) => m.SignInAgain))

/**
 * The log-in form over an exam whose session has ended, in place of the redirect (S2.10). The person can put it off, and the
 * exam continues. The form's code is fetched when the exam begins: a new version of the site may be released during the exam.
 */
function SignInAgainHost() {
  const { status, user } = useSession()
  const isExam = useSyncExternalStore(subscribeLoginHold, isLoginHeld, () => false)
  const [isPutOff, setPutOff] = useState(false)
  // The next session that ends shows the form again.
  if (isPutOff && status === 'signed-in') setPutOff(false)

  useEffect(() => {
    if (isExam) signInAgain.prepare()
  }, [isExam])
  useEffect(() => onSignInRequested(() => setPutOff(false)), [])

  const isWanted = status === 'ended' && !isPutOff
  const { Piece: SignInAgain, isLost, retry } = usePiece(signInAgain, isWanted)
  const { pieceLost } = useUiTexts()

  if (!isWanted) return null
  if (isLost) return <Failure onRetry={retry}>{pieceLost}</Failure>
  return (
    SignInAgain !== null && (
      <ErrorBoundary page="sign-in-again">
        <SignInAgain email={user?.email ?? ''} onLater={() => setPutOff(true)} />
      </ErrorBoundary>
    )
  )
}
