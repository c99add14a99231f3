import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Done, Id, Instant } from './scalars.ts'

/**
 * A refresh token of this product's server: family, generation, signature. By this form a client recognises the server. It
 * asks another server only for calls of the specification.
 */
export const refreshTokenForm = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/

/** The reply to login, registration and refresh. */
export const SessionReply = z.object({
  access: z.string(),
  refresh: z.string(),
  user_id: Id,
  is_active: z.nullish(z.boolean()),
  is_verified: z.nullish(z.boolean()),
})
export type SessionReply = z.output<typeof SessionReply>

export const refreshToken = endpoint({
  name: 'refreshToken',
  method: 'POST',
  path: '/api/auth/token/refresh/',
  auth: 'none',
  summary:
    'Trade a refresh token for the next pair; the same token answers the same pair until that pair is first used. ' +
    'After that, for two minutes, a late repeat is 401 `token_superseded` and changes nothing',
  repeatable: true,
  body: z.object({
    refresh: z.string().check(z.minLength(1), z.maxLength(2000)),
    /** Names one renewal: every try to renew this pair sends the same. So the server knows a late try after further renewals. */
    renewal_id: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  response: SessionReply,
})

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout/',
  auth: 'bearer',
  summary: 'End the session that this Bearer belongs to',
  repeatable: true,
  response: Done,
})

export const revokeSession = endpoint({
  name: 'revokeSession',
  method: 'POST',
  path: '/api/auth/revoke/',
  auth: 'none',
  summary: 'End the session of this refresh token: a log-out; answers alike for unknown tokens',
  repeatable: true,
  isOurs: true,
  body: z.object({ refresh: z.string().check(z.minLength(1), z.maxLength(2000)) }),
  response: Done,
})

/** A browser that is signed in to the account. */
export const SignedInDevice = z.object({
  id: z.string(),
  /** Browser and system, by its own words: «Chrome, Android»; '' if it gave none. */
  device: z.string(),
  created_at: Instant,
  /** When its tokens were last renewed. */
  used_at: Instant,
  is_current: z.boolean(),
})
export type SignedInDevice = z.output<typeof SignedInDevice>

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/auth/sessions/',
  auth: 'bearer',
  summary: 'The browsers that are signed in to the account, the last used first; 50 at most',
  repeatable: true,
  response: z.object({ results: z.array(SignedInDevice) }),
})

export const endSession = endpoint({
  name: 'endSession',
  method: 'POST',
  path: '/api/auth/sessions/end/',
  auth: 'bearer',
  summary: 'Sign one browser of the account out; 404 for one that is none of its',
  repeatable: true,
  body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  response: Done,
})
