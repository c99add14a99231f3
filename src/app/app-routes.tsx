import { Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router-dom'
import { routePatterns } from '#contract/page-patterns.ts'
import type { GuestContext } from '../features/auth/guest-memory.ts'
import { paths } from '../paths.ts'
import { whenIdle } from '../pwa/when-idle.ts'
import { rememberedLocation } from '../session/return-location.ts'
import { useSession } from '../session/session-state.ts'
import { Loading } from '../ui/page.tsx'
import { lastPage } from './follow-navigation.tsx'
import { PageFrame, PublicLayout } from './layout/layouts.tsx'
import { lazyPage, preparePageOf } from './lazy-page.ts'

const LandingPage = lazyPage(() => import('../features/landing/landing-page.tsx').then((m) => m.LandingPage))
const ExamplesPage = lazyPage(() => import('../features/examples/examples-page.tsx').then((m) => m.ExamplesPage))
const LoginPage = lazyPage(() => import('../features/auth/login-page.tsx').then((m) => m.LoginPage))
const RegisterPage = lazyPage(() => import('../features/auth/register-page.tsx').then((m) => m.RegisterPage))
const ResetEmailPage = lazyPage(() => import('../features/auth/reset-email-page.tsx').then((m) => m.ResetEmailPage))
const ResetSentPage = lazyPage(() => import('../features/auth/reset-sent-page.tsx').then((m) => m.ResetSentPage))
const ResetPasswordPage = lazyPage(() =>
  import('../features/auth/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
)

const loadAccountRoutes = () => import('./account-routes.tsx')

const AccountRoutes = lazyPage(() => loadAccountRoutes().then((m) => m.AccountRoutes))

/** Fetches the account's routes and the code of the page at this address, to draw it immediately. Raises ChunkLoadError. */
async function prepareAccountPage(pathname: string): Promise<void> {
  await AccountRoutes.prepare()
  const { preparePage } = await loadAccountRoutes()
  await preparePage(pathname)
}

/**
 * The route table of the specification: who may see a page, in which layout. Visitors' pages are here; `AccountRoutes` has the
 * others and is loaded when needed. A path that is unknown there, too, leads to the landing page.
 */
const table = (
  <>
    <Route element={<PublicLayout />}>
      <Route path={routePatterns.home} element={<LandingPage />} />
      <Route path={routePatterns.examples} element={<ExamplesPage />} />
      <Route element={<GuestOnly />}>
        <Route path={routePatterns.login} element={<LoginPage />} />
        <Route path={routePatterns.register} element={<RegisterPage />} />
        <Route path={routePatterns.resetEmail} element={<ResetEmailPage />} />
        <Route path={routePatterns.resetSent} element={<ResetSentPage />} />
        <Route path={routePatterns.resetPassword} element={<ResetPasswordPage />} />
      </Route>
    </Route>
    <Route path="*" element={<AccountPages />} />
  </>
)

export function AppRoutes() {
  return <Routes>{table}</Routes>
}

/** Fetches the code of the page at this address, so that it is drawn immediately. Raises ChunkLoadError. */
export const preparePage = (pathname: string): Promise<void> => preparePageOf(table, pathname)

const forGuests: GuestContext = {
  readTrial: () => import('../features/landing/kept-trial.ts').then((m) => m.waitingTrial()),
}

/**
 * Guards pages of guests. A person who signs in on one goes to the remembered location, else to the profile. A person who opens
 * one while signed in goes back to the page they came from (S2.08).
 */
function GuestOnly() {
  const { status } = useSession()
  const [cameAsGuest] = useState(status !== 'signed-in')
  // These pages lead to the account's, so the account's code is loaded early. If that fails, the account's page loads it again.
  useEffect(() => whenIdle(() => void AccountRoutes.prepare().catch(() => undefined)), [])
  if (status !== 'signed-in') return <Outlet context={forGuests} />
  const cameFrom = cameAsGuest ? null : lastPage()
  return <Navigate to={rememberedLocation() ?? cameFrom ?? paths.profile} replace />
}

function AccountPages() {
  return (
    <Suspense
      fallback={
        <PageFrame>
          <Loading fullPage />
        </PageFrame>
      }
    >
      <AccountRoutes />
    </Suspense>
  )
}

AccountPages.prepare = prepareAccountPage
