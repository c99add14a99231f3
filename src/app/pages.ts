import { lazyPage } from './lazy-page.ts'

/** Every page is a chunk of its own, loaded when it is first opened. */
export const LandingPage = lazyPage(() => import('../features/landing/landing-page.tsx').then((m) => m.LandingPage))
export const ExamplesPage = lazyPage(() => import('../features/examples/examples-page.tsx').then((m) => m.ExamplesPage))
export const LoginPage = lazyPage(() => import('../features/auth/login-page.tsx').then((m) => m.LoginPage))
export const RegisterPage = lazyPage(() => import('../features/auth/register-page.tsx').then((m) => m.RegisterPage))
export const ResetEmailPage = lazyPage(() =>
  import('../features/auth/reset-email-page.tsx').then((m) => m.ResetEmailPage),
)
export const ResetSentPage = lazyPage(() => import('../features/auth/reset-sent-page.tsx').then((m) => m.ResetSentPage))
export const ResetPasswordPage = lazyPage(() =>
  import('../features/auth/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
)

const loadAccountRoutes = () => import('./account-routes.tsx')

/** The pages of an account and their layouts. */
export const AccountRoutes = lazyPage(() => loadAccountRoutes().then((m) => m.AccountRoutes))

/** Fetches them and the code of the page at this address, so that it is drawn at once. Raises ChunkLoadError. */
export async function prepareAccountPage(pathname: string): Promise<void> {
  await AccountRoutes.prepare()
  const { preparePage } = await loadAccountRoutes()
  await preparePage(pathname)
}
