import { matchPath } from 'react-router-dom'
import { routePatterns } from '#contract/page-patterns.ts'
import { paths } from '../../paths.ts'
import { rememberedLocation } from '../../session/return-location.ts'

/** The address typed at log-in or reset, until the page is left. A registration keeps its own: src/session/drafts.ts. */
let typed = ''

/** The e-mail address that was typed last at log-in or reset. Each of the two pages fills its field with it. */
export const typedEmail = (): string => typed

/** Keeps the typed address. A log-in passes '', because the next person must not see the address. */
export function rememberTypedEmail(email: string): void {
  typed = email
}

/** Names a thing on sale. `slug` is its slug; for a test of another server, which has no slugs, its id. */
export interface Wanted {
  readonly kind: 'test' | 'bundle'
  readonly slug: string
}

/** The test or bundle whose page this guest reaches once they have an account; null for any other page. */
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

/** The app gives this to the pages for guests, because another feature keeps trials. */
export interface GuestContext {
  /** The trial that waits on this device for an account: the test’s slug and the number of answers; null without one. */
  readTrial: () => Promise<{ readonly slug: string; readonly given: number } | null>
}
