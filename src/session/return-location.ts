import { isGuestOnlyPath, isMailedLink } from '../paths.ts'
import { currentUserId } from './session-state.ts'

/** In sessionStorage: it belongs to this tab and survives the full-page redirect. */
const key = 'return_to'
/** Set if the session ended at that location, and the person did not log out by themselves. */
const endedHereKey = 'session_ended'
/** The owner of that session: the place is among their pages, and nobody else is led there. */
const ownerKey = 'return_owner'

interface PageLocation {
  pathname: string
  search: string
  hash: string
}

/** The location if storage is forbidden: it lives as long as this page, like the session then. */
let heldOnPage: string | null = null

/** Remembers the requested location until the person has signed in (S2.07). */
export function rememberLocation({ pathname, search, hash }: PageLocation): void {
  try {
    sessionStorage.setItem(key, pathname + search + hash)
    for (const said of [endedHereKey, ownerKey]) sessionStorage.removeItem(said)
    heldOnPage = null
  } catch {
    heldOnPage = pathname + search + hash
  }
}

/** The remembered location, or null; null also if another person's session ended there. It stays until `forgetLocation`. */
export function rememberedLocation(): string | null {
  try {
    return maySee(rememberedOwner()) ? safeReturnPath(heldOnPage ?? sessionStorage.getItem(key)) : null
  } catch {
    return safeReturnPath(heldOnPage)
  }
}

/** The owner of the session that ended at the remembered location; null if none ended there, or its owner was unknown. */
export function rememberedOwner(): string | null {
  try {
    return sessionStorage.getItem(ownerKey)
  } catch {
    return null
  }
}

/** Whether the person here may be led to a page of `ownerId`. A guest may: they are asked to sign in first. */
export function maySee(ownerId: string | null | undefined): boolean {
  const here = currentUserId()
  return ownerId == null || here === null || here === ownerId
}

let isBeingLeft = false

/** `rememberLocation` before the full-page redirect of `ownerId`'s ended session. Until then `forgetLocation` does nothing. */
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
    // Nothing was stored.
  }
}

/** A path to return to, or null for another origin (`//host`, `/\host`, a scheme) and for pages that only guests see. */
export function safeReturnPath(value: string | null): string | null {
  if (value === null || !value.startsWith('/')) return null
  const here = window.location.origin
  const url = parsed(value, here)
  if (url === null || url.origin !== here || url.pathname.startsWith('//')) return null
  if (isGuestOnlyPath(url.pathname) || isMailedLink(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/** `URL.parse`, which the oldest supported browsers lack. */
function parsed(value: string, base: string): URL | null {
  try {
    return new URL(value, base)
  } catch {
    return null
  }
}
