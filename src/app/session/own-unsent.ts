// A lazy boundary: loaded in an idle moment of a signed-in person, or when they log out.
import { type Unsent, unsentAnswers } from '../../attempt/submissions/unsent-answers.ts'
import { unclaimedAnswers } from '../../features/landing/kept-trial.ts'
import { ifStorageAnswers, slowStorageTimeoutMs } from '../../session/session-copies.ts'
import { type UnsentPractice, unsentPractices } from '../../features/training/practice/unsent-practices.ts'

/** A person's work on this device that the server lacks. */
export interface OwnUnsent {
  readonly works: readonly Unsent[]
  readonly practices: readonly UnsentPractice[]
  /** The number of answers of a guest's trial that the server has not taken yet. */
  readonly trialAnswers: number
}

export const nothing: OwnUnsent = { works: [], practices: [], trialAnswers: 0 }

export const isNothing = ({ works, practices, trialAnswers }: OwnUnsent): boolean =>
  works.length + practices.length + trialAnswers === 0

/**
 * Reads each storage separately and waits longer than elsewhere: a person who is not asked leaves answers behind without
 * knowing. For a storage that fails, `before` still counts. Never rejects.
 */
export async function ownUnsent(ownerId: string, before = nothing): Promise<OwnUnsent> {
  const [works, practices, trialAnswers] = await Promise.all([
    ifStorageAnswers(unsentAnswers(ownerId), slowStorageTimeoutMs),
    unsentPractices(ownerId, before.practices),
    ifStorageAnswers(unclaimedAnswers(ownerId), slowStorageTimeoutMs),
  ])
  return { works: works ?? before.works, practices, trialAnswers: trialAnswers ?? before.trialAnswers }
}
