import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { rememberLocation } from '../../session/return-location.ts'
import { useSession } from '../../session/use-session.ts'

/**
 * Pages of signed-in people: a guest goes to log in, and the location is kept for afterwards (S2.07). Who logs out here or
 * in another tab goes home (S2.16); a session that the server ends leaves by a full page load, not through this guard.
 */
export function RequireSession() {
  const { status } = useSession()
  const location = useLocation()
  const [cameSignedIn] = useState(status !== 'guest')
  if (status !== 'guest') return <Outlet />
  if (cameSignedIn) return <Navigate to={paths.home} replace />
  rememberLocation(location)
  return <Navigate to={paths.login} replace />
}
