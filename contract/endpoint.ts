import './zod-jitless.ts'
import type * as z from 'zod/mini'

type Schema = z.ZodMiniType

/** Who may call: everybody; a valid Bearer; everybody, and a Bearer gets more in reply; a Bearer or a ticket in the body. */
export type EndpointAuth = 'none' | 'bearer' | 'optional' | 'ticket'

/**
 * One call of the API as data. The client sends by it, the server validates by it, the OpenAPI page prints it. `path` names
 * its parameters as `:id`; every path ends with a slash. `repeatable`: sending the call twice has the effect of sending it
 * once, so a sender may retry it. `isOurs`: only our own server has the call, and an answer or the end of a session depends
 * on it. A refusal that is no ErrorBody then comes from a gateway or a portal, and says nothing about what was sent.
 */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
  Auth extends EndpointAuth = EndpointAuth,
> {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: `/api/${string}/`
  readonly auth: Auth
  readonly summary: string
  readonly repeatable: boolean
  readonly isOurs: boolean
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly response: Response
}

interface EndpointDraft<P, Q, B, R, A> {
  name: string
  method: 'GET' | 'POST' | 'PUT'
  path: `/api/${string}/`
  auth: A
  summary: string
  repeatable?: boolean
  isOurs?: boolean
  params?: P
  query?: Q
  body?: B
  response: R
}

/** Makes one row of the table. By default a GET or PUT is repeatable, a POST is not. */
export function endpoint<
  R extends Schema,
  A extends EndpointAuth,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(draft: EndpointDraft<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  return {
    ...draft,
    repeatable: draft.repeatable ?? draft.method !== 'POST',
    isOurs: draft.isOurs ?? false,
    params: draft.params as P,
    query: draft.query as Q,
    body: draft.body as B,
  }
}

type Input<S> = S extends Schema ? z.input<S> : undefined

/** The input of a caller: only the parts that this endpoint has. */
export type EndpointInput<E extends Endpoint> = (E['params'] extends Schema
  ? { params: Input<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends Schema ? { query?: Input<E['query']> } : { query?: undefined }) &
  (E['body'] extends Schema ? { body: Input<E['body']> } : { body?: undefined })

export type EndpointReply<E extends Endpoint> = z.output<E['response']>
