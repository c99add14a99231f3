import { safeReturnPath } from '../../session/return-location.ts'

const key = 'last_page'

/** The page that this tab showed last, guest-only pages left out; it survives typing an address. */
export function lastPage(): string | null {
  try {
    return safeReturnPath(sessionStorage.getItem(key))
  } catch {
    return null
  }
}

export function noteLastPage(path: string): void {
  try {
    if (safeReturnPath(path) !== null) sessionStorage.setItem(key, path)
  } catch {
    // Storage is forbidden: the profile is the page to go back to.
  }
}
