import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { QuestionMark } from './exam-review.ts'
import { OverallScore } from './overall-score.ts'
import { Score } from './result.ts'
import { IdParams, Instant } from './scalars.ts'

/** The name of the format, by which `scripts/verify-score.mjs` reads a file. */
export const resultFileFormat = 'testuvannia-iq/result-1'

/**
 * Everything that is needed to compute a score again: for each question b, a and c of the three-parameter logistic model
 * (logits) and the outcome, but nothing of its content. The first exam is the file's own; `overall` is made from all of them.
 */
export const ResultFile = z.object({
  format: z.literal(resultFileFormat),
  exams: z.array(
    z.object({
      test: z.string(),
      submitted_at: z.nullable(Instant),
      /** The version that made the questions; null for the earliest papers. */
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
  /** Null if there is no score, or if the stored figures do not follow from the questions. */
  response: z.object({ file: z.nullable(ResultFile) }),
})
