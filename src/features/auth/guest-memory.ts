import { matchPath } from 'react-router-dom'
import { routePatterns } from '#contract/page-patterns.ts'
import { paths } from '../../paths.ts'
import { rememberedLocation } from '../../session/return-location.ts'

/**
 * The address of the log-in and of the forgotten password, until this page is left or somebody has signed in. That of the registration
 * stands in the tab's storage instead (src/session/drafts.ts).
 */
let typed = ''

/** What was typed last as an address on a page of guests: it goes along to a forgotten password, and back. */
export const typedEmail = (): string => typed

/** '' once somebody has signed in: it is nothing to who signs in after them. */
export function rememberTypedEmail(email: string): void {
  typed = email
}

/** What is sold, by its slug; a test of another server by its id. */
export interface Wanted {
  readonly kind: 'test' | 'bundle'
  readonly slug: string
}

/** The test or bundle whose page this guest will come to once they have an account; null for any other page. */
export function wanted(): Wanted | null {
  const place = rememberedLocation()
  if (place === null) return null
  const [pathname = ''] = place.split(/[?#]/)
  for (const kind of ['test', 'bundle'] as const) {
    const slug = matchPath(routePatterns[kind], pathname)?.params.slug
    if (slug !== undefined) return { kind, slug }
  }
  return null
}

/** Whether this guest comes from the six questions of the landing page, to see their review. */
export const comesFromTrial = (): boolean => rememberedLocation()?.startsWith(paths.trial) === true

/** What the roof tells the pages of guests: another feature keeps it. */
export interface GuestContext {
  /** What was tried on this device and waits for an account: the test’s slug, and how many answers; null for nothing. */
  readTrial: () => Promise<{ readonly slug: string; readonly given: number } | null>
}
