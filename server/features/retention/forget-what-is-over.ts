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
import { staffLooks } from '../../db/schema/staff.ts'

/** Rows of one DELETE: it uses the disk and holds its locks only for a moment. */
const batchSize = 500
/** Most batches of one table in a round; the next round continues. */
const batchesPerRound = 20

interface Retention {
  table: PgTable
  /** The time from which the age counts. An index has the same expression. */
  since: SQL
  /** How long a row is kept after that, as the privacy policy (content/legal/privacy.uk.html) promises. */
  kept: SQL
}

/** The terms of the privacy policy, as PostgreSQL's intervals. */
export const keptFor = {
  feedback: '3 years',
  mails: '30 days',
  sessions: '30 days',
  notifications: '1 year',
  pushes: '7 days',
  questionReports: '1 year',
  namelessExams: '5 years',
  unusedAccounts: '1 year',
  staffLooks: '3 years',
} as const

/** An order that nobody has paid is kept for so long, because its money may still come. */
const unpaidOrdersKeptFor = '1 year'

const interval = (kept: string) => sql.raw(`interval '${kept}'`)

/** Rows deleted by age alone. Rows that answers, grades or payments need stay with the account, or as tax law demands. */
const terms: Retention[] = [
  { table: feedbackMessages, since: sql`created_at`, kept: interval(keptFor.feedback) },
  // Sent ones have lost their text already; the queue gives an unsent one up within eight days.
  { table: mails, since: sql`created_at`, kept: interval(keptFor.mails) },
  { table: refreshFamilies, since: sql`coalesce(revoked_at, expires_at)`, kept: interval(keptFor.sessions) },
  { table: oneTimeTokens, since: sql`expires_at`, kept: sql`interval '1 day'` },
  { table: notifications, since: sql`created_at`, kept: interval(keptFor.notifications) },
  { table: pushes, since: sql`created_at`, kept: interval(keptFor.pushes) },
  { table: questionReports, since: sql`created_at`, kept: interval(keptFor.questionReports) },
  // A trigger of the table refuses to delete a younger one.
  { table: staffLooks, since: sql`at`, kept: interval(keptFor.staffLooks) },
  // By then papers are made differently, and these answers have been used for calibration.
  { table: namelessExams, since: sql`month`, kept: interval(keptFor.namelessExams) },
]

/** Deletes rows past the privacy policy's term, the oldest first, in batches. Concurrent processes skip each other's rows. */
export async function forgetWhatIsOver(db: Database): Promise<void> {
  for (const term of terms) await repeat(() => deleteOld(db, term))
  await repeat(() => deleteUnpaidOrders(db))
  await repeat(() => deleteUnusedAccounts(db))
}

/** Continues as long as batches are full. */
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
 * Deletes orders that were declined or dropped a year ago, without any ledger entry: one person may leave twenty of them a day.
 * An order with an exam or a grant stays, whatever its status, because these would be deleted with its lines.
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
 * Deletes accounts that were opened a year ago, never confirmed their address, ordered nothing and have no session: often it is
 * somebody else's address. Search and deletion are two statements: the second sees rows that came while the first waited.
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
