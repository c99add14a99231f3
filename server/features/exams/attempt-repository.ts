import { and, eq, getTableColumns } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { attempts, paperExposures, paperKeys, papers } from '../../db/schema/attempts.ts'
import { isUuid } from '../../db/uuid.ts'
import { foreignPurchase, notFound } from '../../failure.ts'
import { isNotBlocked, lockedAccount, openAccounts } from '../auth/accounts-in-sql.ts'
import { findBoughtTest } from '../purchases/bought-test.ts'
import { lockedPurchase } from '../purchases/purchase-access.ts'
import type { AnyMode, Attempt, AttemptFailure, AttemptMode } from './attempt.ts'
import { startMarks } from './attempt-clock.ts'
import { examUse } from './exam-use.ts'
import { notifyOfReturn } from './notify-owner.ts'

/** There is one open attempt of a purchase and mode at most. */
const openOf = (purchaseId: string, mode: AnyMode) =>
  and(eq(attempts.purchaseId, purchaseId), eq(attempts.mode, mode), attempts.isOpen)

/** Locks the open attempt of a purchase in this mode until the transaction ends. */
export async function lockOpenAttempt(tx: Queries, purchaseId: string, mode: AnyMode): Promise<Attempt | undefined> {
  const [attempt] = await tx.select().from(attempts).where(openOf(purchaseId, mode)).for('update')
  return attempt
}

/** Reads the open attempt of a purchase in this mode, without a lock. */
export async function findOpenAttempt(
  queries: Queries,
  purchaseId: string,
  mode: AnyMode,
): Promise<Attempt | undefined> {
  const [attempt] = await queries.select().from(attempts).where(openOf(purchaseId, mode))
  return attempt
}

/** The attempt of a purchase, in any mode, that this start key has begun. */
export async function findBegunBy(
  queries: Queries,
  purchaseId: string,
  startKey: string,
): Promise<Attempt | undefined> {
  const ofKey = and(eq(attempts.purchaseId, purchaseId), eq(attempts.startKey, startKey))
  const [attempt] = await queries.select().from(attempts).where(ofKey)
  return attempt
}

export async function findAttempt(queries: Queries, id: string): Promise<Attempt | undefined> {
  const [attempt] = await queries.select().from(attempts).where(eq(attempts.id, id))
  return attempt
}

/** Undefined for a malformed id, and for an attempt of another purchase or mode. */
export async function findAttemptOf(
  queries: Queries,
  purchaseId: string,
  { id, mode }: { id: string; mode: AnyMode },
): Promise<Attempt | undefined> {
  if (!isUuid(id)) return undefined
  const isIt = and(eq(attempts.id, id), eq(attempts.purchaseId, purchaseId), eq(attempts.mode, mode))
  const [attempt] = await queries.select().from(attempts).where(isIt)
  return attempt
}

/** An attempt that is locked until the transaction ends, or read. `now`: the call's arrival, before any wait for the row. */
export interface LockedAttempt {
  attempt: Attempt
  now: Date
}

type LockedRow = Attempt & { arrived_at: Date }

/** The columns of the attempt `a` under drizzle's names. */
export const attemptColumns = Object.entries(getTableColumns(attempts)).map(
  ([key, { name }]) => `a.${name} as "${key}"`,
)

const [account, purchase] = [lockedAccount('a.user_id'), lockedPurchase('a.purchase_id')]

/**
 * Locks account and purchase against erasure before the attempt. Rows that are written for an attempt reference both: an
 * erasure in between would wait for the attempt, and this transaction for it. PostgreSQL locks in the order of the clauses.
 */
const locking = (which: string) => `
  select ${attemptColumns.join(', ')}, date_trunc('milliseconds', statement_timestamp()) as arrived_at
  from attempts a ${account.join} ${purchase.join}
  where ${which}
  ${account.lock} ${purchase.lock} for update of a`

/** Only for an account that is neither blocked nor closed; other calls are decided under the lock. */
const readByTicket = prepared<LockedRow>(
  'read_attempt_by_ticket',
  `select ${attemptColumns.join(', ')}, date_trunc('milliseconds', statement_timestamp()) as arrived_at
   from attempts a join ${openAccounts} u on u.id = a.user_id
   where a.ticket_hash = $1 and a.purchase_id = $2`,
)
const lockById = prepared<LockedRow>('lock_attempt', locking('a.id = $1'))
/** The ticket of a blocked account is refused like an old one: devices then keep the answers that they hold. */
const lockByTicket = prepared<LockedRow>(
  'lock_attempt_by_ticket',
  locking(`a.ticket_hash = $1 and a.purchase_id = $2 and ${isNotBlocked} and ($3::text is null or a.mode = $3)`),
)

const asLocked = ([row]: LockedRow[]): LockedAttempt | undefined => {
  if (row === undefined) return undefined
  const { arrived_at: now, ...attempt } = row
  return { attempt, now }
}

/** Locks one attempt, its account and its purchase until the transaction ends. */
export async function lockAttempt(tx: Queries, id: string): Promise<LockedAttempt | undefined> {
  return asLocked(await lockById(tx, id))
}

/** Locks the attempt of a ticket on this purchase in the same way. `mode` null: either mode. */
export async function lockAttemptByTicket(
  tx: Queries,
  ticketHash: string,
  purchaseId: string,
  mode: AttemptMode | null,
): Promise<LockedAttempt | undefined> {
  return asLocked(await lockByTicket(tx, ticketHash, purchaseId, mode))
}

/** Reads the attempt of a ticket on this purchase without a lock, for a caller that only asks for its state. */
export async function readAttemptByTicket(
  tx: Queries,
  ticketHash: string,
  purchaseId: string,
): Promise<LockedAttempt | undefined> {
  return asLocked(await readByTicket(tx, ticketHash, purchaseId))
}

/** Locks an attempt that was just found. Throws 404 if it has been erased since. */
export async function lockFoundAttempt(tx: Queries, id: string): Promise<LockedAttempt> {
  const found = await lockAttempt(tx, id)
  if (found === undefined) throw notFound()
  return found
}

const newestId = (such = '') =>
  `(select id from attempts where purchase_id = $1 and mode = $2 ${such} order by created_at desc limit 1)`
const readNewest = prepared<Attempt>(
  'newest_attempt',
  `select ${attemptColumns.join(', ')} from attempts a where a.id = ${newestId()}`,
)
const lockNewest = prepared<LockedRow>('lock_newest_attempt', locking(`a.id = ${newestId()}`))
const lockNewestSubmitted = prepared<LockedRow>(
  'lock_newest_submitted_attempt',
  locking(`a.id = ${newestId('and submitted_at is not null')}`),
)

/** The newest attempt of a purchase in this mode, whatever its state. */
export async function newestAttempt(
  queries: Queries,
  purchaseId: string,
  mode: AttemptMode,
): Promise<Attempt | undefined> {
  const [attempt] = await readNewest(queries, purchaseId, mode)
  return attempt
}

/** Locks the newest attempt, or the newest submitted one, until the transaction ends. Throws 404 if there is none. */
export async function lockNewestAttempt(
  tx: Queries,
  purchaseId: string,
  mode: AttemptMode,
  { isSubmitted = false } = {},
): Promise<LockedAttempt> {
  const lock = isSubmitted ? lockNewestSubmitted : lockNewest
  const found = asLocked(await lock(tx, purchaseId, mode))
  if (found === undefined) throw notFound()
  return found
}

const writeStart = prepared(
  'start_clock',
  `update attempts set state = 'open', started_at = $2, deadline_at = $3, late_until = $4 where id = $1`,
)

/** Starts the clock at `at`; the attempt is spent from here on. */
export async function startClock(tx: Queries, attempt: Attempt, at: Date): Promise<Attempt> {
  const marks = startMarks(attempt, at)
  await writeStart(tx, attempt.id, marks.startedAt, marks.deadlineAt, marks.lateUntil)
  return { ...attempt, state: 'open', ...marks }
}

/** Ends an attempt by our failure: it is not used up. Deletes a paper that nobody received: its items may be asked again. */
export async function failAttempt(tx: Queries, attempt: Attempt, failure: AttemptFailure): Promise<Attempt> {
  if (attempt.deliveredAt === null) {
    for (const table of [papers, paperKeys, paperExposures])
      await tx.delete(table).where(eq(table.attemptId, attempt.id))
  }
  await tx.update(attempts).set({ state: 'failed', isOpen: false, failure }).where(eq(attempts.id, attempt.id))
  if (attempt.mode === 'exam') await examUse.wantPapers(tx, [attempt.purchaseId])
  await notifyOfReturn(tx, attempt)
  return { ...attempt, state: 'failed', isOpen: false, failure }
}

/** Ends an unanswered practice, and deletes its paper and keys. Its row counts for bounds of trainings. The caller holds it. */
export async function leaveUnanswered(tx: Queries, { id }: Attempt): Promise<void> {
  const failure: AttemptFailure = 'left'
  await tx.update(attempts).set({ state: 'failed', isOpen: false, failure }).where(eq(attempts.id, id))
  for (const table of [papers, paperKeys]) await tx.delete(table).where(eq(table.attemptId, id))
}

/** Throws 404 `not_found` if there is no such attempt, 403 `foreign_purchase` for somebody else's. */
export async function requireOwnAttempt(queries: Queries, attemptId: string, userId: string): Promise<void> {
  const [attempt] = await queries.select({ userId: attempts.userId }).from(attempts).where(eq(attempts.id, attemptId))
  if (attempt === undefined) throw notFound()
  if (attempt.userId !== userId) throw foreignPurchase()
}

/** The page of the client that shows this purchase's results. */
export async function resultUrl(queries: Queries, purchaseId: string): Promise<string> {
  const { type } = await findBoughtTest(queries, purchaseId)
  return `/${type}/test-result/${purchaseId}`
}
