import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/error.ts'
import type { Failure } from '../failure.ts'
import type { Repeats } from '../load/repeats.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that a call without a session has proved to own: by its password, a letter's link or a refresh token. */
    provenUserId: string | null
    /** A repetition of a refusal within a minute: it is counted, and has no line of its own. */
    isRepeated: boolean
  }
}

/** Calls that act upon an account. A person who finds a stranger in their account asks when, from where and how. */
const acts = new Set([
  'login',
  'register',
  'registerByEmail',
  'exchangeCode',
  'logout',
  // Only a call that ended a session: see `installAccessLog`.
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
  'signInToOffice',
  'acceptInvitation',
  'proveAgain',
])

/** Codes of logged refusals whose status is not 401, 403, 429 or 503. */
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
 * Logs one line a request, with the route's pattern in place of the address: an address can hold a reset token, a query a key, a
 * body an answer. An act upon an account has one more line, with its account and address; `reqId` joins the two. Repeated
 * refusals have no line. docs/log.md says how long lines may be kept.
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

/** Logs refusals of authentication, access, tries, links and callbacks, and of overload. `repeats.ts` counts repetitions. */
export function logRefusal(request: FastifyRequest, failure: Failure, repeats: Repeats): void {
  if (![401, 403, 429, 503].includes(failure.statusCode) && !refusals.has(failure.code)) return
  const subject = { code: failure.code, route: routeOf(request), ...whoAndWhence(request, failure.userId) }
  request.isRepeated = !repeats.isFirst(subject)
  if (request.isRepeated) return
  if (failure.statusCode === 503) request.log.warn({ ...subject, reason: failure.message }, 'refused')
  else request.log.info(subject, 'refused')
}

/** The route's pattern: an address can hold a reset token, and a query a key. */
export const routeOf = ({ routeOptions: { url } }: FastifyRequest): string => url ?? 'unknown'

/** The account by its id, never by its e-mail; the address as far as TRUSTED_PROXIES trusts it. */
function whoAndWhence(request: FastifyRequest, tried?: string): { address: string; userId?: string } {
  const userId = tried ?? request.user?.id ?? request.provenUserId ?? undefined
  return { address: request.ip, ...(userId !== undefined && { userId }) }
}

function callName(request: FastifyRequest): string | undefined {
  const { schema } = request.routeOptions
  return (schema as { operationId?: string } | undefined)?.operationId
}
