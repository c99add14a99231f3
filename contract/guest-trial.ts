import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PracticeKey } from './practice.ts'
import { Answer, Question } from './question.ts'
import { Id, ours } from './scalars.ts'

/** Seconds for which a trial that nobody has claimed is kept on its device: 30 days. */
export const longestTrialSeconds = 30 * 86_400

/** By which name a test is known in the addresses of the site. */
const Slug = z.string().check(z.minLength(1), z.maxLength(100))

/** What judges and explains a question of a trial on its device, and of which kind the question is, in words. */
const TrialKey = z.extend(PracticeKey, { kind: z.string() })
export type TrialKey = z.output<typeof TrialKey>

/**
 * What a guest may try without an account: questions of the stock for training with their keys, so that the device tells the result at
 * once (decision 0127). The server keeps nothing of it.
 */
export const GuestTrial = z.object({
  /** Names this paper when it is claimed, and only by the server that drew it. */
  trial: z.string().check(z.minLength(1), z.maxLength(200)),
  questions: z.array(Question),
  /** In the order of the questions; absent of trials that an earlier release drew. */
  keys: ours(z.array(TrialKey)),
})
export type GuestTrial = z.output<typeof GuestTrial>

export const beginGuestTrial = endpoint({
  name: 'beginGuestTrial',
  method: 'POST',
  path: '/api/guest-trials/',
  auth: 'none',
  summary: 'Questions of a free test with their keys for who has no account; nothing of them is stored',
  repeatable: true,
  body: z.object({ slug: Slug }),
  response: GuestTrial,
})

/**
 * Makes what a guest has answered a training of the account, graded and with its review: once for each trial, the same reply
 * each time. The free test is ordered where the account has none in use; no exam of it is spent.
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
    /** Of the test: the first part of the address of its results. */
    test_type: z.string(),
  }),
})
