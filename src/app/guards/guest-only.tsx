import { useEffect, useState } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { whenIdle } from '../../pwa/when-idle.ts'
import { rememberedLocation } from '../../session/return-location.ts'
import { useSession } from '../../session/use-session.ts'
import { AccountRoutes } from '../pages.ts'
import { lastPage } from './last-page.ts'

/**
 * Pages of guests. Who signs in on one goes to the remembered location, else to the profile; who opens one while signed
 * in goes back to the page they came from (S2.08).
 */
export function GuestOnly() {
  const { status } = useSession()
  const [cameAsGuest] = useState(status !== 'signed-in')
  // Where these pages lead to. What cannot be loaded now is asked for again there.
  useEffect(() => whenIdle(() => void AccountRoutes.prepare().catch(() => undefined)), [])
  if (status !== 'signed-in') return <Outlet />
  const cameFrom = cameAsGuest ? null : lastPage()
  return <Navigate to={rememberedLocation() ?? cameFrom ?? paths.profile} replace />
}
