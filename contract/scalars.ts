import './zod-jitless.ts'
import * as z from 'zod/mini'

/** An opaque id. Ours are strings; a number from another server is accepted and read as a string. */
export const Id = z.codec(z.union([z.string().check(z.minLength(1), z.maxLength(100)), z.number()]), z.string(), {
  decode: (id) => String(id),
  encode: (id) => id,
})

export const IdParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })

/** ISO 8601 in UTC, e.g. 2025-03-05T10:00:00.000Z. */
export const Instant = z.string()

/** An amount of money: an integer in kopiykas. */
export const Kopiykas = z.number().check(z.int(), z.minimum(0))

/** A field that another server may send otherwise or not at all: it then reads as `value`. What we send matches `schema`. */
export function orElse<S extends z.ZodMiniType>(schema: S, value: z.output<S>) {
  // oxlint-disable-next-line promise/valid-params -- zod's, not a promise's
  return z.catch(schema, value as never)
}

/**
 * A field of ours in a call of the specification. Another server may lack it (absent) or use its name for something else:
 * then it reads as null, and the rest of the reply holds.
 */
export function ours<S extends z.ZodMiniType>(schema: S) {
  return orElse(z.nullish(schema), null as never)
}

const DoneReply = z.object({ detail: ours(z.string()) })

/** A reply that only says «done». Another server may say so with any JSON. */
export const Done = z.union([
  DoneReply,
  z.codec(z.unknown(), DoneReply, { decode: () => ({}), encode: (done): unknown => done }),
])

/** A list, as each of our list calls returns it. */
export function listOf<Row extends z.ZodMiniType>(row: Row) {
  return z.object({
    count: z.number(),
    next: z.nullish(z.string()),
    previous: z.nullish(z.string()),
    results: z.array(row),
  })
}

/** A list of a specified call. The specification does not show its form, so another server may send the bare rows. */
export function specifiedListOf<Row extends z.ZodMiniType>(row: Row) {
  const list = z.object({
    count: ours(z.number()),
    next: ours(z.string()),
    previous: ours(z.string()),
    results: z.array(row),
  })
  return z.union([
    list,
    z.codec(z.array(z.unknown()), list, {
      decode: (rows) => ({ results: rows as z.input<Row>[] }),
      encode: ({ results }): unknown[] => results,
    }),
  ])
}
