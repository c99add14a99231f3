// A lazy boundary: loaded in an idle moment of a signed-in person, or when they log out.
import { type Unsent, unsentAnswers } from '../../attempt/submissions/unsent-answers.ts'
import { ifStorageAnswers, slowStorageTimeoutMs } from '../../session/session-copies.ts'
import { type UnsentPractice, unsentPractices } from '../../features/training/practice/unsent-practices.ts'

/** What of a person is on this device and not on the server. */
export interface OwnUnsent {
  readonly works: readonly Unsent[]
  readonly practices: readonly UnsentPractice[]
}

const nothing: OwnUnsent = { works: [], practices: [] }

/**
 * Each storage by itself, waited for longer than elsewhere: a person who is not asked leaves answers behind without knowing.
 * Of one that fails nothing is known; what was unsent there `before` may still be. Never rejects.
 */
export async function ownUnsent(ownerId: string, before = nothing): Promise<OwnUnsent> {
  const [works, practices] = await Promise.all([
    ifStorageAnswers(unsentAnswers(ownerId), slowStorageTimeoutMs),
    unsentPractices(ownerId, before.practices),
  ])
  return { works: works ?? before.works, practices }
}
