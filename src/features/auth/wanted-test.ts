import { routePatterns } from '../../paths.ts'
import { matchPath } from 'react-router-dom'
import { rememberedLocation } from '../../session/return-location.ts'

/** The slug (or id) of the test whose page this guest will come to once they have an account; null for any other page. */
export function wantedTest(): string | null {
  const place = rememberedLocation()
  if (place === null) return null
  const [pathname = ''] = place.split(/[?#]/)
  return matchPath(routePatterns.test, pathname)?.params.slug ?? null
}
