import { sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import type { JobKinds } from '../../jobs/job-queue.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import type { Services } from '../../services.ts'

/** Several servers come round at once; the later one finds the jobs of the first. */
const renewLock = 7_201_944_028

/**
 * Adds the jobs anew of refunds that the queue has given up, a week of tries being over: what is owed stays owed. Leaves
 * out what was returned by hand, as its provider told us, and what another provider took: its refund could only fail.
 */
export async function renewRefunds({ db, jobs }: Services, provider: PaymentProvider): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${renewLock})`)
    const givenUp: JobKinds['refund-payment'][] = []
    for (const id of await longOwed(tx, provider)) {
      const job = { ledger_id: id }
      if (!(await jobs.holds(tx, 'refund-payment', job))) givenUp.push(job)
    }
    // Asked again, later than the queue was: a job may have ended since, having sent what was owed when we first asked.
    const stillOwed = givenUp.length > 0 ? await longOwed(tx, provider) : []
    for (const job of givenUp) if (stillOwed.includes(job.ledger_id)) await jobs.add(tx, 'refund-payment', job)
  })
}

/** The ledger rows, oldest first, of what this provider took and nobody has returned in the queue's week of tries. */
async function longOwed(tx: Queries, provider: PaymentProvider): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select due.id from ledger due
    where due.kind = 'refund_due' and due.provider = ${provider.name}
      and (due.recorded_at < now() - interval '8 days' or due.details ? 'author')
      and not exists (
        select 1 from ledger done
        where done.purchase_id = due.purchase_id and done.kind in ('refund_sent', 'refund')
          and done.amount >= due.amount
          and done.details->>'payment_id' = due.details->>'payment_id')
    order by due.recorded_at`)
  return rows.map(({ id }) => id)
}
