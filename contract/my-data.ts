import * as z from 'zod/mini'
import { TimelinePause } from './attempt-timeline.ts'
import { OverallScore } from './overall-score.ts'
import { Instant } from './scalars.ts'
import { Timing } from './timing.ts'

const Moment = z.nullish(Instant)

/**
 * Everything that is kept about one person, for them to take along. It leaves out what protects the exam (keys, tickets,
 * submission keys) and the account (password and token hashes).
 */
export const MyData = z.object({
  exported_at: Instant,
  account: z.object({
    id: z.string(),
    email: z.string(),
    is_verified: z.boolean(),
    first_name: z.string(),
    last_name: z.string(),
    description: z.string(),
    gender: z.string(),
    phone_number: z.string(),
    region: z.string(),
    age: z.string(),
    schooling: z.string(),
    created_at: Instant,
    password_changed_at: Instant,
  }),
  consents: z.array(z.object({ kind: z.string(), version: z.string(), accepted: z.boolean(), given_at: Instant })),
  sessions: z.array(
    z.object({
      created_at: Instant,
      used_at: Instant,
      expires_at: Instant,
      ended_at: Moment,
      remember_me: z.boolean(),
      device: z.string(),
    }),
  ),
  purchases: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      status: z.string(),
      /** In kopiykas. */
      price: z.number(),
      currency: z.string(),
      provider: z.string(),
      /** The accepted edition of the offer. */
      offer_version: z.nullish(z.string()),
      exam_attempts: z.number(),
      extra_time_factor: z.number(),
      created_at: Instant,
      paid_at: Moment,
      expires_at: Moment,
      payments: z.array(z.object({ kind: z.string(), amount: z.number(), currency: z.string(), recorded_at: Instant })),
    }),
  ),
  attempts: z.array(
    z.object({
      id: z.string(),
      purchase_id: z.string(),
      mode: z.string(),
      state: z.string(),
      created_at: Instant,
      started_at: Moment,
      deadline_at: Moment,
      submitted_at: Moment,
      /** Every change of every answer, in order of arrival. */
      answers: z.array(
        z.object({ question_id: z.string(), value: z.unknown(), phase: z.string(), received_at: Instant }),
      ),
      /** What the submitting device said of its own clock; null if it said nothing. */
      timing: z.nullish(Timing),
      /** The kind of device that submitted an exam: phone, tablet or computer; null if unknown. */
      device: z.nullish(z.string()),
      pauses: z.array(TimelinePause),
      results: z.array(
        z.object({
          version: z.number(),
          correct: z.number(),
          total: z.number(),
          score: z.unknown(),
          score_withheld: z.unknown(),
          by_family: z.unknown(),
          late: z.unknown(),
          pauses: z.unknown(),
          duration_seconds: z.number(),
          elapsed_seconds: z.nullish(z.number()),
          reason: z.string(),
          receipt: z.string(),
          created_at: Instant,
        }),
      ),
      /** For an exam whose certificate was once opened: the address of its page, and what was signed. */
      certificate: z.nullish(
        z.object({
          code: z.string(),
          issued_at: Instant,
          closed_at: Moment,
          credential: z.unknown(),
        }),
      ),
    }),
  ),
  /** From the newest scored exams of two or three tests; null for fewer. */
  overall_score: z.nullable(OverallScore),
  notifications: z.array(
    z.object({ kind: z.string(), title: z.string(), message: z.string(), created_at: Instant, read_at: Moment }),
  ),
  achievements: z.array(z.object({ code: z.string(), earned_at: Instant })),
  feedback: z.array(
    z.object({
      email: z.string(),
      message: z.string(),
      type_of_appeal: z.nullish(z.string()),
      created_at: Instant,
      answer: z.nullish(z.string()),
    }),
  ),
  question_reports: z.array(
    z.object({
      attempt_id: z.string(),
      question_id: z.string(),
      words: z.string(),
      created_at: Instant,
      closed_at: Moment,
      /** The outcome, as the person saw it. */
      outcome: z.nullish(z.string()),
    }),
  ),
  /** Browsers that get push messages while the site is closed, without the keys that seal the messages. */
  push_subscriptions: z.array(
    z.object({ endpoint: z.string(), kinds: z.array(z.string()), created_at: Instant, seen_at: Instant }),
  ),
  /** Mails to the account's address. Their text is not kept after sending. */
  letters: z.array(z.object({ subject: z.string(), created_at: Instant, sent_at: Moment })),
})
export type MyData = z.output<typeof MyData>
