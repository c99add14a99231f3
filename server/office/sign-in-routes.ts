import * as calls from '#contract/staff/sign-in.ts'
import { acceptInvitation, openInvitation } from '../features/staff/invite.ts'
import { prove, signIn } from '../features/staff/sign-in.ts'
import { endSession, findSession, listSessions, presentSession } from '../features/staff/staff-session.ts'
import { deviceName } from '../http/user-agent.ts'
import { type Office, serveStaff } from './serve-staff.ts'

export function registerSignIn(office: Office): void {
  const { services, cookie } = office
  const { db, limit } = services
  const signedBy = async (token: string) => presentSession((await findSession(db, token))!)

  serveStaff(office, calls.readStaffSession, async ({ staff }) => presentSession(staff))

  serveStaff(office, calls.signInToOffice, async ({ body, request, reply }) => {
    const device = deviceName(request.headers['user-agent'])
    const token = await signIn(services, { ...body, address: request.ip, device })
    cookie.give(reply, token)
    return signedBy(token)
  })

  serveStaff(office, calls.signOutOfOffice, async ({ staff, reply }) => {
    await endSession(db, staff.staffId, staff.sessionId)
    cookie.take(reply)
    return {}
  })

  serveStaff(office, calls.proveAgain, async ({ staff, body }) => {
    await prove(services, staff, body.code)
    return presentSession({ ...staff, provenAt: new Date() })
  })

  serveStaff(office, calls.listOwnStaffSessions, async ({ staff }) => {
    const rows = await listSessions(db, staff.staffId)
    const results = rows.map(({ id, device, beganAt, usedAt }) => ({
      id,
      device,
      began_at: beganAt,
      used_at: usedAt,
      is_this: id === staff.sessionId,
    }))
    return { results }
  })

  serveStaff(office, calls.endOwnStaffSession, async ({ staff, params, reply }) => {
    await endSession(db, staff.staffId, params.id)
    if (params.id === staff.sessionId) cookie.take(reply)
    return {}
  })

  serveStaff(office, calls.readInvitation, async ({ body, request }) => {
    await limit('staff-invitation-address', request.ip)
    return openInvitation(services, body.token)
  })

  serveStaff(office, calls.acceptInvitation, async ({ body, request, reply }) => {
    await limit('staff-invitation-address', request.ip)
    const device = deviceName(request.headers['user-agent'])
    const accepted = await acceptInvitation(services, { ...body, device })
    cookie.give(reply, accepted.session)
    return { signed: await signedBy(accepted.session), recovery_codes: accepted.recoveryCodes }
  })
}
