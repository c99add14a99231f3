import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { isGuestOnlyPath } from '../paths.ts'
import { forgetLocation, safeReturnPath } from '../session/return-location.ts'
import { useSession } from '../session/session-state.ts'

/** Scrolls a new page to its top, and maintains this tab's last page and remembered location. */
export function FollowNavigation() {
  const { pathname, search, hash } = useLocation()
  const kind = useNavigationType()
  const { status } = useSession()

  const shown = useRef(pathname)
  useEffect(() => {
    // A filter changes the address, but it is the same page.
    const isAnotherPage = kind === 'PUSH' || shown.current !== pathname
    shown.current = pathname
    // Back and forward keep the scroll position.
    if (kind !== 'POP' && isAnotherPage) window.scrollTo(0, 0)
  }, [pathname, search, kind])

  useEffect(() => {
    noteLastPage(pathname + search + hash)
    // The person has reached the remembered location, or left for another page.
    if (status === 'signed-in' && !isGuestOnlyPath(pathname)) forgetLocation()
  }, [pathname, search, hash, status])

  return null
}

/** In sessionStorage: each tab remembers its own page. */
const lastPageKey = 'last_page'

/** The page that this tab showed last, except guest-only pages; it survives an address that the person types. */
export function lastPage(): string | null {
  try {
    return safeReturnPath(sessionStorage.getItem(lastPageKey))
  } catch {
    return null
  }
}

function noteLastPage(path: string): void {
  try {
    if (safeReturnPath(path) !== null) sessionStorage.setItem(lastPageKey, path)
  } catch {
    // Storage is forbidden: `GuestOnly` leads to the profile instead.
  }
}
