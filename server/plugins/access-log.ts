import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/error.ts'
import type { Failure } from '../failure.ts'
import type { Repeats } from '../load/repeats.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who has just shown, without a session, to be the owner of an account: by its password, a letter's link or a refresh token. */
    provenUserId: string | null
    /** It was refused as others before it within a minute: it is counted, and has no line. */
    isRepeated: boolean
  }
}

/**
 * What is done to an account or its sessions: who finds a stranger in an account asks when, from where and how. By the
 * names of the contract's calls.
 */
const acts = new Set([
  'login',
  'register',
  'registerByEmail',
  'exchangeCode',
  'logout',
  // Only what has ended a session: see below.
  'revokeSession',
  'endSession',
  'signOutEverywhere',
  'changePassword',
  'confirmPasswordReset',
  'verifyEmail',
  'requestEmailChange',
  'confirmEmailChange',
  'exportMyData',
  'deleteAccount',
  'keepAccount',
])

/** Refusals by another status than 401, 403 and 429. */
const refusals = new Set<ErrorCode>([
  'invalid_credentials',
  'wrong_password',
  'email_taken',
  'reset_link_invalid',
  'link_invalid',
  'sign_in_code_invalid',
  'payment_rejected',
])

/**
 * One line a request but for what is refused again and again, with the route's pattern in place of its address: an address can carry a reset token, a query a
 * key, a body an answer, and none of them belongs into a log. An act upon an account has a line more, with who and from
 * where; `reqId` joins them. docs/log.md says for how long such lines may be kept.
 */
export function installAccessLog(app: FastifyInstance): void {
  app.decorateRequest('provenUserId', null)
  app.decorateRequest('isRepeated', false)
  app.addHook('onResponse', (request, reply, done) => {
    if (request.isRepeated) return done()
    request.log.info(
      {
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'served',
    )
    const act = callName(request)
    const isDone = reply.statusCode < 400 && (act !== 'revokeSession' || request.provenUserId !== null)
    if (act !== undefined && acts.has(act) && isDone) {
      request.log.info({ act, ...whoAndWhence(request) }, 'account')
    }
    done()
  })
}

/**
 * Tells who was refused what, and why: authentication, access, too many tries, a link or a callback that is none of ours, and where
 * too many came at once. What is refused again and again is counted (`repeats.ts`).
 */
export function logRefusal(request: FastifyRequest, failure: Failure, repeats: Repeats): void {
  if (![401, 403, 429, 503].includes(failure.statusCode) && !refusals.has(failure.code)) return
  const subject = { code: failure.code, route: routeOf(request), ...whoAndWhence(request, failure.userId) }
  request.isRepeated = !repeats.isFirst(subject)
  if (request.isRepeated) return
  if (failure.statusCode === 503) request.log.warn({ ...subject, reason: failure.message }, 'refused')
  else request.log.info(subject, 'refused')
}

/** The pattern of its route: an address can carry a reset token, and a query a key. */
export const routeOf = ({ routeOptions: { url } }: FastifyRequest): string => url ?? 'unknown'

/** The account by its id, never by its e-mail; the address as TRUSTED_PROXIES lets it be believed. */
function whoAndWhence(request: FastifyRequest, tried?: string): { address: string; userId?: string } {
  const userId = tried ?? request.user?.id ?? request.provenUserId ?? undefined
  return { address: request.ip, ...(userId !== undefined && { userId }) }
}

function callName(request: FastifyRequest): string | undefined {
  const { schema } = request.routeOptions
  return (schema as { operationId?: string } | undefined)?.operationId
}
