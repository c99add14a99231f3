import { and, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/connect.ts'
import { oneTimeTokens, refreshFamilies, users } from '../../db/schema/accounts.ts'
import { attempts } from '../../db/schema/attempts.ts'
import { feedbackMessages } from '../../db/schema/catalog.ts'
import { namelessExams } from '../../db/schema/nameless.ts'
import { examGrants, ledger, orders, purchases } from '../../db/schema/purchases.ts'
import { pushes } from '../../db/schema/pushes.ts'
import { questionReports } from '../../db/schema/question-reports.ts'
import { mails, notifications } from '../../db/schema/site.ts'

/** Rows of one DELETE: it holds its locks, and the disk, for a moment only. */
const batchSize = 500
/** What a round deletes of one table at most; the rest waits for the next. */
const batchesPerRound = 20

interface Retention {
  table: PgTable
  /** What a row is old by. An index has the same expression. */
  since: SQL
  /** How long it is kept after that, as the privacy policy (content/legal/privacy.uk.html) promises. */
  kept: SQL
}

/** How long that is kept which the privacy policy gives a term: PostgreSQL's words for it. */
export const keptFor = {
  feedback: '3 years',
  mails: '30 days',
  sessions: '30 days',
  notifications: '1 year',
  pushes: '7 days',
  questionReports: '1 year',
  namelessExams: '5 years',
  unusedAccounts: '1 year',
} as const

/** So long an order is kept by which nobody has paid: until then its money may still come. */
const unpaidOrdersKeptFor = '1 year'

const interval = (kept: string) => sql.raw(`interval '${kept}'`)

/**
 * What is deleted by its age alone. Nothing that an answer, a grade or a payment depends on is among it: those stay with
 * the account, or as long as tax law wants.
 */
const terms: Retention[] = [
  { table: feedbackMessages, since: sql`created_at`, kept: interval(keptFor.feedback) },
  // Sent ones have lost their text already; the queue gives an unsent one up within eight days.
  { table: mails, since: sql`created_at`, kept: interval(keptFor.mails) },
  { table: refreshFamilies, since: sql`coalesce(revoked_at, expires_at)`, kept: interval(keptFor.sessions) },
  { table: oneTimeTokens, since: sql`expires_at`, kept: sql`interval '1 day'` },
  { table: notifications, since: sql`created_at`, kept: interval(keptFor.notifications) },
  { table: pushes, since: sql`created_at`, kept: interval(keptFor.pushes) },
  { table: questionReports, since: sql`created_at`, kept: interval(keptFor.questionReports) },
  // By then no paper is made as theirs were, and what they could calibrate is calibrated.
  { table: namelessExams, since: sql`month`, kept: interval(keptFor.namelessExams) },
]

/**
 * Deletes what the privacy policy says is deleted by now, oldest first, in bounded batches. Any number of processes may do
 * it at once: each takes rows that no other holds.
 */
export async function forgetWhatIsOver(db: Database): Promise<void> {
  for (const term of terms) await repeat(() => deleteOld(db, term))
  await repeat(() => deleteUnpaidOrders(db))
  await repeat(() => deleteUnusedAccounts(db))
}

/** Continues while batches come back full. */
async function repeat(deleteBatch: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < batchesPerRound; batch += 1) {
    if ((await deleteBatch()) < batchSize) return
  }
}

async function deleteOld(db: Database, { table, since, kept }: Retention): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${table} where id in (
      select id from ${table} where ${since} < now() - ${kept}
      order by ${since} limit ${batchSize} for update skip locked
    )`)
  return rowCount ?? 0
}

/**
 * Orders that were declined or let go a year ago, and in whose ledger there is nothing: one person may leave twenty of them a day.
 * What hangs on their lines would go with them, so one with an exam or a grant stays, whatever its status says.
 */
async function deleteUnpaidOrders(db: Database): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${orders} where ${orders.id} in (
      select ${orders.id} from ${orders}
      where ${orders.status} in ('failed', 'expired') and ${orders.held} is null
        and ${orders.createdAt} < now() - ${interval(unpaidOrdersKeptFor)}
        and not exists (select 1 from ${ledger} where ${ledger.orderId} = ${orders.id})
        and not exists (select 1 from ${attempts} join ${purchases} on ${purchases.id} = ${attempts.purchaseId}
          where ${purchases.orderId} = ${orders.id})
        and not exists (select 1 from ${examGrants} join ${purchases} on ${purchases.id} = ${examGrants.purchaseId}
          where ${purchases.orderId} = ${orders.id})
      order by ${orders.createdAt} limit ${batchSize} for update skip locked
    )`)
  return rowCount ?? 0
}

/**
 * An account that was opened a year ago, whose address nobody has confirmed, that ordered nothing and in which nobody is
 * signed in: often somebody else's address. The look and the deletion are two statements, so that the second one sees what
 * came while the first one waited for its locks.
 */
async function deleteUnusedAccounts(db: Database): Promise<number> {
  const isOld = and(
    sql`not ${users.isVerified}`,
    isNull(users.closedAt),
    isNull(users.erasedAt),
    sql`${users.createdAt} < now() - ${interval(keptFor.unusedAccounts)}`,
  )
  const isUnused = and(
    notExists(sql`(select 1 from ${purchases} where ${purchases.userId} = ${users.id})`),
    notExists(sql`(select 1 from ${attempts} where ${attempts.userId} = ${users.id})`),
    notExists(sql`(select 1 from ${refreshFamilies} where ${refreshFamilies.userId} = ${users.id})`),
  )
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(isOld, isUnused))
      .orderBy(users.createdAt)
      .limit(batchSize)
      .for('update', { skipLocked: true })
    const ids = found.map(({ id }) => id)
    if (ids.length > 0) await tx.delete(users).where(and(inArray(users.id, ids), isOld, isUnused))
    return ids.length
  })
}
