import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { routePatterns } from '../paths.ts'
import { Loading } from '../ui/loading.tsx'
import { GuestOnly } from './guards/guest-only.tsx'
import { PageFrame } from './layout/page-frame.tsx'
import { PublicLayout } from './layout/public-layout.tsx'
import * as pages from './pages.ts'
import { preparePageOf } from './prepare-page.ts'

/**
 * The route table of the specification: who may see a page, in which layout. Strangers' pages stand here, the rest in
 * `AccountRoutes`, which is loaded when it is needed; any path that it does not know goes to the landing page.
 */
const table = (
  <>
    <Route element={<PublicLayout />}>
      <Route path={routePatterns.home} element={<pages.LandingPage />} />
      <Route path={routePatterns.examples} element={<pages.ExamplesPage />} />
      <Route element={<GuestOnly />}>
        <Route path={routePatterns.login} element={<pages.LoginPage />} />
        <Route path={routePatterns.register} element={<pages.RegisterPage />} />
        <Route path={routePatterns.resetEmail} element={<pages.ResetEmailPage />} />
        <Route path={routePatterns.resetSent} element={<pages.ResetSentPage />} />
        <Route path={routePatterns.resetPassword} element={<pages.ResetPasswordPage />} />
      </Route>
    </Route>
    <Route path="*" element={<AccountPages />} />
  </>
)

export function AppRoutes() {
  return <Routes>{table}</Routes>
}

/** Fetches the code of the page at this address, so that it is drawn at once. Raises ChunkLoadError. */
export const preparePage = (pathname: string): Promise<void> => preparePageOf(table, pathname)

function AccountPages() {
  return (
    <Suspense
      fallback={
        <PageFrame>
          <Loading fullPage />
        </PageFrame>
      }
    >
      <pages.AccountRoutes />
    </Suspense>
  )
}

AccountPages.prepare = pages.prepareAccountPage
