/**
 * Documents that the server draws for everybody (decision 0109). Their addresses have a dot in the last part: workers of all
 * releases leave such ones to the server.
 */
export const publicPages = {
  /** Of a test, by its slug. */
  test: (slug: string) => `/test/${encodeURIComponent(slug)}.html`,
  /** Of several tests for one price, by the bundle's slug. */
  bundle: (slug: string) => `/bundle/${encodeURIComponent(slug)}.html`,
  /** Questions and answers, payment and refunds first. */
  questions: '/pytannia.html',
  /** What is said of payment and refunds, on that page. */
  payment: '/pytannia.html#oplata',
} as const

/** How a score is made, for everybody; named apart, so that no page loads what it does not link to. */
export const scoringPage = '/ocinka-iq.html'
/** The same for professionals, in English. */
export const manualPage = '/manual.html'
