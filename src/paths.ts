import { publicPages, scoringPage } from '#contract/public-pages.ts'

const segment = encodeURIComponent

/**
 * Every address that is linked to is made here, by the patterns of `contract/page-patterns.ts`. A room of its own so that
 * features can link to each other without knowing the app that mounts them.
 */
export const paths = {
  home: '/',
  /** How scores are made, for laymen: a document of its own, not a page of the client. */
  scoring: scoringPage,
  /** How one pays and how money comes back: the server's document, as that of each test. */
  payment: publicPages.payment,
  publicTest: publicPages.test,
  publicBundle: publicPages.bundle,
  /** The landing page, on which a guest tries six questions at once; `=` and a slug after it name the free test. */
  trial: '/?trial',
  examples: '/examples',
  login: '/login',
  register: '/register',
  /** The same for a guest who has chosen a test: its page is where the new account begins. */
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
  /** Where the payment provider brings the person back to; the page polls the order. */
  order: (purchaseId: string) => `/purchases?order=${segment(purchaseId)}`,
  exam: (testId: string, purchaseId: string) => `/exam/${segment(testId)}/${segment(purchaseId)}`,
  learning: (testId: string, purchaseId: string) => `/learning/${segment(testId)}/${segment(purchaseId)}`,
  result: (testType: string, purchaseId: string) => `/${segment(testType)}/test-result/${segment(purchaseId)}`,
  /** The result of one attempt among all of its purchase; null for the newest. */
  attemptResult: (testType: string, purchaseId: string, attemptId: string | null) =>
    `${paths.result(testType, purchaseId)}${attemptId === null ? '' : `?attempt=${segment(attemptId)}`}`,
} as const

/** What ends every session of an account and leads to the log-in page. */
export const accountEvents = ['password-reset', 'sessions-ended', 'deletion'] as const
export type AccountEvent = (typeof accountEvents)[number]

/** Pages that only a link in a mail opens: nobody is ever sent back to one, and its address may hold a secret. */
export function isMailedLink(pathname: string): boolean {
  return /^\/(auth-callback$|(reset-password|verify-email|confirm-email|keep-account)\/[^/]+\/[^/]+$)/.test(pathname)
}

/** Pages that a signed-in person is sent away from (S2.04). */
export function isGuestOnlyPath(pathname: string): boolean {
  return pathname === paths.login || pathname === paths.register || pathname.startsWith('/reset-password/')
}

/** The training's page with the way of one task at a time chosen. */
export const practicePath = (testId: string, purchaseId: string) =>
  `${paths.learning(testId, purchaseId)}?pace=one-by-one`

/** The same for new tasks by the rules that went wrong before. */
export const mistakesPath = (testId: string, purchaseId: string) => `${practicePath(testId, purchaseId)}&mistakes=yes`

/** The training's page with all tasks in a row chosen, as in an exam. */
export const wholeTrainingPath = (testId: string, purchaseId: string) =>
  `${paths.learning(testId, purchaseId)}?pace=exam`

/** What goes with the redirect from an address that leads nowhere. */
export const fromUnknownAddress = 'unknown address'

/** With a link into an exam that runs: the person has pressed «continue» already, and is not asked once more. */
export const goesOn = { goesOn: true } as const

/** With a link to the result of a training: its page does not ask for the grading of an exam, of which there may be none. */
export const ofTraining = { ofTraining: true } as const
