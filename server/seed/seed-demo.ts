import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '../db/connect.ts'
import { users } from '../db/schema/accounts.ts'
import { purchases } from '../db/schema/purchases.ts'
import { hashPassword, verifyPassword } from '../features/auth/password-hash.ts'
import { requireTest } from '../features/catalog/find-test.ts'
import { insertOrder } from '../features/purchases/order/insert-order.ts'
import { appendMovement } from '../features/purchases/books/ledger.ts'
import { markPaid } from '../features/purchases/pay/mark-paid.ts'
import { isOwnedNow } from '../features/purchases/owned-now.ts'
import type { Services } from '../services.ts'

export interface DemoAccount {
  email: string
  password: string
}

const demoSlug = 'verbalnij'

/** Seeds the demonstration's account with this password, and one test that it has paid for in the sandbox. */
export async function seedDemo(tx: Queries, services: Services, demo: DemoAccount): Promise<void> {
  const userId = await ensureAccount(tx, demo)
  const test = await requireTest(tx, demoSlug)
  const [owned] = await tx
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.testId, test.id), isOwnedNow))
  if (owned !== undefined) return
  const ofThisTest = and(eq(purchases.userId, userId), eq(purchases.testId, test.id))
  await tx.update(purchases).set({ live: false }).where(ofThisTest)
  const placed = await insertOrder(tx, 'sandbox', { tests: [test], userId, idempotencyKey: crypto.randomUUID() })
  const { id, price: amount, currency } = placed!.order
  await appendMovement(tx, {
    orderId: id,
    kind: 'payment',
    amount,
    currency,
    provider: 'sandbox',
    paymentId: `demo-${id}`,
  })
  // Before the server listens, only a configured address is known.
  const publicOrigin = () => services.config.publicOrigin ?? ''
  await markPaid(tx, { ...services, publicOrigin }, placed!)
}

async function ensureAccount(tx: Queries, { email, password }: DemoAccount): Promise<string> {
  const [account] = await tx.select().from(users).where(sql`lower(${users.email}) = lower(${email})`)
  if (account === undefined) {
    const [made] = await tx
      .insert(users)
      .values({
        email,
        passwordHash: await hashPassword(password),
        firstName: 'Демо',
        lastName: 'Гість',
        isVerified: true,
      })
      .returning({ id: users.id })
    return made!.id
  }
  if (!(await verifyPassword(account.passwordHash, password))) {
    // The file with the password was made again.
    const passwordHash = await hashPassword(password)
    await tx.update(users).set({ passwordHash, passwordChangedAt: sql`now()` }).where(eq(users.id, account.id))
  }
  // A visitor may have closed the account, and the next one must get in.
  await tx.update(users).set({ closedAt: null, eraseAfter: null }).where(eq(users.id, account.id))
  return account.id
}
