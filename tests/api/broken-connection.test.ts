import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { connect } from '../../server/db/connect.ts'
import { isAway } from '../../server/db/is-away.ts'
import { openConnection } from '../../server/db/open-connection.ts'
import { startJobQueue } from '../../server/jobs/job-queue.ts'
import { startTestServer } from '../support/build-server.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { openGate } from '../support/gate.ts'
import { until } from '../support/exam-calls.ts'

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
  // `once` of node:events would handle the error, which belongs to the pool's owner.
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
  await ended
  await expect(client.query('select 1')).rejects.toThrow()
  client.release(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

it('[R05] a pool of two connections serves again after three connections broke at the start of a transaction', async () => {
  const places = 2
  const { db, pool } = connect(database.url, { max: places })
  const breakOff = (client: pg.PoolClient) => client.connection.stream.destroy()
  pool.on('acquire', breakOff)
  for (let broken = 0; broken <= places; broken += 1) {
    await expect(db.transaction(async () => 'begun')).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/^Connection terminated|not queryable/) },
    })
  }
  pool.off('acquire', breakOff)
  const asked = () => db.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows)
  expect(await Promise.all([asked(), asked(), asked()])).toEqual(Array(3).fill([{ one: 1 }]))
  await pool.end()
})

it('[R05] a failed transaction throws its own reason, even if its rollback fails, and leaves a working connection', async () => {
  const { db, pool } = connect(database.url, { max: 1 })
  const reason = new Error('changed my mind')
  const pidOf = (tx: Pick<typeof db, 'execute'>) => tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const failing = (before: () => void) =>
    db.transaction(async (tx) => {
      await pidOf(tx)
      before()
      throw reason
    })
  const { pid } = (await pidOf(db)).rows[0]!
  await expect(failing(() => undefined)).rejects.toBe(reason)
  expect((await pidOf(db)).rows[0]!.pid).toBe(pid)

  const held: pg.PoolClient[] = []
  pool.once('acquire', (client: pg.PoolClient) => held.push(client))
  await expect(failing(() => void held[0]!.connection.stream.destroy())).rejects.toBe(reason)
  expect((await pidOf(db)).rows[0]!.pid).not.toBe(pid)
  await pool.end()
})

it('[R05] a query of a silent database fails as away, and the next call gets a connection from the pool', async () => {
  const url = new URL(database.url)
  const gate = await openGate(`http://${url.host}`)
  url.host = new URL(gate.origin).host
  const { db, pool } = connect(url.href, { max: 1, silentMs: 500 })
  const asked = async (tx: Pick<typeof db, 'execute'>) => (await tx.execute(sql`select 1 as one`)).rows
  expect(await asked(db)).toEqual([{ one: 1 }])
  gate.fallSilent()
  const failure = await asked(db).catch((error: unknown) => error)
  expect(isAway(failure)).toBe(true)
  const fallsSilent = db.transaction(async (tx) => {
    await asked(tx)
    gate.fallSilent()
    return asked(tx)
  })
  expect(isAway(await fallsSilent.catch((error: unknown) => error))).toBe(true)
  expect(await asked(db)).toEqual([{ one: 1 }])
  await pool.end()
  await gate.shut()
})

it('[R05] a server that starts before its database retries the connection until the database is there', async () => {
  const url = new URL(database.url)
  const gate = await openGate(`http://${url.host}`)
  url.host = new URL(gate.origin).host
  await gate.shut()
  const connect = vi.spyOn(pg.Client.prototype, 'connect')
  const opening = openConnection(url.href)
  await Promise.race([opening, until(async () => connect.mock.calls.length > 1)])
  connect.mockRestore()
  await gate.open()
  const client = await opening
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
  await gate.shut()
})

it('[R05] a call gets 503 with a Retry-After of 3 to 8 s if the database is away, and not if a statement fails otherwise', async () => {
  const server = await startTestServer({ logLevel: 'silent' })
  const failWith = async (message: string, code?: string) => {
    const query = vi.spyOn(server.services.pool, 'query')
    query.mockImplementation((() => Promise.reject(Object.assign(new Error(message), { code }))) as never)
    const { statusCode, headers, body } = await server.app.inject('/api/footer/')
    query.mockRestore()
    return [statusCode, headers['retry-after'], JSON.parse(body).code]
  }
  const away = [503, expect.stringMatching(/^[3-8]$/), 'overloaded']
  expect(await failWith('the database system is starting up', '57P03')).toEqual(away)
  expect(await failWith('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED')).toEqual(away)
  expect(await failWith('Connection terminated unexpectedly')).toEqual(away)
  expect(await failWith('timeout exceeded when trying to connect')).toEqual(away)
  expect(await failWith('invalid input syntax for type json', '22P02')).toEqual([400, undefined, 'bad_json'])
  expect(await failWith('invalid input syntax for type uuid', '22P02')).toEqual([500, undefined, 'internal_error'])
  expect(await failWith('relation "x" does not exist', '42P01')).toEqual([500, undefined, 'internal_error'])
  expect((await server.app.inject('/api/footer/')).statusCode).toBe(200)
  await server.close()
})

it('[R05] the queue reports a job whose end it could not store because the database was away, and runs the next job', async () => {
  const administration = new URL(database.url)
  const name = administration.pathname.slice(1)
  administration.pathname = '/postgres'
  const administrator = new pg.Client({ connectionString: administration.href })
  await administrator.connect()
  const goAway = async () => {
    await administrator.query(`alter database ${name} allow_connections false`)
    await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  }
  const { db, pool } = connect(database.url)
  const heard: string[] = []
  const done: string[] = []
  const jobs = await startJobQueue(database.url, {
    warn: () => undefined,
    error: ({ reason }: { reason: string }) => heard.push(reason),
  })
  jobs.work('send-mail', async ({ mail_id }) => {
    done.push(mail_id)
    if (mail_id === 'first') await goAway()
  })
  const add = (mail_id: string) => db.transaction((tx) => jobs.add(tx, 'send-mail', { mail_id }))
  await add('first')
  await until(async () => heard.some((message) => message.includes('not currently accepting connections')))
  await administrator.query(`alter database ${name} allow_connections true`)
  await add('second')
  await until(async () => done.includes('second'))

  await jobs.stop()
  await pool.end()
  await administrator.end()
})
