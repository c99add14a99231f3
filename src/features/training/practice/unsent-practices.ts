import { ifStorageAnswers, slowStorageTimeoutMs } from '../../../session/session-copies.ts'
import { type CopyRow, withPracticeDb, rangeOf } from './practice-db.ts'
import { findLogs, isRefusedForNow, isWaiting, type PracticeLog } from './practice-log.ts'

/** A practice of which not everything is on the server: `answers` are those that are not. */
export interface UnsentPractice {
  readonly attemptId: string
  /** Of its test; '' where that is not known here. */
  readonly title: string
  readonly answers: number
  /** Something of it is on the disk; else all of it lives in this page. */
  readonly isKept: boolean
}

/**
 * What of this person's practices the server has not. Of a disk that fails nothing is known: what was unsent `before` and is
 * kept there may still be. Never rejects.
 */
export async function unsentPractices(
  ownerId: string,
  before: readonly UnsentPractice[] = [],
): Promise<readonly UnsentPractice[]> {
  const { logs: all, isDiskRead } = await findLogs(ownerId, slowStorageTimeoutMs)
  const logs = all.filter((log) => isWaiting(log) || isRefusedForNow(log))
  const copies = logs.length === 0 ? [] : await copiesOf(ownerId)
  const unsent = logs.map((log) => unsentOf(log, copies))
  if (isDiskRead) return unsent
  const isListed = ({ attemptId }: UnsentPractice) => unsent.some((practice) => practice.attemptId === attemptId)
  return [...unsent, ...before.filter((practice) => practice.isKept && !isListed(practice))]
}

/** They tell the titles, and nobody waits long for those. */
async function copiesOf(ownerId: string): Promise<readonly CopyRow[]> {
  return (await ifStorageAnswers(withPracticeDb((db) => db.getAll('copies', rangeOf(ownerId))))) ?? []
}

function unsentOf({ attemptId, answers, isEndKept }: PracticeLog, copies: readonly CopyRow[]): UnsentPractice {
  return {
    attemptId,
    title: copies.find(({ practice }) => practice.attempt_id === attemptId)?.practice.test.title ?? '',
    answers: answers.filter(({ state }) => state !== 'delivered').length,
    isKept: isEndKept || answers.some(({ isKept }) => isKept),
  }
}
