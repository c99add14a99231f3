import * as z from 'zod/mini'
import { type ItemKey, keyMarker } from '#content/item.ts'
import { Figure } from '#contract/figure.ts'
import { AnswerValue } from '#contract/question.ts'

/** The shape of every generator's key. The product parses no keys: it reads only keys that it made. */
export const keySchema: z.ZodMiniType<ItemKey> = z.strictObject({
  right: AnswerValue,
  explanation: z.string(),
  explanation_figure: z.optional(Figure),
  marker: z.literal(keyMarker),
})
