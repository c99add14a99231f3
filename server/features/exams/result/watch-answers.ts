import { setImmediate } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import type { Queries, Transaction } from '../../../db/connect.ts'
import { prepared } from '../../../db/prepared.ts'
import { answerDifferences } from '../../../db/schema/answer-watch.ts'
import { attempts } from '../../../db/schema/attempts.ts'
import type { Services } from '../../../services.ts'
import { winningEventsOfMany } from '../answers/answer-events.ts'
import type { Attempt } from '../attempt.ts'
import { type ClosedAnswers, compareGraded, type Difference } from './compare-graded.ts'
import { countFirstSittings } from './first-sittings.ts'
import { countedLate } from './graded-receipt.ts'
import { itemsOf, type PaperRow } from '../paper/paper-store.ts'
import { contentOf } from '../answers/submission-store.ts'

/** Closings of one transaction, and transactions of one round: 1,000 every half minute, three times a million a day. */
const closingsAtOnce = 50
const pagesOfRound = 20
/**
 * Seconds. A closing is compared once no transaction can still write an earlier one. By the limits of `connect.ts` no transaction
 * lives so long, except in its commit, which may wait much longer for a standby: see `findSettled`.
 */
const settledAfterSeconds = 120
/** Seconds that an ungraded closing delays the watch at most; a still later grade has its own alerts. */
const gradedWithin = 900
/** Seconds that an unreadable closing delays the watch at most: a later release may have written it. */
const readWithin = 86_400

interface Behind {
  id: string
  received_at: string
  may_wait: boolean
  may_be_unread: boolean
}

interface Place {
  through_at: string
  through_attempt: string
}

/** The process that watches locks this row: no other compares the same closings. */
const holdPlace = prepared<Place>(
  'hold_answer_watch',
  'select through_at::text, through_attempt from answer_watch for update skip locked',
)
/**
 * The time up to which closings are settled. A transaction that is still committing is invisible, but keeps its number until it
 * is done: nothing after its begin is compared. This query runs before the transaction that compares. Otherwise the snapshot
 * would be older than this time: a commit between the two would be neither seen nor waited for.
 */
const findSettled = prepared<{ until: string }>(
  'settled_for_answer_watch',
  `select least(now() - make_interval(secs => $1::int),
     (select min(xact_start) - interval '1 second' from pg_stat_activity
      where datname = current_database() and backend_xid is not null))::text as until`,
)
const closingsBehind = prepared<Behind>(
  'closings_behind_answer_watch',
  `select attempt_id as id, received_at::text, received_at > now() - make_interval(secs => ${gradedWithin}) as may_wait,
     received_at > now() - make_interval(secs => ${readWithin}) as may_be_unread
   from submissions
   where (received_at, attempt_id) > ($1::timestamptz, $2::uuid)
     and received_at <= $3::timestamptz
   order by received_at, attempt_id limit ${closingsAtOnce}`,
)
const moveOn = prepared(
  'move_answer_watch',
  'update answer_watch set through_at = $1::timestamptz, through_attempt = $2, checked = checked + $3',
)
const closingsWhole = prepared<PaperRow & StoredClosing>(
  'closings_whole_for_answer_watch',
  `select s.attempt_id as "attemptId", s.answers, s.receipt, s.reply_bytes as "replyBytes", s.packed as "packedSubmission",
     r.correct, r.total, r.receipt as "gradeReceipt", p.questions, p.packed, k.items, k.packed as packed_keys
   from submissions s
     left join lateral (
       select correct, total, receipt from results where attempt_id = s.attempt_id order by version desc limit 1) r on true
     left join papers p on p.attempt_id = s.attempt_id left join paper_keys k on k.attempt_id = s.attempt_id
   where s.attempt_id = any($1)`,
)

interface StoredClosing {
  attemptId: string
  answers: unknown
  receipt: string | null
  replyBytes: string | null
  packedSubmission: Buffer | null
  /** Of the newest result; null while there is none. */
  correct: number | null
  total: number | null
  gradeReceipt: string | null
}

/**
 * Compares, for every closing since the watch began, what was acknowledged with what was closed, signed and graded. One
 * difference is one too many: it is stored, counted, and logged as an error. Any number of processes may call it; one works.
 */
export async function watchAnswers(services: Services, settledAfter = settledAfterSeconds): Promise<void> {
  for (let page = 0; page < pagesOfRound; page += 1) {
    if ((await watchPage(services, settledAfter)) < closingsAtOnce) return
  }
}

async function watchPage(services: Services, settledAfter: number): Promise<number> {
  const { db, log, metrics } = services
  const [settled] = await findSettled(db, settledAfter)
  const found = await db.transaction(
    async (tx) => {
      const [place] = await holdPlace(tx)
      if (place === undefined) return null
      const behind = await closingsBehind(tx, place.through_at, place.through_attempt, settled!.until)
      const closed = await readAttempts(
        tx,
        behind.map(({ id }) => id),
      )
      const waiting = behind.findIndex(({ id, may_wait }) => may_wait && closed.get(id)?.state === 'submitted')
      const due = waiting === -1 ? behind : behind.slice(0, waiting)
      const kept = due.map(({ id }) => id).filter((id) => closed.has(id))
      const { differences, unread } = await compareAll(tx, kept)
      const stop = due.findIndex(({ id, may_be_unread }) => may_be_unread && unread.has(id))
      const read = stop === -1 ? due : due.slice(0, stop)
      const last = read.at(-1)
      const readIds = new Set(read.map(({ id }) => id))
      const found = new Map([...differences].filter(([id]) => readIds.has(id)))
      if (last !== undefined) {
        await note(tx, found)
        await countOrReport(services, tx, [...readIds])
        await moveOn(tx, last.received_at, last.id, read.length)
      }
      return { checked: read.length, differences: found, stoppedBy: stop === -1 ? null : unread.get(due[stop]!.id)! }
      // One snapshot for all that is compared: an operator who mends a key changes it together with the grade.
    },
    { isolationLevel: 'repeatable read' },
  )
  if (found === null) return 0
  const { stoppedBy } = found
  metrics.checkedClosings.inc(found.checked)
  for (const [attemptId, { kinds, questionIds }] of found.differences) {
    const what = { code: 'answer_difference', attemptId, kinds, questionIds }
    log.error(what, 'what was graded is not what was acknowledged')
  }
  if (stoppedBy !== null) throw stoppedBy
  return found.checked
}

/** People are counted here because each closing comes once; a failure must not stop the watch. */
async function countOrReport({ log }: Services, tx: Transaction, ids: string[]): Promise<void> {
  try {
    await tx.transaction((savepoint) => countFirstSittings(savepoint, ids))
  } catch (error) {
    log.error({ err: error, attemptIds: ids }, 'first sittings could not be counted')
  }
}

/** Only attempts that are whole: the events of a trimmed training are gone. */
async function readAttempts(tx: Queries, ids: string[]): Promise<Map<string, Attempt>> {
  const rows = ids.length === 0 ? [] : await tx.select().from(attempts).where(inArray(attempts.id, ids))
  return new Map(rows.filter(({ trimmedAt }) => trimmedAt === null).map((attempt) => [attempt.id, attempt]))
}

type Differences = Map<string, Difference>

interface Compared {
  /** Includes unreadable closings. */
  differences: Differences
  /** Why a closing cannot be read here: a later release has written it, or its bytes are broken. */
  unread: Map<string, Error>
}

/** Compares each closing separately: an unreadable one hides no other. */
async function compareAll(tx: Queries, ids: readonly string[]): Promise<Compared> {
  const winners = await winningEventsOfMany(tx, ids)
  const differences: Differences = new Map()
  const unread = new Map<string, Error>()
  // An account that was erased just now has no rows any more.
  for (const closing of await closingsWhole(tx, ids)) {
    const { attemptId, packedSubmission } = closing
    try {
      const { answers: submitted, receipt } = contentOf({ ...closing, packed: packedSubmission })
      const graded = gradeOf(closing)
      const difference = compareGraded({ winners: winners.get(attemptId)!, submitted, receipt, graded })
      if (difference !== null) differences.set(attemptId, difference)
    } catch (error) {
      unread.set(attemptId, error as Error)
      differences.set(attemptId, { kinds: ['unreadable'], questionIds: [] })
    }
    // Unpacking and counting take milliseconds: other work of the process gets a turn.
    await setImmediate()
  }
  return { differences, unread }
}

function gradeOf(closing: PaperRow & StoredClosing): ClosedAnswers['graded'] {
  const { correct, total, gradeReceipt, questions, packed } = closing
  if (correct === null || total === null || countedLate(gradeReceipt!)) return null
  return questions === null && packed === null ? null : { correct, total, items: itemsOf(closing) }
}

async function note(tx: Queries, differences: Differences): Promise<void> {
  if (differences.size === 0) return
  const rows = [...differences].map(([attemptId, { kinds, questionIds }]) => ({ attemptId, kinds, questionIds }))
  await tx.insert(answerDifferences).values(rows).onConflictDoNothing()
}
