import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Budget } from './budget.ts'
import type { Beginning } from './entrance.ts'
import type { SignedInUser } from './features/auth/authenticate.ts'
import { overloaded } from './failure.ts'
import type { Line } from './line.ts'
import { digest } from './secrets.ts'
import type { Turns } from './turns.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What each person and each ticket may ask of this process. */
    callBudget: Budget
    /** The calls of one person, or of one ticket, a few at a time. */
    turns: Turns
    /** Where those wait who would begin something. */
    entrance: Record<Beginning, Line>
  }
  interface FastifyContextConfig {
    /** What somebody would begin who calls with this query; null or absent: nothing. */
    begins?: (query: Record<string, unknown>) => Beginning | null
    /** Calls of who has begun: never refused for load, and their session is looked up on the reserved connections. */
    hasBegun?: boolean
    /** What is done about a call when the process is late with everything. */
    pressureHandler?: () => void
  }
}

/** What a call begins: always, or by its query. */
type Begins = Beginning | ((query: Record<string, unknown>) => Beginning | null)

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
 * expired one for an `optional` endpoint with `expiredIsGuest`. Failures of one with `failsByMessage` say their sentence
 * as `message` too.
 * A person's calls, and those of a ticket, take turns, and each is paid from a bucket of its own: `cost` says what a body
 * is worth in calls (of a session that `ticket` endpoints look for themselves: one). Under load (decision 0051) calls that
 * begin something (`begins`: always, or by their query) wait in the entrance, and those of who `hasBegun` are never refused
 * for it. A reply that `isShort` is never compressed.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E, UserOf<E>>) => Promise<z.output<E['response']> | SameBytes | JsonStream>,
  options: {
    bodyLimit?: number
    expiredIsGuest?: boolean
    failsByMessage?: boolean
    cost?: (body: Parsed<E['body']>) => number
    begins?: Begins
    hasBegun?: true
    isShort?: true
  } = {},
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
    ...(options.isShort === true && { compress: false as const }),
    config: {
      endpointAuth: endpoint.auth,
      expiredIsGuest: options.expiredIsGuest ?? false,
      failsByMessage: options.failsByMessage ?? false,
      ...(options.begins !== undefined && { begins: byQuery(options.begins) }),
      ...(options.hasBegun === true && { hasBegun: true, pressureHandler: () => undefined }),
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
      const ticket = ticketIn(request.body)
      let found: Promise<SignedInUser | null> | undefined
      const findUser = () => (found ??= app.findUser(request))
      const body = request.body as Parsed<E['body']>
      // Before anything is read: whoever is over the limit costs no connection.
      if (ticket !== null) app.callBudget.spend(`ticket ${ticket}`, options.cost?.(body))
      // Without a ticket the session is all there is.
      else if (endpoint.auth === 'ticket') await findUser()
      // One call was paid when the session was read.
      else if (request.user !== null && options.cost !== undefined) {
        app.callBudget.spend(`person ${request.user.id}`, options.cost(body) - 1)
      }
      const answerIt = () =>
        handle({
          params: request.params as Parsed<E['params']>,
          query: request.query as Parsed<E['query']>,
          body,
          user: request.user as UserOf<E>,
          findUser,
          request,
          reply,
        })
      const line = lineOf(app, request)
      const work = line === null ? answerIt : () => line.run(whileConnected(request, answerIt))
      const caller = request.user?.id ?? ticket
      const answer = caller === null ? await work() : await app.turns.take(caller, work)
      if (answer instanceof JsonStream) {
        return reply
          .header('content-type', 'application/json; charset=utf-8')
          .send(Readable.from(answer.pieces) as never)
      }
      if (!(answer instanceof SameBytes)) return answer
      return reply
        .status(answer.status as 200)
        .header('content-type', 'application/json; charset=utf-8')
        .serializer((bytes: string) => bytes)
        .send(answer.bytes)
    },
  })
}

const byQuery = (begins: Begins) => (typeof begins === 'function' ? begins : () => begins)

/** The line in which a call waits; null: it waits in none. */
function lineOf(app: FastifyInstance, { routeOptions, query }: FastifyRequest): Line | null {
  const beginning = routeOptions.config.begins?.(query as Record<string, unknown>) ?? null
  return beginning === null ? null : app.entrance[beginning]
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

/** A body's ticket by its digest, valid or not. */
function ticketIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('ticket' in body)) return null
  return typeof body.ticket === 'string' ? digest(body.ticket) : null
}
