import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ExplanationStep } from './explanation.ts'
import { Figure } from './figure.ts'
import { PausesOfResult } from './pause.ts'
import { AnswerValue, Question } from './question.ts'
import { Id, IdParams, Instant, ours, specifiedListOf } from './scalars.ts'

/**
 * IQ = 100 + 15θ, an integer, with its interval; `percentile` is 0 to 100 of `population`. Scores from before 2026-12 lack
 * the fields after `calibration`: their interval did not allow for the missing norm.
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
  /** The estimate is beyond `iq`, which is then an end of the named scale. */
  iq_open: ours(z.enum(['above', 'below'])),
  /** The interval is open on this side: `low` or `high` is then the end of the scale. */
  low_open: ours(z.boolean()),
  high_open: ours(z.boolean()),
  /** Reliability of this estimate by the model, 0 to 1. */
  reliability: ours(z.number()),
  /** The version of the scoring rules (`score-model.ts`). */
  model: ours(z.string()),
  /** What a person must know about how the score came about; absent if there is nothing to say. */
  remarks: ours(z.array(z.object({ code: z.string(), text: z.string() }))),
})
export type Score = z.infer<typeof Score>

/**
 * One question with the given and the right answer, and why. It is shown for trainings, examples, one question of a sample's
 * exam and two of a scored exam (`exam-review.ts`).
 */
export const ReviewRow = z.object({
  question: Question,
  /** The question's place in the paper, from 1; absent from results before 2026-12. */
  number: ours(z.number()),
  given: z.nullish(AnswerValue),
  right: AnswerValue,
  correct: z.boolean(),
  explanation: z.string(),
  explanation_figure: z.nullish(Figure),
  /** The explanation rule by rule, each with its own drawing; absent if there is nothing to draw. */
  explanation_steps: ours(z.array(ExplanationStep)),
})
export type ReviewRow = z.output<typeof ReviewRow>

/** `seconds`: how late the last graded answer came after the deadline. `in_time`: how many answers had come in time. */
export const Lateness = z.object({ seconds: z.number(), in_time: z.number() })

/**
 * A graded attempt. It never changes: a re-score appends a higher `version`. A withheld `score` is null. `receipt` is a
 * compact JWS (Ed25519) over the attempt and the digest of its answers.
 */
export const Result = z.object({
  status: z.literal('completed'),
  attempt_id: Id,
  test: z.nullish(z.object({ id: Id, slug: z.string(), type: z.string(), title: z.string() })),
  mode: z.nullish(z.enum(['exam', 'training'])),
  /** Set for a practice, which shows each right answer immediately (`practice.ts`). */
  pace: ours(z.literal('one-by-one')),
  correct: z.nullish(z.number()),
  total: z.nullish(z.number()),
  score: z.nullish(Score),
  /** `free_repeat`: the purchase got one more exam for it. */
  score_withheld: z.nullish(z.object({ code: z.string(), text: z.string(), free_repeat: ours(z.boolean()) })),
  by_family: z.nullish(
    z.array(z.object({ family: z.string(), title: z.string(), correct: z.number(), total: z.number() })),
  ),
  /** Seconds used of the exam's time, never more than it had. */
  duration_seconds: z.nullish(z.number()),
  /** Seconds from the start to the real end, without pauses; above `duration_seconds` if the exam's time ran out before. */
  elapsed_seconds: ours(z.number()),
  /**
   * Seconds for which each question was on the screen of the submitting device, by place; null for one never shown. Only in
   * the list of results, for exams whose device sent its timing.
   */
  question_seconds: ours(z.array(z.nullable(z.number()))),
  submitted_at: z.nullish(Instant),
  late: z.nullish(Lateness),
  /** The exam's pauses, which its seconds do not count; absent if it had none. */
  pauses: PausesOfResult,
  version: z.nullish(z.number()),
  review: z.nullish(z.array(ReviewRow)),
  receipt: z.nullish(z.string()),
})
export type Result = z.output<typeof Result>

/** The content of a receipt: answers were accepted, or a grade was given. It is signed, so its holder can show it later. */
export const Receipt = z.object({
  kind: z.enum(['accepted', 'graded']),
  attempt_id: z.string(),
  /**
   * SHA-256 (hex) of the result, or of the accepted answers. Anybody who has the answers can compute the latter: it is over
   * the UTF-8 bytes of the canonical JSON (RFC 8785) of `[{"question_id": …, "value": …}, …]`. There is one row for each
   * answered question, ordered by question_id (code units). The merge rule (answer-merge.ts) decides which answers hold, over
   * the timeline's events that are neither `after_end` nor `after_close`. Earlier releases kept the rows in order of arrival.
   */
  digest: z.string(),
  at: Instant,
  version: z.optional(z.number()),
  /** The figures of a grade. Receipts of earlier releases have only the digest. */
  correct: z.optional(z.number()),
  total: z.optional(z.number()),
  iq: z.optional(z.number()),
  low: z.optional(z.number()),
  high: z.optional(z.number()),
  /** On which sides the number or its interval is open; see Score. */
  iq_open: z.optional(z.enum(['above', 'below'])),
  low_open: z.optional(z.boolean()),
  high_open: z.optional(z.boolean()),
  /** Of a grade: seconds used of the exam's time, and seconds from its start to its end. Absent before 2026-12. */
  duration_seconds: z.optional(z.number()),
  elapsed_seconds: z.optional(z.number()),
  /** Only for a grade of late work. */
  late: z.optional(Lateness),
  /** Only for such a grade: the number of questions answered after the end, which the grade does not count. */
  after_end: z.optional(z.number()),
  /** Of a grade: its exam's pauses, if any. */
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
