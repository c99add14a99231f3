import { isGuestOnlyPath, isMailedLink } from '../paths.ts'
import { currentUserId } from './session-state.ts'

/** sessionStorage: it belongs to this tab and survives the full-page redirect. */
const key = 'return_to'
/** Beside it, where the person did not leave by themselves. */
const endedHereKey = 'session_ended'
/** And whose session that was: the place is of their pages, and nobody else is led there. */
const ownerKey = 'return_owner'

interface PageLocation {
  pathname: string
  search: string
  hash: string
}

/** Where storage is forbidden: as long as this page lives, as the session there does. */
let heldOnPage: string | null = null

/** Keeps where the person wanted to be until they have signed in (S2.07). */
export function rememberLocation({ pathname, search, hash }: PageLocation): void {
  try {
    sessionStorage.setItem(key, pathname + search + hash)
    for (const said of [endedHereKey, ownerKey]) sessionStorage.removeItem(said)
  } catch {
    heldOnPage = pathname + search + hash
  }
}

/**
 * The remembered location, or null; also for who signs in where another person’s session had ended. It stays remembered until
 * `forgetLocation`.
 */
export function rememberedLocation(): string | null {
  try {
    return maySee(rememberedOwner()) ? safeReturnPath(heldOnPage ?? sessionStorage.getItem(key)) : null
  } catch {
    return safeReturnPath(heldOnPage)
  }
}

/** Whose session ended at the remembered location; null where none did, or nobody knew whose it was. */
export function rememberedOwner(): string | null {
  try {
    return sessionStorage.getItem(ownerKey)
  } catch {
    return null
  }
}

/** Whether who is signed in here may be led to a place of `ownerId`; so may a guest, who is asked to sign in first. */
export function maySee(ownerId: string | null | undefined): boolean {
  const here = currentUserId()
  return ownerId == null || here === null || here === ownerId
}

let isBeingLeft = false

/** The same just before the full-page redirect of `ownerId`’s session that has ended: what is still drawn until then forgets nothing. */
export function rememberAtLeaving(location: PageLocation, ownerId: string | null): void {
  rememberLocation(location)
  isBeingLeft = true
  try {
    sessionStorage.setItem(endedHereKey, 'yes')
    if (ownerId !== null) sessionStorage.setItem(ownerKey, ownerId)
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
  heldOnPage = null
  try {
    for (const kept of [key, endedHereKey, ownerKey]) sessionStorage.removeItem(kept)
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
