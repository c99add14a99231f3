import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Admission } from './admission.ts'
import type { Budget } from '../load/budget.ts'
import type { OpeningKind } from '../load/entrance.ts'
import { Failure, notAuthenticated, overloaded, ticketInvalid } from '../failure.ts'
import type { SignedInUser } from './signed-in-user.ts'
import type { Line } from '../load/line.ts'
import type { Draft } from '../load/made-once.ts'
import { networkOf } from '../load/rate-limits.ts'
import type { ReservedLane } from '../load/reserved-lane.ts'
import { digest } from '../config/secrets.ts'
import type { Turns } from '../load/turns.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What each caller may ask of this process. */
    callBudget: Budget
    /** The calls of one caller, a few at a time. */
    turns: Turns
    /** Who calls for the reserved connections. */
    admission: Admission
    /** Where calls for the reserved connections wait, once it is known whose they are. */
    reservedLane: ReservedLane
    /** Where calls that open something wait. */
    entrance: Record<OpeningKind, Line>
  }
  interface FastifyContextConfig {
    /** What a call with this query opens; null or absent: nothing. */
    opens?: (query: Record<string, unknown>) => OpeningKind | null
    /** Served by the reserved connections: not refused when the process is overloaded, and only once it is known whose it is. */
    isReserved?: boolean
    /** What is done about a call when the process is overloaded: its event loop lags behind. */
    pressureHandler?: () => void
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
  /** Of a reserved call that shows by its body whose it is: the name that it is paid under. Throws what refuses any other body. */
  proofInBody?: (body: Parsed<E['body']>) => string
  neverCompressed?: true
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
 * A person's calls take turns and are paid from a bucket, and so are, apart from these, their answers, by session or by whichever
 * of their tickets: `cost` says what a body is worth in calls. Under load (decision 0051) calls that open something (`opens`:
 * always, or by their query) wait in the entrance, and `isReserved` ones in the reserved lane, once it is known whose they are
 * (decision 0091).
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
      ...(options.isReserved === true && { isReserved: true, pressureHandler: () => undefined }),
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
      if (isAlike(endpoint) && request.user === null) return sendAlike(reply, endpoint, handleIt)
      const work = inLine(app, request, handleIt)
      const handled = payer === null ? await work() : await app.turns.take(payer, work)
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
async function sendAlike(reply: FastifyReply, endpoint: Endpoint, handle: () => Promise<unknown>): Promise<unknown> {
  const { params, query } = reply.request
  const isAsked = endpoint.params !== undefined || Object.keys(query as object).length > 0
  const key = JSON.stringify([endpoint.name, params, query])
  return reply.server.madeOnce.send(reply, { key, isAsked }, async (): Promise<Draft> => {
    const text = reply.serialize(await handle()) as string
    return { text, type: 'application/json; charset=utf-8' }
  })
}

const byQuery = (opens: Opens) => (typeof opens === 'function' ? opens : () => opens)

/** The line in which a call waits; null: it waits in none. */
function lineOf(app: FastifyInstance, { routeOptions, query }: FastifyRequest): Line | null {
  const opened = routeOptions.config.opens?.(query as Record<string, unknown>) ?? null
  return opened === null ? null : app.entrance[opened]
}

/** The work, once its call has waited where calls of its kind wait. */
function inLine<T>(app: FastifyInstance, request: FastifyRequest, work: () => Promise<T>): () => Promise<T> {
  const line = lineOf(app, request)
  if (line !== null) return () => line.run(whileConnected(request, work))
  if (request.routeOptions.config.isReserved !== true) return work
  return () => app.reservedLane.run(networkOf(request.ip), whileConnected(request, work))
}

/**
 * Charges a call, before anything is done for it, and says under which name it takes turns; null: nobody's. Answers are paid and
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

/** Who hung up in the line is not served any more. */
function whileConnected<T>({ socket }: FastifyRequest, work: () => Promise<T>): () => Promise<T> {
  return async () => {
    if (socket.destroyed) throw overloaded('Запит скасовано.')
    return work()
  }
}

/** Says that the line is full before anything is read for a call, its session included. */
export function turnAwayWhenFull(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const line = lineOf(app, request)
    // A full line refuses, and runs nothing.
    if (line?.isFull === true) await line.run(async () => undefined)
  })
}

/** A body's ticket by its hash, valid or not. */
function ticketIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('ticket' in body)) return null
  return typeof body.ticket === 'string' ? digest(body.ticket) : null
}
