import { createEmitter } from '../../../concurrency/emitter.ts'
import { openChannel } from '../../../concurrency/open-channel.ts'
import { withTimeout } from '../../../concurrency/with-timeout.ts'
import type { AnswerValue } from '#contract/question.ts'
import { strict } from '../../../storage/connection.ts'
import {
  type LastRefusal,
  type LoggedAnswer,
  type LogRow,
  rangeOf,
  type DeliveryState,
  withPracticeDb,
} from './practice-db.ts'

/** Whose practice it is, and which. */
export interface PracticeName {
  readonly ownerId: string
  readonly purchaseId: string
  readonly attemptId: string
}

/** What was given in a practice here. `isKept`: it is on the disk; else it lives and dies with this page. */
export interface PracticeLog extends PracticeName, LastRefusal {
  readonly answers: readonly (LoggedAnswer & { readonly isKept: boolean })[]
  readonly end: DeliveryState | null
  readonly isEndKept: boolean
}

/** A storage that has not answered by then has failed: who has pressed is waiting. */
const storageTimeoutMs = 2_500

/** What the disk did not take, by attempt: delivered from here while the page lives, and never called kept. */
const memoryOnly = new Map<string, LogRow>()

const changes = createEmitter()
const channel = openChannel('practice-log')
channel?.addEventListener('message', changes.emit)

/** Calls `listener` when a log has changed, here or in another tab. Returns how to stop. */
export const onLogChange = changes.subscribe

function tell(): void {
  changes.emit()
  channel?.postMessage('changed')
}

/** The log of one practice. Never rejects: of a storage that fails nothing is known but what this page holds. */
export async function readLog(of: PracticeName): Promise<PracticeLog> {
  return merged(of, await readRow(of).catch(() => undefined))
}

function readRow({ ownerId, attemptId }: PracticeName): Promise<LogRow | undefined> {
  return withTimeout(
    withPracticeDb((db) => db.get('logs', [ownerId, attemptId])),
    storageTimeoutMs,
  )
}

function merged(of: PracticeName, row: LogRow | undefined): PracticeLog {
  const held = memoryOnly.get(of.attemptId)
  const kept = row?.answers ?? []
  const isThere = ({ questionId }: LoggedAnswer) => kept.some((answer) => answer.questionId === questionId)
  return {
    ownerId: of.ownerId,
    purchaseId: of.purchaseId,
    attemptId: of.attemptId,
    answers: [
      ...kept.map((answer) => ({ ...answer, isKept: true })),
      ...(held?.answers ?? []).filter((answer) => !isThere(answer)).map((answer) => ({ ...answer, isKept: false })),
    ],
    end: row?.end ?? held?.end ?? null,
    isEndKept: row?.end != null,
    ...refusalIn(row ?? held),
  }
}

function refusalIn(row: LogRow | undefined): LastRefusal {
  if (row?.refusedAt === undefined) return {}
  const { refusedBy = '', refusedAt, refusedAsOver = false } = row
  return { refusedBy, refusedAt, refusedAsOver }
}

/**
 * Keeps an answer that waits for the server. A question that has one keeps it, given in whatever tab: the first counts. Resolves
 * when the strict transaction is done, or has failed and this page alone has the answer.
 */
export function keepAnswer(of: PracticeName, questionId: string, value: AnswerValue | null): Promise<void> {
  return keep(of, (row) =>
    row.answers.some((answer) => answer.questionId === questionId)
      ? row
      : { ...row, answers: [...row.answers, { questionId, value, state: 'waiting' }] },
  )
}

/** Keeps that the practice was ended here; resolves as `keepAnswer` does. */
export function keepEnd(of: PracticeName): Promise<void> {
  return keep(of, (row) => (row.end === null ? { ...row, end: 'waiting' } : row))
}

async function keep(of: PracticeName, change: (row: LogRow) => LogRow): Promise<void> {
  try {
    await changeRow(of, change)
  } catch (error) {
    console.warn('The storage of this browser did not take what was answered', error)
    memoryOnly.set(of.attemptId, change(memoryOnly.get(of.attemptId) ?? emptyRow(of)))
  }
  tell()
}

/** The server has an answer that waited: `value` is the one that it counts. */
export function settleAnswer(of: PracticeName, questionId: string, value: AnswerValue | null): Promise<void> {
  return settle(of, (row) => withAnswer(row, questionId, { state: 'delivered', value }))
}

export function settleEnd(of: PracticeName): Promise<void> {
  return settle(of, (row) => (row.end === null ? row : { ...row, end: 'delivered' }))
}

/** What the server would not take, and who heard it. */
export interface Refused {
  /** Its question; null for the end of the practice. */
  readonly questionId: string | null
  readonly by: string
  /** The practice had ended on the server before. */
  readonly asOver: boolean
}

/** The server has refused what waited: it stays, and is sent again by `waitAgain` alone. */
export function markRefused(of: PracticeName, { questionId, by, asOver }: Refused): Promise<void> {
  const refuse = (row: LogRow): LogRow => ({
    ...(questionId === null ? { ...row, end: 'refused' } : withAnswer(row, questionId, { state: 'refused' })),
    refusedBy: by,
    refusedAt: Date.now(),
    refusedAsOver: asOver && !isRefusedForNow(row),
  })
  return settle(of, refuse, false)
}

/** What was refused of a practice waits again. Rejects where the disk does not take it. */
export function waitAgain(of: PracticeName): Promise<void> {
  const wait = (row: LogRow): LogRow => ({
    ...row,
    answers: row.answers.map((answer) => (answer.state === 'refused' ? { ...answer, state: 'waiting' } : answer)),
    end: row.end === 'refused' ? 'waiting' : row.end,
  })
  return settle(of, wait, false)
}

function withAnswer(row: LogRow, questionId: string, change: Partial<LoggedAnswer>): LogRow {
  const answers = row.answers.map((answer) => (answer.questionId === questionId ? { ...answer, ...change } : answer))
  return { ...row, answers }
}

/** Rejects where the disk does not take it: the row waits on, and is sent again. `isNews`: the server has taken something. */
async function settle(of: PracticeName, change: (row: LogRow) => LogRow, isNews = true): Promise<void> {
  const held = memoryOnly.get(of.attemptId)
  if (held !== undefined) memoryOnly.set(of.attemptId, change(held))
  try {
    await changeRow(of, change, { isOfNothing: false, isNews })
  } catch (error) {
    // Of what no disk has taken nothing is to be written there.
    if (held === undefined) throw error
  } finally {
    tell()
  }
}

async function changeRow(
  of: PracticeName,
  change: (row: LogRow) => LogRow,
  { isOfNothing = true, isNews = true }: { isOfNothing?: boolean; isNews?: boolean } = {},
): Promise<void> {
  const work = withPracticeDb(async (db) => {
    const tx = db.transaction('logs', 'readwrite', strict)
    const row = await tx.store.get([of.ownerId, of.attemptId])
    if (row !== undefined || isOfNothing) {
      const next = change(row ?? emptyRow(of))
      if (next !== row) await tx.store.put(isNews ? { ...next, changedAt: Date.now() } : next)
    }
    await tx.done
  })
  await withTimeout(work, storageTimeoutMs)
}

const emptyRow = ({ ownerId, attemptId, purchaseId }: PracticeName): LogRow => ({
  format: 1,
  ownerId,
  attemptId,
  purchaseId,
  answers: [],
  end: null,
  changedAt: Date.now(),
})

/** Whether something of it has not reached the server. */
export const isWaiting = ({ answers, end }: Pick<LogRow, 'answers' | 'end'>): boolean =>
  end === 'waiting' || answers.some(({ state }) => state === 'waiting')

type SendingState = LastRefusal & Pick<LogRow, 'end'> & { readonly answers: readonly LoggedAnswer[] }

/** Whether the server would not take something of it. */
export const hasRefused = ({ answers, end }: SendingState): boolean =>
  end === 'refused' || answers.some(({ state }) => state === 'refused')

/** Whether something of it was refused that another release may take. */
export const isRefusedForNow = (log: SendingState): boolean => hasRefused(log) && log.refusedAsOver !== true

/** What of this person waits for the server, on the disk and in this page; where the disk fails, in this page alone. */
export async function waitingLogs(ownerId: string): Promise<PracticeLog[]> {
  return (await findLogs(ownerId)).logs.filter(isWaiting)
}

/** All logs of a person, and whether the disk has said what is on it: `timeoutMs` is how long it may take to. Never rejects. */
export async function findLogs(
  ownerId: string,
  timeoutMs = storageTimeoutMs,
): Promise<{ readonly logs: PracticeLog[]; readonly isDiskRead: boolean }> {
  const read = withPracticeDb((db) => db.getAll('logs', rangeOf(ownerId)))
  const rows = await withTimeout(read, timeoutMs).catch(() => null)
  return { logs: logsOf(ownerId, rows ?? []), isDiskRead: rows !== null }
}

function logsOf(ownerId: string, rows: readonly LogRow[]): PracticeLog[] {
  const onlyHere = [...memoryOnly.values()].filter(
    (held) => held.ownerId === ownerId && !rows.some(({ attemptId }) => attemptId === held.attemptId),
  )
  return [...rows.map((row) => merged(row, row)), ...onlyHere.map((held) => merged(held, undefined))]
}
