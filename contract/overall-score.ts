import * as z from 'zod/mini'
import { testTypes } from './catalog.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './scalars.ts'

const Test = z.enum(testTypes)

/** The overall score from a person's newest exams of two or three tests; figures as in a score (`result.ts`). */
export const OverallScore = z.object({
  version: z.string(),
  iq: z.number(),
  low: z.number(),
  high: z.number(),
  theta: z.number(),
  se: z.number(),
  percentile: z.number(),
  iq_open: z.nullable(z.enum(['above', 'below'])),
  low_open: z.boolean(),
  high_open: z.boolean(),
  tests: z.array(Test),
  /** Pairs of tests that differ by more than chance and their missing norms explain. */
  differences: z.array(z.object({ higher: Test, lower: Test })),
})
export type OverallScore = z.output<typeof OverallScore>

export const readOverallScore = endpoint({
  name: 'readOverallScore',
  method: 'GET',
  path: '/api/overall-score/',
  auth: 'bearer',
  summary: 'The overall score of my newest exams of two or three tests, and which exams these are',
  response: z.object({
    overall: z.nullable(OverallScore),
    exams: z.array(z.object({ test: Test, attempt_id: Id })),
  }),
})
