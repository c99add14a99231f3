import { createEmitter } from '../../concurrency/emitter.ts'
import { type DBSchema, openDB } from 'idb'
import { connectionTo } from '../../storage/connection.ts'
import type { AnswerRow, AttemptRow, FactRow, PaperRow, SubmissionRow } from '../machine/rows.ts'

/**
 * What must survive the tab. The version of this database is never raised: an old tab could no longer write after a new one
 * had upgraded it, and an answer would be lost. New fields are added to the rows, which have no schema here and carry a
 * `format`. Every release of the last 90 days must be able to read them.
 */
export interface ExamDb extends DBSchema {
  /** One small row an attempt, by `draftId`. */
  attempts: { key: string; value: AttemptRow; indexes: { byPurchase: [string, string] } }
  /** The questions of an attempt, apart because they are large and never change; by `draftId`. */
  papers: { key: string; value: PaperRow }
  /** One row a question that was answered, by [draftId, questionId]. */
  answers: { key: [string, string]; value: AnswerRow }
  /** The bytes to send, at most one row an attempt, by `draftId`. */
  outbox: { key: string; value: SubmissionRow }
  /** Facts about this browser, by name. */
  facts: { key: string; value: FactRow }
}

const databaseName = 'exam-v1'
const databaseVersion = 1

const closed = createEmitter()

const connection = connectionTo<ExamDb>((terminated) =>
  openDB<ExamDb>(databaseName, databaseVersion, {
    upgrade(db) {
      const attempts = db.createObjectStore('attempts', { keyPath: 'draftId' })
      attempts.createIndex('byPurchase', ['ownerId', 'purchaseId'])
      db.createObjectStore('papers', { keyPath: 'draftId' })
      db.createObjectStore('answers', { keyPath: ['draftId', 'questionId'] })
      db.createObjectStore('outbox', { keyPath: 'draftId' })
      db.createObjectStore('facts', { keyPath: 'name' })
    },
    terminated: () => {
      terminated()
      closed.emit()
    },
  }),
)

/** Calls `listener` when the browser closes the connection by force: the site's data may be deleted. Returns how to stop. */
export const onExamDbClosed = closed.subscribe

/** Runs `work` on the exam's database: one transaction, or something repeatable (see Connection). */
export const withDb = connection.use

/** Closes the connection; the next call opens it again. */
export const closeExamDb = connection.close
