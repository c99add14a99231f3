import { ifStorageAnswers, slowStorageTimeoutMs } from '../../../session/session-copies.ts'
import { type CopyRow, withPracticeDb, rangeOf } from './practice-db.ts'
import { findLogs, isRefusedForNow, isWaiting, type PracticeLog } from './practice-log.ts'

/** A practice that the server lacks a part of. `answers`: how many answers it lacks. */
export interface UnsentPractice {
  readonly attemptId: string
  /** The test's title; '' where it is not known here. */
  readonly title: string
  readonly answers: number
  /** A part is on the disk; otherwise all of it is in this page's memory. */
  readonly isKept: boolean
}

/** The practices that the server lacks a part of; if the disk fails, also those of `before` that are on it. Never rejects. */
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

/** The copies have the titles. They are not worth a long wait. */
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
