import * as z from 'zod/mini'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { Instant } from '../scalars.ts'
import type { StaffRight } from './roles.ts'

type Schema = z.ZodMiniType

/** Who may call: a right of `roles.ts`; anybody who is signed in; or everybody, before a sign-in. */
export type StaffAccess = StaffRight | 'signed in' | 'nobody'

/** A call of the back office as data. Its path is below /api/admin/. */
export interface StaffEndpoint<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema = Schema,
  A extends StaffAccess = StaffAccess,
> extends Endpoint<P, Q, B, R, 'none'> {
  readonly access: A
  /** It moves money, keys or roles: the second factor must have been shown within the last minutes (`proofMinutes`). */
  readonly needsProof: boolean
  /** It shows or changes data of one person: the look is recorded. */
  readonly looksAtPerson: boolean
  /** Open pages repeat it by themselves: it does not count as use, so a session that nobody uses ends. */
  readonly isPolled: boolean
}

interface Draft<P, Q, B, R, A> {
  name: string
  method: 'GET' | 'POST'
  path: `/api/admin/${string}/`
  summary: string
  access: A
  needsProof?: boolean
  looksAtPerson?: boolean
  isPolled?: boolean
  params?: P
  query?: Q
  body?: B
  response: R
}

/** Minutes for which a shown second factor holds for calls that need it again. */
export const proofMinutes = 10

/** Makes one row of the table `staffEndpoints`. */
export function staffEndpoint<
  R extends Schema,
  A extends StaffAccess,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>({
  access,
  needsProof = false,
  looksAtPerson = false,
  isPolled = false,
  ...draft
}: Draft<P, Q, B, R, A>): StaffEndpoint<P, Q, B, R, A> {
  const row = { ...endpoint({ ...draft, auth: 'none' }), access, needsProof, looksAtPerson, isPolled }
  return row as StaffEndpoint<P, Q, B, R, A>
}

/** A moment: a Date on both sides, ISO 8601 in UTC between them. */
export const Moment = z.codec(Instant, z.date(), {
  decode: (text) => new Date(text),
  encode: (moment) => moment.toISOString(),
})

/** The reason of an act. It is kept for good, so the server refuses one that names a person. */
export const Reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500))

/** Does everything and rolls it back: the reply says what would change. */
export const Rehearsal = z.optional(z.boolean())

/** The state before and after an act, as its row in the record has them. */
export const Facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export const Act = z.object({ command: z.string(), before: Facts, after: Facts })
