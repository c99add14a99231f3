import { sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'

/** A payment in the sandbox bank. `amount` is in kopiykas. */
export interface BankPayment extends Record<string, unknown> {
  payment_id: string
  order_id: string
  amount: number
  currency: string
  status: 'created' | 'success' | 'failure' | 'reversed'
  /** The returned sum in kopiykas. */
  returned: number
}

/** Several processes may start at the same time, and concurrent `create … if not exists` fail. */
const setUpLock = 7_201_944_029

/** The sandbox bank's records, in a schema of their own. The shop reads them by the provider's calls alone, as a real bank's. */
export function createSandboxBank(db: Database) {
  return {
    async setUp(): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${setUpLock})`)
        await tx.execute(sql`create schema if not exists sandbox`)
        await tx.execute(sql`
          create table if not exists sandbox.payments (
            payment_id uuid primary key default gen_random_uuid(),
            order_id text not null unique,
            amount integer not null,
            currency text not null,
            status text not null default 'created'
          )`)
        await tx.execute(sql`
          create table if not exists sandbox.returns (key text primary key, order_id text not null, amount integer not null)`)
      })
    },

    /** The payment of an order, made when its page is first opened. */
    async open(order: { orderId: string; amount: number; currency: string }): Promise<BankPayment> {
      await db.execute(sql`
        insert into sandbox.payments (order_id, amount, currency)
        values (${order.orderId}, ${order.amount}, ${order.currency})
        on conflict (order_id) do nothing`)
      return (await this.find(order.orderId))!
    },

    /** Null if nobody has opened the page of this order. */
    async find(orderId: string): Promise<BankPayment | null> {
      const { rows } = await db.execute<BankPayment>(
        sql`select payment_id, order_id, amount, currency, status, coalesce((
              select sum(amount) from sandbox.returns r where r.order_id = p.order_id)::integer, 0) as returned
            from sandbox.payments p where order_id = ${orderId}`,
      )
      return rows[0] ?? null
    },

    /** Stores the person's decision. A payment that succeeded stays so, whatever an old page sends. */
    async decide(orderId: string, status: 'success' | 'failure'): Promise<BankPayment> {
      await db.execute(sql`
        update sandbox.payments set status = ${status} where order_id = ${orderId} and status in ('created', 'failure')`)
      return (await this.find(orderId))!
    },

    /** Returns a part of a payment; `key` is an idempotency key. */
    async giveBack(orderId: string, { key, amount }: { key: string; amount: number }): Promise<void> {
      await db.execute(sql`
        insert into sandbox.returns (key, order_id, amount) values (${key}, ${orderId}, ${amount})
        on conflict (key) do nothing`)
      await db.execute(sql`
        update sandbox.payments p set status = 'reversed' where order_id = ${orderId} and status = 'success'
          and amount <= (select sum(amount) from sandbox.returns r where r.order_id = p.order_id)`)
    },
  }
}

export type SandboxBank = ReturnType<typeof createSandboxBank>
