import { lazyPage } from './lazy-page.ts'

/** Every page is a chunk of its own, loaded when it is first opened. */
export const AuthCallbackPage = lazyPage(() =>
  import('../features/auth/auth-callback-page.tsx').then((m) => m.AuthCallbackPage),
)
export const VerifyEmailPage = lazyPage(() =>
  import('../features/auth/verify-email-page.tsx').then((m) => m.VerifyEmailPage),
)
export const ConfirmEmailPage = lazyPage(() =>
  import('../features/auth/confirm-email-page.tsx').then((m) => m.ConfirmEmailPage),
)
export const KeepAccountPage = lazyPage(() =>
  import('../features/auth/keep-account-page.tsx').then((m) => m.KeepAccountPage),
)
export const ProfilePage = lazyPage(() => import('../features/profile/profile-page.tsx').then((m) => m.ProfilePage))
export const PurchasesPage = lazyPage(() =>
  import('../features/purchases/purchases-page.tsx').then((m) => m.PurchasesPage),
)
export const NotificationsPage = lazyPage(() =>
  import('../features/notifications/notifications-page.tsx').then((m) => m.NotificationsPage),
)
export const AchievementsPage = lazyPage(() =>
  import('../features/achievements/achievements-page.tsx').then((m) => m.AchievementsPage),
)
export const FaqPage = lazyPage(() => import('../features/faq/faq-page.tsx').then((m) => m.FaqPage))
export const CatalogPage = lazyPage(() => import('../features/catalog/catalog-page.tsx').then((m) => m.CatalogPage))
export const TestPage = lazyPage(() => import('../features/test-page/test-page.tsx').then((m) => m.TestPage))
export const TakeExamPage = lazyPage(() =>
  withDelivery(import('../features/take-exam/take-exam-page.tsx')).then((m) => m.TakeExamPage),
)
export const TrainingPage = lazyPage(() =>
  withDelivery(import('../features/training/training-page.tsx')).then((m) => m.TrainingPage),
)
export const ResultPage = lazyPage(() => import('../features/results/result-page.tsx').then((m) => m.ResultPage))

/**
 * A sitting opens with the code that delivers it, or not at all: what a browser has failed to load once it does not ask for
 * again until the page is loaded anew, and what is handed in then would wait for that.
 */
async function withDelivery<Page>(page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, import('./start-delivery.ts')])
  return loaded
}
