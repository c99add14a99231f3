import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { connect } from '../../server/db/connect.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { startedExam } from '../support/started-exam.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(() => vi.useRealTimers())
afterAll(() => server.close())

it('[S13] one save opens all six reserved connections, so no concurrent save waits for a new one', async () => {
  const { reserved, lookups } = server.services.pools
  const exam = await startedExam(server)
  expect((await exam.save({ events: exam.events.slice(0, 1) })).status).toBe(200)
  await expect.poll(() => [reserved.totalCount, reserved.idleCount]).toEqual([6, 6])
  // Lookups serve tickets that another process has given out.
  await server.services.lookups.execute('select 1')
  await expect.poll(() => lookups.idleCount).toBe(2)
})

it.each([
  ['are kept stay open', true, 2],
  ['are not kept are closed', false, 0],
])('connections that %s when no query comes for an hour', async (_what, areKept, left) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { pool } = connect(server.config.databaseUrl, { max: 2, areKept })
  await Promise.all([pool.query('select 1'), pool.query('select 1')])
  expect(pool.idleCount).toBe(2)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(pool.totalCount).toBe(left)
  vi.useRealTimers()
  await pool.end()
})

it('a kept connection stays open while it waits for queries, and is replaced when the database does not reply to one', async () => {
  const { pool } = connect(server.config.databaseUrl, { max: 1, areKept: true, silentMs: 100 })
  const pid = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  const before = await pid()
  // This needs real time: three times the allowed silence.
  await pause(300)
  expect(await pid()).toBe(before)
  await expect(pool.query('select pg_sleep(1)')).rejects.toThrow('the database is silent')
  expect(await pid()).not.toBe(before)
  await pool.end()
})
