import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ExplanationStep } from './explanation.ts'
import { Figure } from './figure.ts'
import { AnswerValue, Question } from './question.ts'
import { listOf } from './scalars.ts'

/** An example item with its key: the published pool is disjoint from every paid one. */
export const Example = z.object({
  type: z.string(),
  question: Question,
  right: AnswerValue,
  explanation: z.string(),
  explanation_figure: z.nullish(Figure),
  explanation_steps: z.nullish(z.array(ExplanationStep)),
})
export type Example = z.output<typeof Example>

export const listExamples = endpoint({
  name: 'listExamples',
  method: 'GET',
  path: '/api/examples/',
  auth: 'none',
  summary: 'Example items with keys and explanations, from their own pool',
  response: listOf(Example),
})

export const listFaq = endpoint({
  name: 'listFaq',
  method: 'GET',
  path: '/api/faq/',
  auth: 'none',
  summary: 'Questions and answers',
  response: listOf(z.object({ id: z.string(), topic: z.string(), question: z.string(), answer: z.string() })),
})
