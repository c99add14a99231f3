import './zod-jitless.ts'
import * as z from 'zod/mini'

/** An opaque id. Ours are strings; a number from another server is accepted and read as a string. */
export const Id = z.codec(z.union([z.string().check(z.minLength(1), z.maxLength(100)), z.number()]), z.string(), {
  decode: (id) => String(id),
  encode: (id) => id,
})

/** An id where it stands in a path. */
export const IdParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })

/** ISO 8601 in UTC, e.g. 2025-03-05T10:00:00.000Z. */
export const Instant = z.string()

/** An amount of money: an integer in kopiykas. */
export const Kopiykas = z.number().check(z.int(), z.minimum(0))

/** A reply that says nothing but that it was done. */
export const Done = z.object({ detail: z.nullish(z.string()) })

/** A list as every list call answers it. */
export function listOf<Row extends z.ZodMiniType>(row: Row) {
  return z.object({
    count: z.number(),
    next: z.nullish(z.string()),
    previous: z.nullish(z.string()),
    results: z.array(row),
  })
}
