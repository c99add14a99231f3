import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { isGuestOnlyPath } from '../paths.ts'
import { forgetLocation } from '../session/return-location.ts'
import { useSession } from '../session/use-session.ts'
import { noteLastPage } from './guards/last-page.ts'

/** What every change of page entails: a new page starts at its top, and the tab's memory of places is kept in order. */
export function FollowNavigation() {
  const { pathname, search, hash } = useLocation()
  const kind = useNavigationType()
  const { status } = useSession()

  useEffect(() => {
    // Back and forward keep the place where the person was.
    if (kind !== 'POP') window.scrollTo(0, 0)
  }, [pathname, kind])

  useEffect(() => {
    noteLastPage(pathname + search + hash)
    // The remembered location has been reached, or given up for another page.
    if (status === 'signed-in' && !isGuestOnlyPath(pathname)) forgetLocation()
  }, [pathname, search, hash, status])

  return null
}
