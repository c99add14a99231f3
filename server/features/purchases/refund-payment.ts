import { eq } from 'drizzle-orm'
import { ledger, purchases } from '../../db/schema/purchases.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import type { Services } from '../../services.ts'
import { appendMovement, hasMovement } from './ledger.ts'
import { storedCheckout } from './purchase-standing.ts'

/**
 * Returns money that is owed, by the ledger row that says so. May run twice: what was sent is written down, and providers
 * take a repeated refund of one payment for the same. Throws while the provider is away, or another one than took the
 * money; the queue tries again.
 */
export async function refundPayment({ db }: Services, provider: PaymentProvider, ledgerId: string): Promise<void> {
  const [row] = await db
    .select({ due: ledger, purchase: purchases })
    .from(ledger)
    .innerJoin(purchases, eq(purchases.id, ledger.purchaseId))
    .where(eq(ledger.id, ledgerId))
  if (row === undefined) return
  const { due, purchase } = row
  if (due.provider !== provider.name) {
    throw new Error(`${due.provider} has to return what it took, and this server has ${provider.name}`)
  }
  const { payment_id: paymentId } = due.details as { payment_id: string }
  if (await hasMovement(db, 'refund_sent', purchase.id, paymentId)) return
  // Somebody has returned it by hand, while we could not reach the provider.
  if (await hasMovement(db, 'refund', purchase.id, paymentId, due.amount)) return
  const { id, currency, cardTitle } = purchase
  const reference = storedCheckout(purchase)?.reference ?? id
  await provider.refund(
    { id, amount: due.amount, currency, description: cardTitle, reference },
    { paymentId, amount: due.amount },
  )
  await appendMovement(db, {
    purchaseId: id,
    kind: 'refund_sent',
    amount: due.amount,
    currency,
    provider: due.provider,
    paymentId,
  })
}
