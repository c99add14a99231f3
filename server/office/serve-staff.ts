import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { hasRight } from '#contract/staff/roles.ts'
import type { StaffEndpoint } from '#contract/staff/staff-endpoint.ts'
import { Failure, notAuthenticated } from '../failure.ts'
import { OperatorMistake } from '../features/audit/operator-mistake.ts'
import type { OperatorWord } from '../features/audit/act-as-operator.ts'
import { noteLook } from '../features/staff/note-look.ts'
import { findSession, provenUntil, type StaffSession } from '../features/staff/staff-session.ts'
import type { Services } from '../services.ts'
import type { StaffCookie } from './staff-cookie.ts'

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined

export interface StaffCall<E extends StaffEndpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  /** Null for a call before the sign-in alone. */
  staff: E['access'] extends 'nobody' ? null : StaffSession
  request: FastifyRequest
  reply: FastifyReply
  /** Records a look at this person's data. A call that names `looksAtPerson` must do so before it shows anything. */
  look(userId: string): Promise<void>
}

/** A file to download, sent while it is made. */
export class Download {
  readonly name: string
  readonly type: string
  readonly pieces: AsyncIterable<string>

  constructor(name: string, type: string, pieces: AsyncIterable<string>) {
    this.name = name
    this.type = type
    this.pieces = pieces
  }
}

export interface Office {
  app: FastifyInstance
  services: Services
  cookie: StaffCookie
  /** http://127.0.0.1:3100, or the address of ADMIN_ORIGIN. */
  origin: () => string
}

/**
 * Serves one call of the back office. In this order it proves the caller by the cookie, checks the role's right, asks for the
 * second factor again where the table says so, and answers by the contract field by field. Throws 401 `not_authenticated`, 403
 * `role_forbidden`, 403 `proof_needed`, 409 `act_refused` for an OperatorMistake, and what `handle` throws.
 */
export function serveStaff<E extends StaffEndpoint>(
  { app, services, cookie }: Office,
  endpoint: E,
  handle: (call: StaffCall<E>) => Promise<z.output<E['response']> | Download>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      operationId: endpoint.name,
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: { 200: endpoint.response },
    },
    // Before the body is read: a caller without a right learns nothing, not even whether its body fits.
    onRequest: async (request) => {
      request.staff = endpoint.access === 'nobody' ? null : await requireStaff(services, cookie, request, endpoint)
    },
    handler: async (request, reply) => {
      const { staff } = request
      const look = (userId: string) => noteLook(services.db, staff!.staffId, endpoint.name, userId)
      const handled = await refusingMistakes(() =>
        handle({
          params: request.params as Parsed<E['params']>,
          query: request.query as Parsed<E['query']>,
          body: request.body as Parsed<E['body']>,
          staff: staff as StaffCall<E>['staff'],
          request,
          reply,
          look,
        }),
      )
      if (!(handled instanceof Download)) return handled
      return reply
        .header('content-type', handled.type)
        .header('content-disposition', `attachment; filename="${handled.name}"`)
        .send(Readable.from(handled.pieces) as never)
    },
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls the back office; null before a sign-in. */
    staff: StaffSession | null
  }
}

async function requireStaff(
  { db }: Services,
  cookie: StaffCookie,
  request: FastifyRequest,
  { access, needsProof, isPolled }: StaffEndpoint,
): Promise<StaffSession> {
  const token = cookie.read(request)
  const session = token === null ? null : await findSession(db, token, { isUse: !isPolled })
  if (session === null) throw notAuthenticated()
  if (access !== 'signed in' && access !== 'nobody' && !hasRight(session.role, access)) {
    throw new Failure(403, 'role_forbidden', 'Ваша роль цього не дозволяє.').about(session.staffId)
  }
  if (needsProof && provenUntil(session) < new Date()) {
    throw new Failure(403, 'proof_needed', 'Для цієї дії введіть код із застосунку ще раз.').about(session.staffId)
  }
  return session
}

async function refusingMistakes<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OperatorMistake) throw new Failure(409, 'act_refused', error.message)
    throw error
  }
}

/** The word by which an act of this person is recorded. */
export function wordOf(
  { name, email }: StaffSession,
  { reason, rehearse = false }: { reason: string; rehearse?: boolean | undefined },
): OperatorWord & { reason: string } {
  return { author: `${name} (${email})`, reason, isRehearsal: rehearse }
}
