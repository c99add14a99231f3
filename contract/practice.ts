import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { SubmitReply } from './exam.ts'
import { ExplanationStep } from './explanation.ts'
import { Figure } from './figure.ts'
import { AnswerValue, Question } from './question.ts'
import { Id, IdParams, ours } from './scalars.ts'

export const practiceSizes = [5, 10] as const

const StartKey = z.string().check(z.minLength(8), z.maxLength(100))

/** What a person may practise of a purchase, and the practice that they have begun and not finished. */
export const PracticeChoice = z.object({
  kinds: z.array(z.object({ kind: z.string(), title: z.string() })),
  /** Number of rules that the person answered wrongly, and not rightly since, in trainings of tests of this type. */
  mistakes: z.number(),
  open: z.nullish(z.object({ start_key: StartKey, answered: z.number(), total: z.number() })),
})
export type PracticeChoice = z.output<typeof PracticeChoice>

export const readPracticeChoice = endpoint({
  name: 'readPracticeChoice',
  method: 'GET',
  path: '/api/practice/:id/',
  auth: 'bearer',
  summary: 'What of a purchase may be practised one question at a time, and what is open',
  params: IdParams,
  response: PracticeChoice,
})

/** The verdict on one answer. It is sent only for a question that has been answered. */
export const Verdict = z.object({
  question_id: Id,
  /** The first answer, which counts; null if the person asked to see the solution. */
  given: z.nullish(AnswerValue),
  right: AnswerValue,
  correct: z.boolean(),
  explanation: z.string(),
  explanation_figure: z.nullish(Figure),
  /** The explanation rule by rule, each with its own drawing; absent if there is nothing to draw. */
  explanation_steps: ours(z.array(ExplanationStep)),
})
export type Verdict = z.output<typeof Verdict>

/** Judges and explains an answer offline. Only practice items have it: their stock is never that of exams (decision 0067). */
export const PracticeKey = z.object({
  question_id: Id,
  /** May list several although one is asked for: any of them is right. */
  right: AnswerValue,
  explanation: z.string(),
  explanation_figure: z.nullish(Figure),
  explanation_steps: ours(z.array(ExplanationStep)),
})
export type PracticeKey = z.output<typeof PracticeKey>

/** A practice as its owner sees it. One that ended long ago has no questions any more. */
export const Practice = z.object({
  attempt_id: Id,
  is_open: z.boolean(),
  test: z.object({ id: Id, slug: z.string(), type: z.string(), title: z.string() }),
  questions: z.array(Question),
  /** Of the questions that have been answered. */
  verdicts: z.array(Verdict),
})
export type Practice = z.output<typeof Practice>

/**
 * Begins a practice, or returns the one that this key began, whatever its state. Another open practice ends: it is graded if
 * it has any answer.
 */
export const beginPractice = endpoint({
  name: 'beginPractice',
  method: 'POST',
  path: '/api/practice/:id/',
  auth: 'bearer',
  summary: 'Begin a training of five or ten questions that says after each answer what is right',
  repeatable: true,
  params: IdParams,
  body: z.object({
    start_key: StartKey,
    size: z.union([z.literal(practiceSizes[0]), z.literal(practiceSizes[1])]),
    kind: z.optional(z.string().check(z.maxLength(100))),
    /** Other questions by the rules that the person answered wrongly. */
    mistakes: z.optional(z.boolean()),
  }),
  response: Practice,
})

export const readPracticeKeys = endpoint({
  name: 'readPracticeKeys',
  method: 'POST',
  path: '/api/practice-keys/:id/',
  auth: 'bearer',
  summary:
    'What judges the answers of a practice on a device that loses its network; none of one that is over long ago',
  repeatable: true,
  params: IdParams,
  body: z.object({ attempt_id: Id }),
  response: z.object({ keys: z.array(PracticeKey) }),
})

export const answerPractice = endpoint({
  name: 'answerPractice',
  method: 'POST',
  path: '/api/practice-answers/:id/',
  auth: 'bearer',
  summary: 'Answer one question of a practice and learn what is right; the first answer counts',
  repeatable: true,
  params: IdParams,
  body: z.object({
    attempt_id: Id,
    question_id: Id,
    /** null: the person does not know, and asks to see the solution. */
    value: z.nullable(AnswerValue),
  }),
  response: Verdict,
})

export const finishPractice = endpoint({
  name: 'finishPractice',
  method: 'POST',
  path: '/api/practice-finish/:id/',
  auth: 'bearer',
  summary: 'End a practice with what was answered in it; the same bytes each time',
  repeatable: true,
  params: IdParams,
  body: z.object({ attempt_id: Id }),
  response: SubmitReply,
})
