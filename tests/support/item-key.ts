import * as z from 'zod/mini'
import { type ItemKey, keyMarker } from '#content/item.ts'
import { Figure } from '#contract/figure.ts'
import { AnswerValue } from '#contract/question.ts'

/** What every generator's key must be; the product makes keys and reads its own, and parses none. */
export const keySchema: z.ZodMiniType<ItemKey> = z.strictObject({
  right: AnswerValue,
  explanation: z.string(),
  explanation_figure: z.optional(Figure),
  marker: z.literal(keyMarker),
})
