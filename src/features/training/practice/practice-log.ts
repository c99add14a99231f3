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

export interface PracticeName {
  readonly ownerId: string
  readonly purchaseId: string
  readonly attemptId: string
}

/** The answers given in a practice here. `isKept`: on the disk; otherwise in this page's memory alone. */
export interface PracticeLog extends PracticeName, LastRefusal {
  readonly answers: readonly (LoggedAnswer & { readonly isKept: boolean })[]
  readonly end: DeliveryState | null
  readonly isEndKept: boolean
}

/** The person waits for this write. After this time the storage counts as failed. */
const storageTimeoutMs = 2_500

/** Rows that the disk did not take, by attempt. They are delivered while the page lives, and never called kept. */
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

/** The log of one practice. Never rejects: where the storage fails, only this page's memory counts. */
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

/** Keeps the first answer of any tab. Resolves after the strict transaction; if that fails, this page alone has the answer. */
export function keepAnswer(of: PracticeName, questionId: string, value: AnswerValue | null): Promise<void> {
  return keep(of, (row) =>
    row.answers.some((answer) => answer.questionId === questionId)
      ? row
      : { ...row, answers: [...row.answers, { questionId, value, state: 'waiting' }] },
  )
}

/** Keeps the end of the practice; resolves as `keepAnswer` does. */
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

/** Marks an answer as delivered. `value` is the answer that the server counts. */
export function settleAnswer(of: PracticeName, questionId: string, value: AnswerValue | null): Promise<void> {
  return settle(of, (row) => withAnswer(row, questionId, { state: 'delivered', value }))
}

export function settleEnd(of: PracticeName): Promise<void> {
  return settle(of, (row) => (row.end === null ? row : { ...row, end: 'delivered' }))
}

/** A refusal by the server. `by`: the build that heard it. */
export interface Refused {
  /** The refused answer's question; null for the end of the practice. */
  readonly questionId: string | null
  readonly by: string
  /** The practice had ended on the server before. */
  readonly asOver: boolean
}

/** Marks an answer or the end as refused. It stays, and only `waitAgain` sends it again. */
export function markRefused(of: PracticeName, { questionId, by, asOver }: Refused): Promise<void> {
  const refuse = (row: LogRow): LogRow => ({
    ...(questionId === null ? { ...row, end: 'refused' } : withAnswer(row, questionId, { state: 'refused' })),
    refusedBy: by,
    refusedAt: Date.now(),
    refusedAsOver: asOver && !isRefusedForNow(row),
  })
  return settle(of, refuse, false)
}

/** Makes everything refused in a practice wait again. Rejects if the disk does not take the change. */
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

/** Rejects where the disk does not take the change: the row stays and is sent again. `isNews`: the server has taken something. */
async function settle(of: PracticeName, change: (row: LogRow) => LogRow, isNews = true): Promise<void> {
  const held = memoryOnly.get(of.attemptId)
  if (held !== undefined) memoryOnly.set(of.attemptId, change(held))
  try {
    await changeRow(of, change, { isOfNothing: false, isNews })
  } catch (error) {
    // A row that is in memory alone needs no write to the disk.
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

/** Whether an answer or the end waits for the server. */
export const isWaiting = ({ answers, end }: Pick<LogRow, 'answers' | 'end'>): boolean =>
  end === 'waiting' || answers.some(({ state }) => state === 'waiting')

type SendingState = LastRefusal & Pick<LogRow, 'end'> & { readonly answers: readonly LoggedAnswer[] }

/** Whether the server has refused an answer or the end. */
export const hasRefused = ({ answers, end }: SendingState): boolean =>
  end === 'refused' || answers.some(({ state }) => state === 'refused')

/** Whether another release may take what was refused. */
export const isRefusedForNow = (log: SendingState): boolean => hasRefused(log) && log.refusedAsOver !== true

/** The waiting logs of a person, on the disk and in this page; where the disk fails, in this page alone. */
export async function waitingLogs(ownerId: string): Promise<PracticeLog[]> {
  return (await findLogs(ownerId)).logs.filter(isWaiting)
}

/** All logs of a person, and whether the disk has answered within `timeoutMs`. Never rejects. */
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
