import * as z from 'zod/mini'
import { Id, IdParams } from '../scalars.ts'
import { staffRoles } from './roles.ts'
import { Moment, staffEndpoint } from './staff-endpoint.ts'

/** Letters and digits of a link's secret. */
const LinkToken = z.string().check(z.minLength(20), z.maxLength(100))
/** Six digits of an authenticator app, or a recovery code; spaces and dashes do not count. */
const SecondFactor = z.string().check(z.trim(), z.minLength(6), z.maxLength(40))
/** Twelve characters: such an account moves money. */
export const StaffPassword = z.string().check(z.minLength(12), z.maxLength(200))

export const Signed = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  /** The server takes calls that need the second factor again until then. */
  proven_until: Moment,
  /** When the session ends by itself, however busy. */
  ends_at: Moment,
})
export type Signed = z.output<typeof Signed>

/** 401 `not_authenticated` without a session. */
export const readStaffSession = staffEndpoint({
  name: 'readStaffSession',
  method: 'GET',
  path: '/api/admin/session/',
  isPolled: true,
  access: 'signed in',
  summary: 'Who is signed in',
  response: Signed,
})

export const signInToOffice = staffEndpoint({
  name: 'signInToOffice',
  method: 'POST',
  path: '/api/admin/sign-in/',
  access: 'nobody',
  summary: 'Sign in by address, password and second factor',
  body: z.object({
    email: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
    code: SecondFactor,
  }),
  response: Signed,
})

export const signOutOfOffice = staffEndpoint({
  name: 'signOutOfOffice',
  method: 'POST',
  path: '/api/admin/sign-out/',
  access: 'signed in',
  summary: 'End this session',
  response: z.object({}),
})

export const proveAgain = staffEndpoint({
  name: 'proveAgain',
  method: 'POST',
  path: '/api/admin/proof/',
  access: 'signed in',
  summary: 'Show the second factor again, for calls that need it',
  body: z.object({ code: SecondFactor }),
  response: Signed,
})

export const listOwnStaffSessions = staffEndpoint({
  name: 'listOwnStaffSessions',
  method: 'GET',
  path: '/api/admin/own-sessions/',
  access: 'signed in',
  summary: 'The browsers in which one is signed in',
  response: z.object({
    results: z.array(z.object({ id: Id, device: z.string(), began_at: Moment, used_at: Moment, is_this: z.boolean() })),
  }),
})

export const endOwnStaffSession = staffEndpoint({
  name: 'endOwnStaffSession',
  method: 'POST',
  path: '/api/admin/own-sessions/:id/end/',
  access: 'signed in',
  summary: 'End one of one’s sessions',
  params: IdParams,
  response: z.object({}),
})

export const readInvitation = staffEndpoint({
  name: 'readInvitation',
  method: 'POST',
  path: '/api/admin/invitation/',
  access: 'nobody',
  summary: 'Who is invited by this link, and the secret for an authenticator app',
  body: z.object({ token: LinkToken }),
  response: z.object({
    email: z.string(),
    name: z.string(),
    role: z.enum(staffRoles),
    /** The address that an authenticator app reads from a QR code (otpauth://). */
    totp_uri: z.string(),
    /** The same secret in letters and digits, to be typed. */
    totp_secret: z.string(),
  }),
})

export const acceptInvitation = staffEndpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/api/admin/invitation/accept/',
  access: 'nobody',
  summary: 'Take an invitation: a password, and a first code of the app',
  body: z.object({ token: LinkToken, password: StaffPassword, code: SecondFactor }),
  response: z.object({
    signed: Signed,
    /** Each signs in once in place of a code of the app. They are shown here alone. */
    recovery_codes: z.array(z.string()),
  }),
})
