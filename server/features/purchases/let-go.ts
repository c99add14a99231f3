import { and, eq } from 'drizzle-orm'
import { orders } from '../../db/schema/purchases.ts'
import type { Services } from '../../services.ts'
import { closeCheckoutSoon } from './close-checkout.ts'
import { setStatus } from './set-status.ts'

/** Lets go of an order, if it still waits for payment, and has its checkout closed: the test can be ordered anew. */
export async function letGo({ db, jobs }: Pick<Services, 'db' | 'jobs'>, orderId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const waiting = and(eq(orders.id, orderId), eq(orders.status, 'pending'))
    const [order] = await tx.select().from(orders).where(waiting).for('update')
    if (order === undefined) return
    await setStatus(tx, order, 'expired')
    await closeCheckoutSoon(tx, { jobs }, order)
  })
}
