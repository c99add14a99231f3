import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { AnswerRow, AttemptRow, FactRow, OutboxRow, PaperRow } from './exam-rows.ts'

/**
 * What must survive the tab. The version of this database is never raised: an old tab could not write any more once a
 * new one had upgraded it, and an answer would be lost. New fields are added to the rows, which have no schema here and
 * carry a `format`; every release of the last 90 days must be able to read them.
 */
export interface ExamDb extends DBSchema {
  /** One small row an attempt, by `draftId`. */
  attempts: { key: string; value: AttemptRow; indexes: { byPurchase: [string, string] } }
  /** Its questions, apart because they are large and never change; by `draftId`. */
  papers: { key: string; value: PaperRow }
  /** One row a question that was answered, by [draftId, questionId]. */
  answers: { key: [string, string]; value: AnswerRow }
  /** The bytes to send, at most one row an attempt, by `draftId`. */
  outbox: { key: string; value: OutboxRow }
  /** Facts about this browser, by name. */
  facts: { key: string; value: FactRow }
}

const databaseName = 'exam-v1'
const databaseVersion = 1

type Connection = IDBPDatabase<ExamDb>
let connection: Promise<Connection> | null = null

function connect(): Promise<Connection> {
  connection ??= openDB<ExamDb>(databaseName, databaseVersion, {
    upgrade(db) {
      const attempts = db.createObjectStore('attempts', { keyPath: 'draftId' })
      attempts.createIndex('byPurchase', ['ownerId', 'purchaseId'])
      db.createObjectStore('papers', { keyPath: 'draftId' })
      db.createObjectStore('answers', { keyPath: ['draftId', 'questionId'] })
      db.createObjectStore('outbox', { keyPath: 'draftId' })
      db.createObjectStore('facts', { keyPath: 'name' })
    },
    terminated: drop,
  })
  connection.catch(drop)
  return connection
}

function drop(): void {
  connection = null
}

/** Browsers (Safari above all) lose the storage process under a living page; all of these are cured by opening anew. */
const curable = new Set(['UnknownError', 'InvalidStateError', 'AbortError'])

/**
 * Runs `work` on the exam's database. When the connection turns out to be dead it is opened anew and `work` runs once
 * more, so `work` must be one transaction, or repeatable. Rejects with what the second try rejected with.
 */
export async function withDb<Result>(work: (db: Connection) => Promise<Result>): Promise<Result> {
  try {
    return await work(await connect())
  } catch (error) {
    if (!(error instanceof DOMException) || !curable.has(error.name)) throw error
    await closeExamDb()
    return await work(await connect())
  }
}

/** Closes the connection; the next call opens it anew. */
export async function closeExamDb(): Promise<void> {
  const open = connection
  drop()
  await open?.then(
    (db) => db.close(),
    () => undefined,
  )
}

/** An answer or a submission counts as kept only when it reached the disk, not the system's buffer. */
export const strict = { durability: 'strict' } as const
