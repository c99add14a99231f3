import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ReviewRow } from './result.ts'
import { Id, IdParams, Instant, ours } from './scalars.ts'

/** How a question of a graded exam went. */
export const QuestionMark = z.enum(['right', 'wrong', 'unanswered'])
export type QuestionMark = z.output<typeof QuestionMark>

export const ExamReview = z.object({
  attempt_id: Id,
  /** By place. Empty of an exam without a score: what says nothing of a person tells nothing of the keys either. */
  questions: z.array(z.object({ family: z.string(), mark: QuestionMark })),
  /** At most two questions of the kind that went worst, whole. All others of an exam stay closed. */
  review: z.array(ReviewRow),
  /** Of figure matrices: in how many of the answered ones a rule was kept. Only of rules that three or more speak of. */
  rules: ours(z.array(z.object({ title: z.string(), kept: z.number(), of: z.number() }))),
  /** Where the score stands among the first sittings of its test here: so many percent are lower, at a 95 % interval. Null while too few. */
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
