import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../../server/db/connect.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

it('[R05] a connection that breaks between two steps of a transaction ends that transaction, not the process', async () => {
  const { pool } = connect(database.url)
  const client = await pool.connect()
  const { rows } = await client
    .query<{ pid: number }>('begin; select pg_backend_pid() as pid')
    .then((replies) => (replies as unknown as { rows: { pid: number }[] }[])[1]!)
  // Not by `once` of node:events: that would hear the error in place of the pool's owner.
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
  await ended
  await expect(client.query('select 1')).rejects.toThrow()
  client.release(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})
