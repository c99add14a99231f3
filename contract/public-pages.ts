/**
 * Documents that the server draws for everybody (decision 0109). Their addresses have a dot in the last part, because the
 * workers of all releases leave such addresses to the server.
 */
export const publicPages = {
  /** A test, by its slug. */
  test: (slug: string) => `/test/${encodeURIComponent(slug)}.html`,
  /** A bundle, by its slug. */
  bundle: (slug: string) => `/bundle/${encodeURIComponent(slug)}.html`,
  /** Questions and answers, payment and refunds first. */
  questions: '/pytannia.html',
  /** The part of that page about payment and refunds. */
  payment: '/pytannia.html#oplata',
} as const

/** How a score is made, for everybody. It is a separate constant, so that no page loads what it does not link to. */
export const scoringPage = '/ocinka-iq.html'
/** The same for professionals, in English. */
export const manualPage = '/manual.html'
