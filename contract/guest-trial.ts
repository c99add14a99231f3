import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PracticeKey } from './practice.ts'
import { Answer, Question } from './question.ts'
import { Id, ours } from './scalars.ts'

/** Seconds for which a device keeps a trial that nobody has claimed: 30 days. */
export const longestTrialSeconds = 30 * 86_400

const Slug = z.string().check(z.minLength(1), z.maxLength(100))

/** Judges and explains a question of a trial on the device. `kind` is the kind of question, in words. */
const TrialKey = z.extend(PracticeKey, { kind: z.string() })
export type TrialKey = z.output<typeof TrialKey>

/**
 * A trial without an account: questions from the training stock with their keys, so that the device shows the result immediately
 * (decision 0127). The server keeps nothing of it.
 */
export const GuestTrial = z.object({
  /** Identifies this paper when it is claimed; only the server that drew it can read it. */
  trial: z.string().check(z.minLength(1), z.maxLength(200)),
  questions: z.array(Question),
  /** In the order of the questions; absent from trials of earlier releases. */
  keys: ours(z.array(TrialKey)),
})
export type GuestTrial = z.output<typeof GuestTrial>

export const beginGuestTrial = endpoint({
  name: 'beginGuestTrial',
  method: 'POST',
  path: '/api/guest-trials/',
  auth: 'none',
  summary: 'Questions of a free test with their keys, for a guest; the server stores none of them',
  repeatable: true,
  body: z.object({ slug: Slug }),
  response: GuestTrial,
})

/**
 * Turns a guest's answers into a training of the account, graded and with a review: once for each trial, with the same reply
 * each time. Orders the free test if the account has none in use, and spends no exam of it.
 */
export const claimGuestTrial = endpoint({
  name: 'claimGuestTrial',
  method: 'POST',
  path: '/api/guest-trials/claim/',
  auth: 'bearer',
  summary: 'Make what was answered as a guest a training of this account, with its review',
  repeatable: true,
  body: z.object({
    trial: GuestTrial.shape.trial,
    slug: Slug,
    answers: z.array(Answer).check(z.minLength(1), z.maxLength(50)),
    /** From the first question to the last answer, by the device's clock. */
    spent_seconds: z.number().check(z.int(), z.minimum(0), z.maximum(longestTrialSeconds)),
  }),
  response: z.object({
    purchase_id: Id,
    attempt_id: Id,
    /** The test's type: the first part of the address of its results. */
    test_type: z.string(),
  }),
})
