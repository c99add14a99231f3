import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import * as calls from '#contract/staff/passkeys.ts'
import * as passkeys from '../features/staff/passkeys.ts'
import { findSession, presentSession } from '../features/staff/staff-session.ts'
import { deviceName } from '../http/user-agent.ts'
import { type Office, serveStaff } from './serve-staff.ts'

export function registerPasskeys(office: Office): void {
  const { services, cookie, origin } = office
  const { db, limit } = services
  const site = () => ({ origin: origin() })
  /** The library checks the shape of a browser's answer. */
  const answer = (response: unknown) => response as AuthenticationResponseJSON
  const json = (options: object) => ({ options: options as Record<string, unknown> })

  serveStaff(office, calls.passkeyToUse, async ({ request }) => {
    await limit('staff-sign-in-address', request.ip)
    return json(await passkeys.passkeyToUse(db, site()))
  })

  serveStaff(office, calls.signInByPasskey, async ({ body, request, reply }) => {
    await limit('staff-sign-in-address', request.ip)
    const device = deviceName(request.headers['user-agent'])
    const token = await passkeys.signInByPasskey(db, site(), { response: answer(body.response), device })
    cookie.give(reply, token)
    return presentSession((await findSession(db, token))!)
  })

  serveStaff(office, calls.proveByPasskey, async ({ staff, body }) => {
    await passkeys.proveByPasskey(db, site(), staff, answer(body.response))
    return presentSession({ ...staff, provenAt: new Date() })
  })

  serveStaff(office, calls.listPasskeys, async ({ staff }) => ({
    results: (await passkeys.listPasskeys(db, staff.staffId)).map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      created_at: createdAt,
      used_at: usedAt,
    })),
  }))

  serveStaff(office, calls.passkeyToAdd, async ({ staff }) => json(await passkeys.passkeyToAdd(db, site(), staff)))

  serveStaff(office, calls.addPasskey, async ({ staff, body: { name, response } }) => {
    await passkeys.addPasskey(db, site(), staff, { name, response: response as unknown as RegistrationResponseJSON })
    return {}
  })

  serveStaff(office, calls.endPasskey, async ({ staff, params }) => {
    await passkeys.endPasskey(db, staff.staffId, params.id)
    return {}
  })
}
