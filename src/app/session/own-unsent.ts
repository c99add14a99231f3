// A lazy boundary: loaded in an idle moment of a signed-in person, or when they log out.
import { type Unsent, unsentAnswers } from '../../attempt/submissions/unsent-answers.ts'
import { unclaimedAnswers } from '../../features/landing/kept-trial.ts'
import { ifStorageAnswers, slowStorageTimeoutMs } from '../../session/session-copies.ts'
import { type UnsentPractice, unsentPractices } from '../../features/training/practice/unsent-practices.ts'

/** What of a person is on this device and not on the server. */
export interface OwnUnsent {
  readonly works: readonly Unsent[]
  readonly practices: readonly UnsentPractice[]
  /** Answers of what they tried before they had an account, where the server has not taken it yet; 0 for nothing. */
  readonly trialAnswers: number
}

export const nothing: OwnUnsent = { works: [], practices: [], trialAnswers: 0 }

/** Whether nobody needs to be asked. */
export const isNothing = ({ works, practices, trialAnswers }: OwnUnsent): boolean =>
  works.length + practices.length + trialAnswers === 0

/**
 * Each storage by itself, waited for longer than elsewhere: a person who is not asked leaves answers behind without knowing.
 * Of one that fails nothing is known; what was unsent there `before` may still be. Never rejects.
 */
export async function ownUnsent(ownerId: string, before = nothing): Promise<OwnUnsent> {
  const [works, practices, trialAnswers] = await Promise.all([
    ifStorageAnswers(unsentAnswers(ownerId), slowStorageTimeoutMs),
    unsentPractices(ownerId, before.practices),
    ifStorageAnswers(unclaimedAnswers(ownerId), slowStorageTimeoutMs),
  ])
  return { works: works ?? before.works, practices, trialAnswers: trialAnswers ?? before.trialAnswers }
}
