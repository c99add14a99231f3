import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledger } from '../../server/db/schema/purchases.ts'
import { refundPayment } from '../../server/features/purchases/refund-payment.ts'
import { renewRefunds } from '../../server/features/purchases/renew-refunds.ts'
import { createSandboxBank } from '../../server/payments/sandbox/sandbox-bank.ts'
import { createSandbox } from '../../server/payments/sandbox/sandbox-provider.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { allAtOnce } from '../support/crowd.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { until } from '../support/sitting.ts'

let servers: [TestServer, TestServer]
beforeAll(async () => {
  const first = await startTestServer()
  servers = [first, await startTestServer({ sharing: first })]
})
afterAll(async () => {
  await servers[1].close()
  await servers[0].close()
})

const db = () => servers[0].services.db
const sandbox = () => createSandbox('a secret of the sandbox', createSandboxBank(db()))
/** All of a crowd, through both servers, as their rounds would if they met. */
const renewAtOnce = () => allAtOnce(servers, ({ services }) => renewRefunds(services, sandbox()))

/** Money that we owe for so many days, and for which the queue holds no job any more. */
async function debt(days: number, provider = 'sandbox') {
  const purchaseId = await givePurchase(servers[0], await newcomer(servers[0]))
  const move = async (kind: string, recordedAt = new Date()) => {
    const event = { purchaseId, kind, amount: 14_900, currency: 'UAH', provider, recordedAt }
    const id = crypto.randomUUID()
    const names = { id, providerEventId: `${kind}:${id}`, details: { payment_id: purchaseId } }
    await db()
      .insert(ledger)
      .values({ ...event, ...names })
    return id
  }
  const ledgerId = await move('refund_due', new Date(Date.now() - days * 86_400_000))
  return {
    ledgerId,
    move,
    async kinds() {
      const rows = await db().select({ kind: ledger.kind }).from(ledger).where(eq(ledger.purchaseId, purchaseId))
      return rows.map(({ kind }) => kind)
    },
    async jobs() {
      const { rows } = await servers[0].services.pool.query(
        `select 1 from pgboss.job where name = 'refund-payment' and data->>'ledger_id' = $1`,
        [ledgerId],
      )
      return rows.length
    },
  }
}

describe('a refund that the queue has given up', () => {
  it('is taken up again, once however many servers come round at once, until it is sent', async () => {
    const owed = await debt(9)
    await renewAtOnce()
    await until(async () => (await owed.kinds()).includes('refund_sent'))
    await renewAtOnce()
    expect([await owed.kinds(), await owed.jobs()]).toEqual([['refund_due', 'refund_sent'], 1])
  })

  it('is not taken up again when its job ends, the money sent, while the servers come round', async () => {
    const owed = await debt(9)
    const { services } = servers[0]
    const { jobs } = services
    const holds: typeof jobs.holds = async (tx, name, job) => {
      await jobs.add(db(), 'refund-payment', { ledger_id: owed.ledgerId })
      await until(async () => !(await jobs.holds(db(), 'refund-payment', { ledger_id: owed.ledgerId })))
      return jobs.holds(tx, name, job)
    }
    await renewRefunds({ ...services, jobs: { ...jobs, holds } }, sandbox())
    expect([await owed.kinds(), await owed.jobs()]).toEqual([['refund_due', 'refund_sent'], 1])
  })

  it('is left to the queue while that still tries', async () => {
    const owed = await debt(7)
    await renewAtOnce()
    expect(await owed.jobs()).toBe(0)
  })

  it('is not sent by a job that still tries when somebody has returned the money by hand', async () => {
    const owed = await debt(1)
    await owed.move('refund')
    await refundPayment(servers[0].services, sandbox(), owed.ledgerId)
    expect(await owed.kinds()).toEqual(['refund_due', 'refund'])
  })

  it('is left alone when the provider tells that somebody has returned the money by hand', async () => {
    const owed = await debt(9)
    await owed.move('refund')
    await renewAtOnce()
    expect(await owed.jobs()).toBe(0)
  })
})

describe('money that another provider took', () => {
  it('is not counted as returned: the job fails, which the log tells, and is not taken up again here', async () => {
    const owed = await debt(9, 'monobank')
    const refund = refundPayment(servers[0].services, sandbox(), owed.ledgerId)
    await expect(refund).rejects.toThrow('monobank has to return what it took, and this server has sandbox')
    await renewAtOnce()
    expect([await owed.kinds(), await owed.jobs()]).toEqual([['refund_due'], 0])
  })
})
