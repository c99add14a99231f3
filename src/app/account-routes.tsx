import { Navigate, Route, Routes } from 'react-router-dom'
import { paths, routePatterns } from '../paths.ts'
import * as pages from './account-pages.ts'
import { KnownTestType } from './guards/known-test-type.tsx'
import { RequireSession } from './guards/require-session.tsx'
import { AccountLayout } from './layout/account-layout.tsx'
import { BareLayout } from './layout/bare-layout.tsx'
import { PublicLayout } from './layout/public-layout.tsx'
import { TestLayout } from './layout/test-layout.tsx'
import { preparePageOf } from './prepare-page.ts'
import { SignInAgainHost } from './session/sign-in-again-host.tsx'

/** The part of the route table that strangers do not need: what letters lead to, and the pages of signed-in people. */
const table = (
  <>
    <Route element={<PublicLayout />}>
      <Route path={routePatterns.verifyEmail} element={<pages.VerifyEmailPage />} />
      <Route path={routePatterns.confirmEmail} element={<pages.ConfirmEmailPage />} />
      <Route path={routePatterns.keepAccount} element={<pages.KeepAccountPage />} />
    </Route>
    <Route element={<BareLayout />}>
      <Route path={routePatterns.authCallback} element={<pages.AuthCallbackPage />} />
    </Route>
    <Route element={<RequireSession />}>
      <Route element={<AccountLayout />}>
        <Route path={routePatterns.profile} element={<pages.ProfilePage />} />
        <Route path={routePatterns.notifications} element={<pages.NotificationsPage />} />
        <Route path={routePatterns.purchases} element={<pages.PurchasesPage />} />
        <Route path={routePatterns.achievements} element={<pages.AchievementsPage />} />
        <Route path={routePatterns.faq} element={<pages.FaqPage />} />
      </Route>
      <Route element={<TestLayout />}>
        <Route path={routePatterns.tests} element={<pages.CatalogPage />} />
        <Route path={routePatterns.test} element={<pages.TestPage />} />
        <Route element={<KnownTestType />}>
          <Route path={routePatterns.result} element={<pages.ResultPage />} />
        </Route>
        <Route path={routePatterns.exam} element={<pages.TakeExamPage />} />
        <Route path={routePatterns.learning} element={<pages.TrainingPage />} />
      </Route>
    </Route>
    <Route path="*" element={<Navigate to={paths.home} replace />} />
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

/** Fetches the code of the page of this table at this address. Raises ChunkLoadError. */
export const preparePage = (pathname: string): Promise<void> => preparePageOf(table, pathname)
