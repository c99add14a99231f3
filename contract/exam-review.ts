import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ReviewRow } from './result.ts'
import { Id, IdParams, Instant, ours } from './scalars.ts'

/** The outcome of a question in a graded exam. */
export const QuestionMark = z.enum(['right', 'wrong', 'unanswered'])
export type QuestionMark = z.output<typeof QuestionMark>

export const ExamReview = z.object({
  attempt_id: Id,
  /** By place. Empty for an exam without a score: a paper that tells nothing about a person tells nothing about keys. */
  questions: z.array(z.object({ family: z.string(), mark: QuestionMark })),
  /** At most two whole questions of the kind that went worst. All others of an exam stay closed. */
  review: z.array(ReviewRow),
  /** For figure matrices: in how many answered ones each rule was kept. Only rules with at least three such questions. */
  rules: ours(z.array(z.object({ title: z.string(), kept: z.number(), of: z.number() }))),
  /** Percent of lower scores among first exams of this test here, with a 95 % interval. Null while there are too few. */
  percentile_rank: ours(
    z.object({
      people: z.number(),
      missing: z.number(),
      low: z.nullable(z.number()),
      high: z.nullable(z.number()),
      counted_at: z.nullable(Instant),
    }),
  ),
})
export type ExamReview = z.output<typeof ExamReview>

export const readExamReview = endpoint({
  name: 'readExamReview',
  method: 'GET',
  path: '/api/exam-review/:id/',
  auth: 'bearer',
  summary: 'Which questions of my graded exam (id is the attempt) were right, and two of the kind that went worst',
  params: IdParams,
  response: ExamReview,
})
