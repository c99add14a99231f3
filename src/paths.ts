import { publicPages, scoringPage } from '#contract/public-pages.ts'

const segment = encodeURIComponent

/** Every internal address (`contract/page-patterns.ts`): features link to each other without knowing the app that mounts them. */
export const paths = {
  home: '/',
  /** How scores are computed, for laymen: a separate document, not a page of the client. */
  scoring: scoringPage,
  /** Payment and refunds: a document of the server's, like `publicTest`. */
  payment: publicPages.payment,
  publicTest: publicPages.test,
  publicBundle: publicPages.bundle,
  /** The landing page with the guest's trial of six questions; `=` and a slug after it name the free test. */
  trial: '/?trial',
  examples: '/examples',
  login: '/login',
  register: '/register',
  /** Registration of a guest who has chosen a test: the new account begins on the page of that test. */
  registerFor: (slug: string) => `/register?test=${segment(slug)}`,
  registerForBundle: (slug: string) => `/register?bundle=${segment(slug)}`,
  /** The log-in page with a message about what has just happened to the account. */
  loginAfter: (event: AccountEvent) => `/login?after=${event}`,
  loginByLink: '/login?by=link',
  resetEmail: '/reset-password/email',
  resetSent: '/reset-password/check-email',
  setPassword: ({ uid, token }: { uid: string; token: string }) => `/reset-password/${segment(uid)}/${segment(token)}`,
  authCallback: '/auth-callback',
  profile: '/profile',
  /** The cabinet with its settings unfolded. */
  settings: '/profile?settings',
  notifications: '/notifications',
  purchases: '/purchases',
  achievements: '/achievements',
  faq: '/faq',
  tests: '/tests',
  test: (slug: string) => `/tests/${segment(slug)}`,
  bundle: (slug: string) => `/bundles/${segment(slug)}`,
  /** The payment provider sends the person back here; the page polls the order. */
  order: (purchaseId: string) => `/purchases?order=${segment(purchaseId)}`,
  exam: (testId: string, purchaseId: string) => `/exam/${segment(testId)}/${segment(purchaseId)}`,
  learning: (testId: string, purchaseId: string) => `/learning/${segment(testId)}/${segment(purchaseId)}`,
  result: (testType: string, purchaseId: string) => `/${segment(testType)}/test-result/${segment(purchaseId)}`,
  /** The result of one attempt of the purchase; `attemptId` null: of the newest. */
  attemptResult: (testType: string, purchaseId: string, attemptId: string | null) =>
    `${paths.result(testType, purchaseId)}${attemptId === null ? '' : `?attempt=${segment(attemptId)}`}`,
} as const

/** Events that end every session of an account and lead to the log-in page. */
export const accountEvents = ['password-reset', 'sessions-ended', 'deletion'] as const
export type AccountEvent = (typeof accountEvents)[number]

/** Pages that only a mailed link opens. Nobody is ever sent back to one, and its address may hold a secret. */
export function isMailedLink(pathname: string): boolean {
  return /^\/(auth-callback$|(reset-password|verify-email|confirm-email|keep-account)\/[^/]+\/[^/]+$)/.test(pathname)
}

/** Pages that a signed-in person is sent away from (S2.04). */
export function isGuestOnlyPath(pathname: string): boolean {
  return pathname === paths.login || pathname === paths.register || pathname.startsWith('/reset-password/')
}

/** The training's page with one item at a time chosen. */
export const practicePath = (testId: string, purchaseId: string) =>
  `${paths.learning(testId, purchaseId)}?pace=one-by-one`

/** The same with new items by the rules of earlier mistakes. */
export const mistakesPath = (testId: string, purchaseId: string) => `${practicePath(testId, purchaseId)}&mistakes=yes`

/** The training's page with the whole paper chosen, as in an exam. */
export const wholeTrainingPath = (testId: string, purchaseId: string) =>
  `${paths.learning(testId, purchaseId)}?pace=exam`

/** The state of the redirect from an unknown address. */
export const fromUnknownAddress = 'unknown address'

/** The state of a link into a running exam: the person has pressed «continue» already and is not asked again. */
export const goesOn = { goesOn: true } as const

/** The state of a link to a training's result: the page asks for no exam's grading, because there may be none. */
export const ofTraining = { ofTraining: true } as const
