import { type DBSchema, openDB } from 'idb'
import type { Practice, PracticeKey } from '#contract/practice.ts'
import type { AnswerValue } from '#contract/question.ts'
import { connectionTo } from '../../../storage/connection.ts'

/** A practice as the server sent it, and its keys where they have come. Losing it loses no answer. */
export interface CopyRow {
  readonly format: 1
  readonly ownerId: string
  readonly startKey: string
  readonly purchaseId: string
  readonly practice: Practice
  readonly keys: readonly PracticeKey[] | null
  /** Milliseconds since 1970 by this device. */
  readonly savedAt: number
}

/** waiting: no reply yet · delivered: the server has it · refused: the server did not take it, and another release may. */
export type DeliveryState = 'waiting' | 'delivered' | 'refused'

export interface LoggedAnswer {
  readonly questionId: string
  /** null: the person did not know. Once delivered, the value that the server counts: the first answer of any device. */
  readonly value: AnswerValue | null
  readonly state: DeliveryState
}

/** The answers given in one practice on this device, in order, and its end. */
export interface LogRow {
  readonly format: 1
  readonly ownerId: string
  readonly attemptId: string
  readonly purchaseId: string
  readonly answers: readonly LoggedAnswer[]
  readonly end: DeliveryState | null
  /** Time of the last change, milliseconds since 1970 by this device. Refusals and retries do not count. */
  readonly changedAt: number
  /** The build that heard the last refusal ('' where unknown), and when, by this device's clock. Absent before any. */
  readonly refusedBy?: string
  readonly refusedAt?: number
  /** Every refusal came because the practice had ended on the server. Absent before any refusal, and from earlier releases. */
  readonly refusedAsOver?: boolean
}

/** The last refusal of something in a practice; empty before any. */
export type LastRefusal = Pick<LogRow, 'refusedBy' | 'refusedAt' | 'refusedAsOver'>

/** A separate database. Neither its version nor those of exam and session ever change. */
interface PracticeDb extends DBSchema {
  /** By [owner, start key]. */
  copies: { key: [string, string]; value: CopyRow }
  /** By [owner, attempt]. */
  logs: { key: [string, string]; value: LogRow }
}

const connection = connectionTo<PracticeDb>((terminated) =>
  openDB<PracticeDb>('practice-v1', 1, {
    upgrade(db) {
      db.createObjectStore('copies', { keyPath: ['ownerId', 'startKey'] })
      db.createObjectStore('logs', { keyPath: ['ownerId', 'attemptId'] })
    },
    terminated,
  }),
)

export const withPracticeDb = connection.use
export const closePracticeDb = connection.close

/** All rows of one person: an array sorts after every string, so it bounds the keys from above. */
export const rangeOf = (ownerId: string): IDBKeyRange => IDBKeyRange.bound([ownerId], [ownerId, []])
