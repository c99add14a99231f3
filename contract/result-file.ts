import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { QuestionMark } from './exam-review.ts'
import { OverallScore } from './overall-score.ts'
import { Score } from './result.ts'
import { IdParams, Instant } from './scalars.ts'

/** The form's name: `scripts/verify-score.mjs` reads a file by it. */
export const resultFileFormat = 'testuvannia-iq/result-1'

/**
 * By what anybody computes a score again: of each question its parameters b, a and c of the three-parameter logistic model (logits),
 * and how it went; nothing of what was asked. The first exam is the one that the file was taken of; `overall` is made of all that it has.
 */
export const ResultFile = z.object({
  format: z.literal(resultFileFormat),
  exams: z.array(
    z.object({
      test: z.string(),
      submitted_at: z.nullable(Instant),
      /** The version that made the questions; null of the earliest, which did not say. */
      generator: z.nullable(z.number()),
      questions: z.array(
        z.object({ family: z.string(), b: z.number(), a: z.number(), c: z.number(), mark: QuestionMark }),
      ),
      score: Score,
    }),
  ),
  overall: z.nullable(OverallScore),
})
export type ResultFile = z.output<typeof ResultFile>

export const readResultFile = endpoint({
  name: 'readResultFile',
  method: 'GET',
  path: '/api/result-file/:id/',
  auth: 'bearer',
  summary: 'By what the score of my exam (id is the attempt) can be computed again: difficulties and marks',
  params: IdParams,
  /** Null where there is no score, or where the stored figures do not come out of the questions. */
  response: z.object({ file: z.nullable(ResultFile) }),
})
