import '#contract/zod-jitless.ts'
import * as z from 'zod/mini'
import { Family } from './families.ts'

/**
 * What a paper is made of: for each family the difficulties of its questions (prior b, logits), one number a question. The
 * database keeps it as JSON with each test, so JSON that an older release stored must continue to parse.
 */
export const Blueprint = z.object({
  parts: z
    .array(
      z.object({
        family: Family,
        difficulties: z.array(z.number().check(z.minimum(-4), z.maximum(4))).check(z.minLength(1)),
      }),
    )
    .check(z.minLength(1)),
})
export type Blueprint = z.infer<typeof Blueprint>

export function questionCount({ parts }: Blueprint): number {
  return parts.reduce((sum, { difficulties }) => sum + difficulties.length, 0)
}
