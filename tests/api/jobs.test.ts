import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const countJobs = async (mail_id: string) => {
  const { rows } = await server.services.pool.query(
    `select count(*)::int as jobs from pgboss.job where name = 'send-mail' and data->>'mail_id' = $1`,
    [mail_id],
  )
  return rows[0].jobs
}

describe('a job added in a transaction', () => {
  it('does not exist when the transaction is rolled back, and exists when it is committed', async () => {
    const { db, jobs } = server.services
    const [lost, kept] = [crypto.randomUUID(), crypto.randomUUID()]
    await expect(
      db.transaction(async (tx) => {
        await jobs.add(tx, 'send-mail', { mail_id: lost }, 3600)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await db.transaction((tx) => jobs.add(tx, 'send-mail', { mail_id: kept }, 3600))

    expect(await countJobs(lost)).toBe(0)
    expect(await countJobs(kept)).toBe(1)
  })
})
