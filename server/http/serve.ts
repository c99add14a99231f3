import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Admission } from './admission.ts'
import type { Budget } from '../load/budget.ts'
import type { OpeningKind } from '../load/entrance.ts'
import { Failure, notAuthenticated, overloaded, ticketInvalid } from '../failure.ts'
import type { SignedInUser } from './signed-in-user.ts'
import type { Lanes } from '../load/lanes.ts'
import type { Caller, Line } from '../load/line.ts'
import type { Draft } from '../load/made-once.ts'
import { networkOf } from '../load/rate-limits.ts'
import { digest } from '../config/secrets.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The token buckets of people and of their answers. */
    callBudget: Budget
    /** Identifies the callers of reserved calls. */
    admission: Admission
    /** The lines of calls that open nothing. A reserved call enters its line once its caller is known. */
    lanes: Lanes
    /** The lines of calls that open something. */
    entrance: Record<OpeningKind, Line>
    /** The caller whose turns a call takes: the person that its Bearer proves, or its network's strangers. */
    callerOf(request: FastifyRequest): Caller
    /** Does work that waits for an outside service, such as a bank, without the call's place in the ordinary lane. */
    outside<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>
  }
  interface FastifyContextConfig {
    /** The kind that a call with this query opens; null or absent: nothing. */
    opens?: (query: Record<string, unknown>) => OpeningKind | null
    /** Uses the reserved connections: admitted only once its caller is known, and not refused when the process is late. */
    isReserved?: boolean
    /** The handler has queues of its own or needs none: the call takes no place in the ordinary lane. */
    waitsApart?: boolean
  }
}

type Opens = OpeningKind | ((query: Record<string, unknown>) => OpeningKind | null)

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined

export interface Call<E extends Endpoint, User = SignedInUser | null> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  user: User
  /** For a `ticket` endpoint: looks up the Bearer's owner when it is called; null for a guest. */
  findUser: () => Promise<SignedInUser | null>
  request: FastifyRequest
  reply: FastifyReply
}

interface ServeOptions<E extends Endpoint> {
  bodyLimit?: number
  /** For an `optional` endpoint: an expired session counts as none. */
  expiredAsGuest?: boolean
  /** A failure carries its sentence as `message` too. */
  errorsInMessage?: boolean
  /** The price of a body, in calls. */
  cost?: (body: Parsed<E['body']>) => number
  opens?: Opens
  isReserved?: true
  waitsApart?: true
  /** For a reserved call whose body proves its caller: the bucket that pays. Throws the refusal of any other body. */
  proofInBody?: (body: Parsed<E['body']>) => string
  neverCompressed?: true
  /** For a GET that is the same for all but depends on more than the published rows: the version of its reply. */
  version?: () => string
  /** It carries answers, which may arrive slowly (`body-clock.ts`). */
  mayBeSlow?: true
}

type UserOf<E extends Endpoint> = E['auth'] extends 'bearer' ? SignedInUser : SignedInUser | null

/** The stored bytes of an earlier reply, sent again unchanged. */
export class SameBytes {
  readonly status: number
  readonly bytes: string

  constructor(status: number, bytes: string) {
    this.status = status
    this.bytes = bytes
  }
}

/** A JSON document that is too large for memory and is sent while it is made. Its maker keeps to the contract. */
export class JsonStream {
  readonly pieces: AsyncIterable<string>

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/**
 * Serves one row of the contract. The response schema encodes the result of `handle` field by field, so nothing leaves that the
 * contract does not name. A `ticket` endpoint looks for a user itself (`findUser`); a missing or expired session is no failure
 * there. A GET's reply to guests depends only on its address and the published rows (`published-version.ts`), so it is made once.
 * A person's answers are paid from one bucket, whichever session or ticket brings them, all other calls from another. Under load
 * calls take turns (`line.ts`): in the entrance (`opens`, decision 0051), in the reserved lane once the caller is known
 * (`isReserved`, decision 0091), or in the ordinary lane (decision 0117) unless `waitsApart`.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E, UserOf<E>>) => Promise<z.output<E['response']> | SameBytes | JsonStream>,
  options: ServeOptions<E> = {},
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
    ...(options.neverCompressed === true && { compress: false as const }),
    config: {
      endpointAuth: endpoint.auth,
      expiredAsGuest: options.expiredAsGuest ?? false,
      errorsInMessage: options.errorsInMessage ?? false,
      ...(options.opens !== undefined && { opens: byQuery(options.opens) }),
      ...(options.mayBeSlow === true && { mayBeSlow: true }),
      ...(options.waitsApart === true && { waitsApart: true }),
      ...(options.isReserved === true && { isReserved: true }),
    },
    schema: {
      operationId: endpoint.name,
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.auth !== 'none' && { security: [{ bearer: [] }] }),
      response: { 200: endpoint.response },
    },
    handler: async (request, reply) => {
      let found: Promise<SignedInUser | null> | undefined
      const findUser = () => (found ??= app.findUser(request))
      const body = request.body as Parsed<E['body']>
      const payer = await payerOf(app, request, endpoint, options, findUser)
      const handleIt = () =>
        handle({
          params: request.params as Parsed<E['params']>,
          query: request.query as Parsed<E['query']>,
          body,
          user: request.user as UserOf<E>,
          findUser,
          request,
          reply,
        })
      if (isAlike(endpoint) && request.user === null) return sendAlike(reply, endpoint, handleIt, options.version)
      const handled = await inLine(app, request, payer, handleIt)
      if (handled instanceof JsonStream) {
        return reply
          .header('content-type', 'application/json; charset=utf-8')
          .send(Readable.from(handled.pieces) as never)
      }
      if (!(handled instanceof SameBytes)) return handled
      return reply
        .status(handled.status as 200)
        .header('content-type', 'application/json; charset=utf-8')
        .serializer((bytes: string) => bytes)
        .send(handled.bytes)
    },
  })
}

/** Whether all guests get the same reply to the same call. */
const isAlike = ({ method, auth }: Endpoint) => method === 'GET' && (auth === 'none' || auth === 'optional')

/** Answers a guest with the reply that all guests share: encoded, packed and tagged once. */
async function sendAlike(
  reply: FastifyReply,
  endpoint: Endpoint,
  handle: () => Promise<unknown>,
  version: (() => string) | undefined,
): Promise<unknown> {
  const { params, query } = reply.request
  const isAsked = endpoint.params !== undefined || Object.keys(query as object).length > 0
  const key = JSON.stringify([endpoint.name, params, query])
  const source = { key, isAsked, ...(version !== undefined && { version: version() }) }
  return reply.server.madeOnce.send(reply, source, async (): Promise<Draft> => {
    const body = reply.serialize(await handle()) as string
    return { body, type: 'application/json; charset=utf-8' }
  })
}

const byQuery = (opens: Opens) => (typeof opens === 'function' ? opens : () => opens)

/** The entrance line of a call; null if it opens nothing. */
function lineOf(app: FastifyInstance, { routeOptions, query }: FastifyRequest): Line | null {
  const opened = routeOptions.config.opens?.(query as Record<string, unknown>) ?? null
  return opened === null ? null : app.entrance[opened]
}

/** Does the work once its line lets it. A call of the ordinary lane already has its place (`holdOrdinaryPlaces`). */
function inLine<T>(
  app: FastifyInstance,
  request: FastifyRequest,
  payer: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const line = request.routeOptions.config.isReserved === true ? app.lanes.reserved : lineOf(app, request)
  if (line === null) return work()
  const caller = { network: networkOf(request.ip), person: payer }
  return line.runFor(caller, () => (requireConnected(request), work()))
}

/**
 * Charges a call before any work and returns the name under which it takes turns; null: a stranger. The owner pays for answers,
 * since tickets cost nothing, from a bucket apart from that of other calls. Throws 401 `not_authenticated`, 403 `ticket_invalid`,
 * 429 `rate_limited`, 503 `overloaded`, and what `proofInBody` throws.
 */
async function payerOf<E extends Endpoint>(
  app: FastifyInstance,
  request: FastifyRequest,
  endpoint: E,
  { cost, isReserved, proofInBody }: ServeOptions<E>,
  findUser: () => Promise<SignedInUser | null>,
): Promise<string | null> {
  const body = request.body as Parsed<E['body']>
  const pay = (payer: string, calls = cost?.(body)) => {
    app.callBudget.spend(payer, calls)
    return payer
  }
  if (proofInBody !== undefined) return pay(nameOrTurnAway(app, request, () => proofInBody(body)))
  if (endpoint.auth === 'ticket') return pay(`answers of ${await ownerOrTurnAway(app, request, findUser)}`)
  if (request.user === null) return null
  if (isReserved === true) return pay(`answers of ${request.user.id}`)
  // `authenticate.ts` charged one call when it read the session.
  return pay(`person ${request.user.id}`, (cost?.(body) ?? 1) - 1)
}

/** The owner of the ticket's attempt. Without a valid ticket: the owner of the session. */
async function ownerOrTurnAway(
  app: FastifyInstance,
  request: FastifyRequest,
  findUser: () => Promise<SignedInUser | null>,
): Promise<string> {
  const ticket = ticketIn(request.body)
  const owner = ticket === null ? null : await app.admission.ownerOf(request, ticket)
  const payer = owner ?? (await findUser())?.id
  return payer ?? app.admission.turnAway(request, ticket === null ? notAuthenticated() : ticketInvalid())
}

function nameOrTurnAway(app: FastifyInstance, request: FastifyRequest, name: () => string): string {
  try {
    return name()
  } catch (error) {
    if (error instanceof Failure) app.admission.turnAway(request, error)
    throw error
  }
}

/** Ends a call whose caller hung up in the line. Throws 503 `overloaded`, which nobody reads. */
export function requireConnected({ socket }: FastifyRequest): void {
  if (socket.destroyed) throw overloaded('Запит скасовано.')
}

/** Refuses a call whose line is full before anything is read for it, its session included. */
export function turnAwayWhenFull(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { isReserved, waitsApart } = request.routeOptions.config
    if (isReserved === true || waitsApart === true) return
    const line = lineOf(app, request) ?? app.lanes.ordinary
    line.requireRoom(networkOf(request.ip))
  })
}

/** Milliseconds, longer than any statement. A handler whose caller hung up then gives its place back, even if it never ends. */
const abandonedMs = 20_000

/**
 * Gives each call that is neither reserved nor in the entrance a place in the ordinary lane: from the moment its body is read
 * until its reply is ready, so slow senders and readers hold none.
 */
export function holdOrdinaryPlaces(app: FastifyInstance): void {
  const places = new WeakMap<FastifyRequest, () => void>()
  const leave = (request: FastifyRequest) => {
    places.get(request)?.()
    places.delete(request)
  }
  const enter = async (request: FastifyRequest) => {
    places.set(request, await app.lanes.ordinary.enterFor(app.callerOf(request)))
    requireConnected(request)
  }
  app.decorate('outside', async (request, work) => {
    leave(request)
    const done = await work()
    await enter(request)
    return done
  })
  app.addHook('preHandler', async (request, reply) => {
    const { isReserved, waitsApart } = request.routeOptions.config
    if (isReserved === true || waitsApart === true || lineOf(app, request) !== null) return
    // A call for an unknown file runs this hook twice, because its handler passes it to the handler of unknown addresses.
    if (places.has(request)) return
    // A handler continues after its caller hung up and keeps its place. Otherwise one caller could have any number at work.
    reply.raw.once('close', () => {
      if (places.has(request)) setTimeout(() => leave(request), abandonedMs).unref()
    })
    await enter(request)
  })
  app.addHook('onSend', async (request) => leave(request))
}

function ticketIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('ticket' in body)) return null
  return typeof body.ticket === 'string' ? digest(body.ticket) : null
}
