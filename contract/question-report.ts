import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { noteOf } from './note.ts'
import { Id, IdParams, Instant } from './scalars.ts'
import { reportMaxLength, reportMinLength } from './text-limits.ts'

export const QuestionReportBody = z.object({
  question_id: z.optional(Id),
  number: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(1000))),
  words: noteOf(reportMinLength, reportMaxLength),
})

/**
 * Reports what is wrong with a question, in the person's own words. The question has its id, as in a review, or its place in
 * the paper, from 1, where no ids are shown, as after an exam.
 */
export const reportQuestion = endpoint({
  name: 'reportQuestion',
  method: 'POST',
  path: '/api/question-reports/:id/',
  auth: 'bearer',
  summary: 'Report a question of my attempt (:id); a question has one report, whose words the newest call gives',
  repeatable: true,
  params: IdParams,
  body: QuestionReportBody,
  /** `reported_at`: when it was first reported. */
  response: z.object({ id: Id, question_id: Id, reported_at: Instant }),
})
