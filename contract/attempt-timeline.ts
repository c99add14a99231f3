import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { AnswerValue } from './question.ts'
import { Id, IdParams, Instant, listOf, ours } from './scalars.ts'

/**
 * One answer event as it arrived. `phase`: in_time, late (also graded), after_end (given after the exam's end, as the server
 * knows) or after_close (the attempt was closed). The last two are kept and not graded.
 */
export const TimelineEvent = z.object({
  question_id: Id,
  /** The question's place in the paper, from 1. */
  number: z.nullish(z.number()),
  value: z.nullable(AnswerValue),
  epoch: z.number(),
  seq: z.number(),
  device_id: z.string(),
  phase: z.enum(['in_time', 'late', 'after_end', 'after_close']),
  received_at: Instant,
})
export type TimelineEvent = z.output<typeof TimelineEvent>

/** One version of the grade: its author, the reason, and its signed receipt. */
export const ResultVersion = z.object({
  version: z.number(),
  reason: z.string(),
  author: z.string(),
  created_at: Instant,
  correct: z.number(),
  total: z.number(),
  receipt: z.string(),
})

/** One pause as it is counted. `ended_by`: resumed (by the person), limit (by itself) or closed (the exam was submitted). */
export const TimelinePause = z.object({
  cause: z.string(),
  began_at: Instant,
  ended_at: z.nullish(Instant),
  ended_by: z.nullish(z.string()),
  granted_ms: z.number(),
})
export type TimelinePause = z.output<typeof TimelinePause>

/** Everything that the server knows of one attempt, for its owner: every event in order of arrival, every grade. */
export const attemptTimeline = endpoint({
  name: 'attemptTimeline',
  method: 'GET',
  path: '/api/attempt-timeline/:id/',
  auth: 'bearer',
  summary: 'What came of an attempt (id is the attempt) and when: every answer event, the hand-in, every grade',
  params: IdParams,
  query: z.object({ cursor: z.optional(z.string().check(z.maxLength(20))) }),
  response: z.extend(listOf(TimelineEvent), {
    attempt_id: Id,
    purchase_id: Id,
    mode: z.string(),
    state: z.string(),
    started_at: z.nullish(Instant),
    deadline_at: z.nullish(Instant),
    late_until: z.nullish(Instant),
    submitted_at: z.nullish(Instant),
    /** person: submitted; unattended: the server closed it when its time was over. */
    closed_by: z.nullish(z.string()),
    /** The signed statement that the answers were accepted. */
    receipt: z.nullish(z.string()),
    versions: z.array(ResultVersion),
    pauses: ours(z.array(TimelinePause)),
  }),
})
