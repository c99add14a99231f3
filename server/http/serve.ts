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
    /** What each caller may ask of this process. */
    callBudget: Budget
    /** Who calls for the reserved connections. */
    admission: Admission
    /** Where calls wait that open nothing; those for the reserved connections once it is known whose they are. */
    lanes: Lanes
    /** Where calls that open something wait. */
    entrance: Record<OpeningKind, Line>
    /** Whose turn a call is: a person's, as its Bearer alone shows it, or its network's strangers'. */
    callerOf(request: FastifyRequest): Caller
    /** Does work that waits for somebody outside, as a bank, and holds no place in the ordinary lane meanwhile. */
    outside<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>
  }
  interface FastifyContextConfig {
    /** What a call with this query opens; null or absent: nothing. */
    opens?: (query: Record<string, unknown>) => OpeningKind | null
    /** Served by the reserved connections: not refused when the process is overloaded, and only once it is known whose it is. */
    isReserved?: boolean
    /** It waits in lines that its handler knows, or asks nothing of anybody: not in the ordinary lane. */
    waitsApart?: boolean
  }
}

/** What a call opens: always, or by its query. */
type Opens = OpeningKind | ((query: Record<string, unknown>) => OpeningKind | null)

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** One call, parsed by its endpoint. `user` is the Bearer's owner, null for a guest. */
export interface Call<E extends Endpoint, User = SignedInUser | null> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  user: User
  /** Of a `ticket` endpoint: whom the Bearer shows, looked up only when asked for; null for a guest. */
  findUser: () => Promise<SignedInUser | null>
  request: FastifyRequest
  reply: FastifyReply
}

interface ServeOptions<E extends Endpoint> {
  bodyLimit?: number
  /** Of an `optional` endpoint: an expired session counts as none. */
  expiredAsGuest?: boolean
  /** A failure's sentence is its `message` too. */
  errorsInMessage?: boolean
  /** What a body is worth in calls. */
  cost?: (body: Parsed<E['body']>) => number
  opens?: Opens
  isReserved?: true
  waitsApart?: true
  /** Of a reserved call that shows by its body whose it is: the name that it is paid under. Throws what refuses any other body. */
  proofInBody?: (body: Parsed<E['body']>) => string
  neverCompressed?: true
  /** Of a GET that is alike for all and tells of what is not published: by what one knows that a reply still holds. */
  version?: () => string
  /** It brings answers: on a slow network its body may take longer than others. */
  mayBeSlow?: true
}

type UserOf<E extends Endpoint> = E['auth'] extends 'bearer' ? SignedInUser : SignedInUser | null

/** Bytes that were answered before and are answered again as they were. */
export class SameBytes {
  readonly status: number
  readonly bytes: string

  constructor(status: number, bytes: string) {
    this.status = status
    this.bytes = bytes
  }
}

/** A JSON document that is sent while it is being made: too large to be held whole. What makes it keeps to the contract. */
export class JsonStream {
  readonly pieces: AsyncIterable<string>

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/**
 * Serves one row of the contract: its path, its schemas, its kind of authentication. What `handle` returns is encoded
 * by the response schema, field by field, so nothing leaves that the contract does not name.
 * `ticket` endpoints look for a user themselves (`findUser`); an absent or expired one is no failure there, nor is an
 * expired one for an `optional` endpoint with `expiredAsGuest`. Failures of one with `errorsInMessage` say their sentence
 * as `message` too. What a GET answers to guests is the same for all of them, and depends on nothing but its address and what
 * is published (`published-version.ts`): it is made once.
 * A person's calls are paid from a bucket, and so are, apart from these, their answers, by session or by whichever of their tickets:
 * `cost` says what a body is worth in calls. Under load calls take turns (`line.ts`): those that open something (`opens`: always,
 * or by their query) in the entrance (decision 0051), `isReserved` ones in the reserved lane, once it is known whose they are
 * (decision 0091), all others in the ordinary one (decision 0117) unless their handler has lines of its own (`waitsApart`).
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

/** Whether everybody who is not signed in gets the same reply to the same call. */
const isAlike = ({ method, auth }: Endpoint) => method === 'GET' && (auth === 'none' || auth === 'optional')

/** Answers a guest with what is made for all of them: encoded, packed and tagged once. */
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

/** The line of what a call opens; null: it opens nothing. */
function lineOf(app: FastifyInstance, { routeOptions, query }: FastifyRequest): Line | null {
  const opened = routeOptions.config.opens?.(query as Record<string, unknown>) ?? null
  return opened === null ? null : app.entrance[opened]
}

/** Does the work once its call has waited where calls of its kind wait; in the ordinary lane it has its place already. */
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
 * Charges a call, before anything is done for it, and says under which name it takes turns; null: as a stranger. Answers are paid and
 * wait apart from whatever else their owner's pages ask for, and by the owner: tickets cost nothing to have. Throws 401
 * `not_authenticated`, 403 `ticket_invalid`, 429 `rate_limited`, 503 `overloaded`, and what `proofInBody` throws.
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
  // One call was paid when the session was read.
  return pay(`person ${request.user.id}`, (cost?.(body) ?? 1) - 1)
}

/** Whose attempt the ticket is for; where there is none, or it is nobody's, whom the session shows. */
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

/** Who hung up in the line is not served any more. Throws 503 `overloaded`, which nobody reads. */
export function requireConnected({ socket }: FastifyRequest): void {
  if (socket.destroyed) throw overloaded('Запит скасовано.')
}

/** Says that the line is full before anything is read for a call, its session included. */
export function turnAwayWhenFull(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { isReserved, waitsApart } = request.routeOptions.config
    if (isReserved === true || waitsApart === true) return
    const line = lineOf(app, request) ?? app.lanes.ordinary
    line.requireRoom(networkOf(request.ip))
  })
}

/** Milliseconds: no statement takes as long. A handler whose caller hung up gives its place back after this, also where it never ends. */
const abandonedMs = 20_000

/**
 * Whatever opens nothing and brings no answers has a place in the ordinary lane while something is done for it: from the moment at
 * which it was read, for a slow body must hold none, until its reply is ready, for neither must a slow reader.
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
    // What the files do not know comes here twice: its handler hands it on to the one of unknown addresses.
    if (places.has(request)) return
    // A handler continues when its caller hangs up, and so long keeps its place, or one could have any number at work.
    reply.raw.once('close', () => {
      if (places.has(request)) setTimeout(() => leave(request), abandonedMs).unref()
    })
    await enter(request)
  })
  app.addHook('onSend', async (request) => leave(request))
}

/** A body's ticket by its hash, valid or not. */
function ticketIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('ticket' in body)) return null
  return typeof body.ticket === 'string' ? digest(body.ticket) : null
}
