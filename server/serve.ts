import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { SignedInUser } from './features/auth/authenticate.ts'

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** One call, parsed by its endpoint. `user` is the Bearer's owner, null for a guest. */
export interface Call<E extends Endpoint, User = SignedInUser | null> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  user: User
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
 * `ticket` endpoints get a user when a valid Bearer came along; an absent or expired one is no failure there, nor is an
 * expired one for an `optional` endpoint with `expiredIsGuest`. Failures of one with `failsByMessage` say their sentence
 * as `message` too.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E, UserOf<E>>) => Promise<z.output<E['response']> | SameBytes | JsonStream>,
  options: { bodyLimit?: number; expiredIsGuest?: boolean; failsByMessage?: boolean } = {},
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
    config: {
      endpointAuth: endpoint.auth,
      expiredIsGuest: options.expiredIsGuest ?? false,
      failsByMessage: options.failsByMessage ?? false,
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
      const answer = await handle({
        params: request.params as Parsed<E['params']>,
        query: request.query as Parsed<E['query']>,
        body: request.body as Parsed<E['body']>,
        user: request.user as UserOf<E>,
        request,
        reply,
      })
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
