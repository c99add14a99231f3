import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ExplanationStep } from './explanation.ts'
import { Figure } from './figure.ts'
import { PausesOfResult } from './pause.ts'
import { AnswerValue, Question } from './question.ts'
import { Id, IdParams, Instant, ours, specifiedListOf } from './scalars.ts'

/**
 * IQ = 100 + 15θ, an integer, with its interval; `percentile` is 0 to 100 of `population`. What follows `calibration` is absent of scores
 * made before 2026-12, whose interval did not allow for the missing norm.
 */
export const Score = z.object({
  iq: z.number(),
  low: z.number(),
  high: z.number(),
  theta: z.number(),
  se: z.number(),
  percentile: z.number(),
  population: z.string(),
  calibration: z.string(),
  /** The estimate lies beyond `iq`, which is then the last number that is named. */
  iq_open: ours(z.enum(['above', 'below'])),
  /** The interval has no end there: `low` or `high` is where the scale ends. */
  low_open: ours(z.boolean()),
  high_open: ours(z.boolean()),
  /** Of this estimate by the model, 0 to 1. */
  reliability: ours(z.number()),
  /** The rules by which it was made. */
  model: ours(z.string()),
  /** What must be known of how it came about; absent where there is nothing to say. */
  remarks: ours(z.array(z.object({ code: z.string(), text: z.string() }))),
})
export type Score = z.infer<typeof Score>

/**
 * What was asked, given and right, and why: in training and in examples, of one question of a sample's exam, and of two of a scored one
 * (`exam-review.ts`).
 */
export const ReviewRow = z.object({
  question: Question,
  /** The question's place in the paper, from 1; absent of results made before 2026-12. */
  number: ours(z.number()),
  given: z.nullish(AnswerValue),
  right: AnswerValue,
  correct: z.boolean(),
  explanation: z.string(),
  explanation_figure: z.nullish(Figure),
  /** What the explanation says, rule by rule, each drawn by itself; absent where nothing is to be drawn. */
  explanation_steps: ours(z.array(ExplanationStep)),
})
export type ReviewRow = z.output<typeof ReviewRow>

/** By how many seconds after the deadline the last of what was graded came, and how many answers had come in time. */
export const Lateness = z.object({ seconds: z.number(), in_time: z.number() })

/**
 * A graded attempt. Immutable: a re-score appends a higher `version`. `score` is null when it was withheld.
 * `receipt` is a compact JWS (Ed25519) over the attempt and the digest of its answers.
 */
export const Result = z.object({
  status: z.literal('completed'),
  attempt_id: Id,
  test: z.nullish(z.object({ id: Id, slug: z.string(), type: z.string(), title: z.string() })),
  mode: z.nullish(z.enum(['exam', 'training'])),
  /** Of a training that said after each answer what is right (`practice.ts`). */
  pace: ours(z.literal('one-by-one')),
  correct: z.nullish(z.number()),
  total: z.nullish(z.number()),
  score: z.nullish(Score),
  /** `free_repeat`: the purchase was given one more exam for it. */
  score_withheld: z.nullish(z.object({ code: z.string(), text: z.string(), free_repeat: ours(z.boolean()) })),
  by_family: z.nullish(
    z.array(z.object({ family: z.string(), title: z.string(), correct: z.number(), total: z.number() })),
  ),
  /** Used of the exam's time: never more than it had. */
  duration_seconds: z.nullish(z.number()),
  /** From the start to the end as it really was, without pauses; above `duration_seconds` where the end came after the exam's time. */
  elapsed_seconds: ours(z.number()),
  /**
   * For how many seconds each question was on the screen of the device that submitted, by its place; null where it never was.
   * Only in the list of results, and of exams whose device told.
   */
  question_seconds: ours(z.array(z.nullable(z.number()))),
  submitted_at: z.nullish(Instant),
  late: z.nullish(Lateness),
  /** The pauses of the exam, which its seconds do not count; absent where it had none. */
  pauses: PausesOfResult,
  version: z.nullish(z.number()),
  review: z.nullish(z.array(ReviewRow)),
  receipt: z.nullish(z.string()),
})
export type Result = z.output<typeof Result>

/** What a receipt says: that answers were accepted, or that a grade was given. Signed, so that its holder can show it later. */
export const Receipt = z.object({
  kind: z.enum(['accepted', 'graded']),
  attempt_id: z.string(),
  /**
   * SHA-256 (hex) of the result, or of the accepted answers. The latter anybody can compute who has them: of the UTF-8
   * bytes of the canonical JSON (RFC 8785) of `[{"question_id": …, "value": …}, …]`, one row for each question that has an
   * answer, ordered by question_id (code units). Which answers hold is decided by the merge rule (answer-merge.ts), over the
   * timeline's events that are neither `after_end` nor `after_close`. Earlier releases left the rows in the order in which they had come.
   */
  digest: z.string(),
  at: Instant,
  version: z.optional(z.number()),
  /** Of a grade: its figures. Receipts of earlier releases have the digest alone. */
  correct: z.optional(z.number()),
  total: z.optional(z.number()),
  iq: z.optional(z.number()),
  low: z.optional(z.number()),
  high: z.optional(z.number()),
  /** Where the number or its interval has no end; see Score. */
  iq_open: z.optional(z.enum(['above', 'below'])),
  low_open: z.optional(z.boolean()),
  high_open: z.optional(z.boolean()),
  /** Of a grade: the seconds used of the exam's time, and those from its start to its end. Absent before 2026-12. */
  duration_seconds: z.optional(z.number()),
  elapsed_seconds: z.optional(z.number()),
  /** Only of a grade of work that came late. */
  late: z.optional(Lateness),
  /** Only of such a grade: how many questions were answered after the end, which it does not count. */
  after_end: z.optional(z.number()),
  /** Of a grade: the pauses of its exam, where it had any. */
  pauses: PausesOfResult,
  /** Of a re-score: why, by whom, and whether answers after the close counted. */
  reason: z.optional(z.string()),
  author: z.optional(z.string()),
  include_late: z.optional(z.boolean()),
})
export type Receipt = z.output<typeof Receipt>

export const listTestResults = endpoint({
  name: 'listTestResults',
  method: 'GET',
  path: '/api/test-results/:id/',
  auth: 'bearer',
  summary: 'The results of a purchase, the newest first',
  params: IdParams,
  query: z.object({ cursor: z.optional(z.string()), limit: z.optional(z.string()) }),
  response: specifiedListOf(Result),
})

export const sendResultLetter = endpoint({
  name: 'sendResultLetter',
  method: 'POST',
  path: '/api/result-letter/:id/',
  auth: 'bearer',
  summary: "Send an exam's result (id is the attempt), with its score, to its owner's own confirmed address",
  params: IdParams,
  /** The address. */
  response: z.object({ to: z.string() }),
})

export const verifyReceipt = endpoint({
  name: 'verifyReceipt',
  method: 'POST',
  path: '/api/receipts/verify/',
  auth: 'none',
  summary: 'Whether a receipt was signed by this server; tells nothing else',
  repeatable: true,
  body: z.object({ receipt: z.string().check(z.minLength(1), z.maxLength(8000)) }),
  response: z.object({ valid: z.boolean() }),
})

export const receiptKeys = endpoint({
  name: 'receiptKeys',
  method: 'GET',
  path: '/api/receipts/keys/',
  auth: 'none',
  summary: 'The public keys (JWKS, RFC 7517) by which anybody can check a receipt without asking us; old ones stay',
  response: z.object({
    keys: z.array(
      z.object({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
      }),
    ),
  }),
})
