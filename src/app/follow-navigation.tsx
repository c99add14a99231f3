import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { isGuestOnlyPath } from '../paths.ts'
import { forgetLocation, safeReturnPath } from '../session/return-location.ts'
import { useSession } from '../session/session-state.ts'

/** What every change of page entails: a new page starts at its top, and the tab's memory of places is kept in order. */
export function FollowNavigation() {
  const { pathname, search, hash } = useLocation()
  const kind = useNavigationType()
  const { status } = useSession()

  const shown = useRef(pathname)
  useEffect(() => {
    // A filter puts itself into the address of the page that is being read: that is no other page.
    const isAnotherPage = kind === 'PUSH' || shown.current !== pathname
    shown.current = pathname
    // Back and forward keep the place where the person was.
    if (kind !== 'POP' && isAnotherPage) window.scrollTo(0, 0)
  }, [pathname, search, kind])

  useEffect(() => {
    noteLastPage(pathname + search + hash)
    // The remembered location has been reached, or given up for another page.
    if (status === 'signed-in' && !isGuestOnlyPath(pathname)) forgetLocation()
  }, [pathname, search, hash, status])

  return null
}

/** sessionStorage: a tab remembers its own page. */
const lastPageKey = 'last_page'

/** The page that this tab showed last, guest-only pages left out; it survives typing an address. */
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
    // Storage is forbidden: the profile is the page to go back to.
  }
}
