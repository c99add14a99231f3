import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { connect } from '../../server/db/connect.ts'
import { examUse } from '../../server/features/exams/exam-use.ts'
import { closeCheckout } from '../../server/features/purchases/expire/close-checkout.ts'
import { sendRefund } from '../../server/features/purchases/rounds/send-refund.ts'
import { createLiqpay } from '../../server/payments/liqpay.ts'
import { createMonobank } from '../../server/payments/monobank.ts'
import type { PaymentProvider } from '../../server/payments/payment-provider.ts'
import type { Services } from '../../server/services.ts'
import { testConfig } from '../support/build-server.ts'
import { type BankName, Banks, bankUrls, liqpayKeys } from './banks.ts'
import { killAtQueries } from './life.ts'

/** The shop's real code on a real database, with the banks that it calls. */
export interface Shop {
  services: Services
  pool: pg.Pool
  banks: Banks
  providers: Record<BankName, PaymentProvider>
  /** Runs each waiting job of these orders once. A failed job keeps waiting. */
  workOff(orderIds: readonly string[], provider: PaymentProvider): Promise<void>
  close(): Promise<void>
}

export async function openShop(databaseUrl: string): Promise<Shop> {
  const { db, pool } = connect(databaseUrl, { max: 24, statements: 'unnamed' })
  await pool.query('create table if not exists model_jobs (id serial primary key, name text, data jsonb)')
  const banks = new Banks()
  const { fetch } = globalThis
  globalThis.fetch = (url, request) => banks.answer(url instanceof Request ? url.url : url.toString(), request)
  const revive = killAtQueries()
  const silent = () => undefined
  const services = {
    config: testConfig(databaseUrl, '/nowhere'),
    db,
    pool,
    log: { warn: silent, error: silent, info: silent },
    publicOrigin: () => 'https://iq.example',
    examUse,
    jobs: {
      // Letters do not matter for money, so nobody sends them.
      add: async (tx: typeof db, name: string, data: object) => {
        if (name !== 'refund-payment' && name !== 'close-checkout') return
        await tx.execute(sql`insert into model_jobs (name, data) values (${name}, ${JSON.stringify(data)}::jsonb)`)
      },
    },
  } as unknown as Services
  const publicOrigin = services.publicOrigin
  const providers = {
    liqpay: createLiqpay({ ...liqpayKeys, apiUrl: bankUrls.liqpay, acceptTestPayments: false, publicOrigin }),
    monobank: createMonobank({ token: 'a token', apiUrl: bankUrls.monobank, publicOrigin }),
  }
  return {
    services,
    pool,
    banks,
    providers,
    async workOff(orderIds, provider) {
      const { rows } = await pool.query<{ id: number; name: string; data: { order_id: string; ledger_id: string } }>(
        `select id, name, data from model_jobs where data->>'order_id' = any($1)
           or data->>'ledger_id' in (select id::text from ledger where order_id = any($1::uuid[]))`,
        [orderIds],
      )
      for (const { id, name, data } of rows) {
        if (name === 'refund-payment') await sendRefund(services, provider, data.ledger_id)
        else await closeCheckout(services, provider, data.order_id)
        await pool.query('delete from model_jobs where id = $1', [id])
      }
    },
    async close() {
      revive()
      globalThis.fetch = fetch
      await pool.end()
    },
  }
}
