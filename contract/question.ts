import * as z from 'zod/mini'
import { Figure } from './figure.ts'
import { Id, orElse, ours } from './scalars.ts'

export const questionKinds = ['single', 'multiple', 'number', 'text'] as const

export const Option = z.object({ id: Id, text: z.nullish(z.string()), figure: ours(Figure) })
export type Option = z.output<typeof Option>

/**
 * A question as it is sent: never with a key, a weight or a hint. Option ids are opaque and belong to one attempt. `prompt`
 * is plain text with line breaks. If another server's `kind` is missing or unknown, it reads as `single`: a choice of one
 * option, or a typed answer if there are no options.
 */
export const Question = z.object({
  id: Id,
  kind: orElse(z.enum(questionKinds), 'single'),
  prompt: z.string(),
  figure: ours(Figure),
  options: z.nullish(z.array(Option)),
})
export type Question = z.output<typeof Question>

/** UTF-16 units of a typed answer; no call carries a longer one. */
export const longestAnswer = 500

/** single: an option id; multiple: option ids; number and text: what the person typed. */
export const AnswerValue = z.union([
  z.string().check(z.maxLength(longestAnswer)),
  z.array(z.string().check(z.maxLength(100))).check(z.maxLength(50)),
])
export type AnswerValue = z.infer<typeof AnswerValue>

/** The specification's `answers`: one row a question, without unanswered ones. */
export const Answer = z.object({ question_id: Id, value: AnswerValue })
export type Answer = z.output<typeof Answer>

/** Printable ASCII, because both ends and the database order it alike. */
export const DeviceId = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[!-~]+$/))

/**
 * One change of one answer, appended and never updated; null clears. The event of a question with the greatest (epoch, seq,
 * device_id) holds. The server raises `epoch` at each take-over; `seq` is 1 + the highest seen for that question anywhere.
 */
export const AnswerEvent = z.object({
  question_id: Id,
  value: z.nullable(AnswerValue),
  epoch: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)),
  seq: z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000)),
  device_id: DeviceId,
})
export type AnswerEvent = z.output<typeof AnswerEvent>
