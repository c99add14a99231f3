import { isGuestOnlyPath, isMailedLink } from '../paths.ts'

/** sessionStorage: it belongs to this tab and survives the full-page redirect. */
const key = 'return_to'
/** Beside it, where the person did not leave by themselves. */
const endedHereKey = 'session_ended'

interface PageLocation {
  pathname: string
  search: string
  hash: string
}

/** Keeps where the person wanted to be until they have signed in (S2.07). */
export function rememberLocation({ pathname, search, hash }: PageLocation): void {
  try {
    sessionStorage.setItem(key, pathname + search + hash)
    sessionStorage.removeItem(endedHereKey)
  } catch {
    // Storage is forbidden: the person starts at the profile after signing in.
  }
}

/** The remembered location, or null. It stays remembered until `forgetLocation`. */
export function rememberedLocation(): string | null {
  try {
    return safeReturnPath(sessionStorage.getItem(key))
  } catch {
    return null
  }
}

let isBeingLeft = false

/** The same just before the full-page redirect of a session that has ended: what is still drawn until then forgets nothing. */
export function rememberAtLeaving(location: PageLocation): void {
  rememberLocation(location)
  isBeingLeft = true
  try {
    sessionStorage.setItem(endedHereKey, 'yes')
  } catch {
    // Storage is forbidden: the log-in page does not say why it is shown.
  }
}

/** Whether this tab came to the log-in page because its session had ended, and nobody has signed in since. */
export function hasSessionEnded(): boolean {
  try {
    return sessionStorage.getItem(endedHereKey) !== null
  } catch {
    return false
  }
}

export function forgetLocation(): void {
  if (isBeingLeft) return
  try {
    sessionStorage.removeItem(key)
    sessionStorage.removeItem(endedHereKey)
  } catch {
    // Nothing could have been kept.
  }
}

/**
 * The path, query and hash to go to, or null for anything that could lead off this origin (`//host`, `/\host`, a scheme)
 * or back to a page that only guests see.
 */
export function safeReturnPath(value: string | null): string | null {
  if (value === null || !value.startsWith('/')) return null
  const here = window.location.origin
  const url = parsed(value, here)
  if (url === null || url.origin !== here || url.pathname.startsWith('//')) return null
  if (isGuestOnlyPath(url.pathname) || isMailedLink(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/** As `URL.parse`, which the oldest browsers that we build for do not have. */
function parsed(value: string, base: string): URL | null {
  try {
    return new URL(value, base)
  } catch {
    return null
  }
}
