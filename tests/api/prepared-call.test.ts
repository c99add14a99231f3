import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'
import { connect, type Database } from '../../server/db/connect.ts'
import { prepared } from '../../server/db/prepared.ts'
import { sqlStateOf } from '../../server/db/sql-state.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const pidOf = prepared<{ pid: number }>('pid_of_connection', 'select pg_backend_pid() as pid')
const half = prepared<{ half: number; at: Date; of: unknown; none: null }>(
  'half_of',
  `select 84 / $1::int as half, '2026-11-24T10:00:00Z'::timestamptz as at, $2::jsonb as of, null as none`,
)
const keep = prepared<{ number: number }>('keep_number', 'insert into numbers (number) values ($1) returning number')
const sleep = prepared('sleep_long', 'select pg_sleep(30)')

/** One connection, so that each call meets what an earlier one has left on it. */
let db: Database
let pool: pg.Pool
beforeEach(async () => {
  ;({ db, pool } = connect(database.url, { max: 1 }))
  await pool.query('drop table if exists numbers; create table numbers (number int unique)')
})
afterEach(() => pool.end())

const kept = async () =>
  (await pool.query<{ number: number }>('select number from numbers order by number')).rows.map(({ number }) => number)
const stateOf = (work: Promise<unknown>) => work.then(() => 'done', sqlStateOf)

describe('a prepared statement', () => {
  it('a prepared statement is prepared once, and each of three calls returns the same rows as the driver reads them', async () => {
    const row = { half: 42, at: new Date('2026-11-24T10:00:00Z'), of: { її: ['a', null] }, none: null }
    for (let call = 0; call < 3; call += 1) expect(await half(db, 2, '{"її":["a",null]}')).toEqual([row])
    expect((await pool.query('select count(*)::int as n from pg_prepared_statements')).rows).toEqual([{ n: 1 }])
  })

  it('a failed prepared statement gives its SQLSTATE, also at its first call, and runs again on the same connection', async () => {
    const ran = db.transaction(async (tx) => {
      const [{ pid }] = (await pidOf(tx)) as [{ pid: number }]
      const divided = tx.transaction((within) => half(within, 0, null))
      expect(await stateOf(divided)).toBe('22012')
      expect(await half(tx, 4, null)).toMatchObject([{ half: 21 }])
      expect(await stateOf(tx.transaction((within) => half(within, 'four', null)))).toBe('22P02')
      expect(await half(tx, 4, null)).toMatchObject([{ half: 21 }])
      expect(await pidOf(tx)).toEqual([{ pid }])
    })
    await ran
  })

  it('a prepared statement fails once after its table changed or its connection lost it, and is prepared again at the next call', async () => {
    const all = prepared('all_numbers', 'select * from numbers')
    await pool.query('insert into numbers values (1)')
    // In one transaction: the pool would drop a connection at its first error.
    await db.transaction(async (tx) => {
      const again = () => tx.transaction((within) => all(within))
      expect(await again()).toEqual([{ number: 1 }])
      await tx.execute(sql`alter table numbers add more text`)
      expect(await stateOf(again())).toBe('0A000')
      expect(await again()).toEqual([{ number: 1, more: null }])
      await tx.execute(sql`deallocate all_numbers`)
      expect(await stateOf(again())).toBe('26000')
      expect(await again()).toEqual([{ number: 1, more: null }])
    })
  })

  it('a prepared statement is refused under the name of another one', async () => {
    await pidOf(db)
    await expect(prepared('pid_of_connection', 'select 1')(db)).rejects.toThrow('the name of another statement')
    expect(await pidOf(db)).toHaveLength(1)
  })

  it('[R05] a prepared statement fails if its connection is killed, and the next one runs on a new connection', async () => {
    const [{ pid }] = (await pidOf(db)) as [{ pid: number }]
    const other = connect(database.url, { max: 1 })
    const killed = expect(sleep(db)).rejects.toMatchObject({ code: '57P01' })
    const isAsleep = async () =>
      (await other.pool.query("select from pg_stat_activity where pid = $1 and query like '%pg_sleep%'", [pid]))
        .rowCount
    while (!(await isAsleep())) await new Promise((resolve) => setTimeout(resolve, 20))
    await other.pool.query('select pg_terminate_backend($1)', [pid])
    await killed
    await other.pool.end()
    expect((await pidOf(db))[0]!.pid).not.toBe(pid)
    expect(await half(db, 2, null)).toMatchObject([{ half: 42 }])
  })

  it('[R05] a prepared statement on a silently broken connection fails with the error of the driver, and the next one runs', async () => {
    await pidOf(db)
    pool.once('acquire', (client: pg.PoolClient) => client.connection.stream.destroy())
    await expect(pidOf(db)).rejects.toThrow(/^Connection terminated|not queryable/)
    expect(await pidOf(db)).toHaveLength(1)
  })
})

describe('a transaction', () => {
  it('a transaction begins with its first statement and commits with its last: all or nothing', async () => {
    await db.transaction(async (tx) => {
      await keep(tx, 1)
      expect(await keep.last(tx, 2)).toEqual([{ number: 2 }])
    })
    expect(await kept()).toEqual([1, 2])
    const failing = db.transaction(async (tx) => {
      await keep(tx, 3)
      await keep.last(tx, 1)
    })
    expect(await stateOf(failing)).toBe('23505')
    expect(await kept()).toEqual([1, 2])
    await db.transaction((tx) => keep.last(tx, 4))
    expect(await kept()).toEqual([1, 2, 4])
  })

  it('a transaction whose first statement fails refuses a plain statement after it, and stores nothing', async () => {
    const failing = db.transaction(async (tx) => {
      await expect(half(tx, 0, null)).rejects.toThrow()
      await tx.execute(sql`insert into numbers values (1)`)
    })
    expect(await stateOf(failing)).toBe('25P02')
    expect(await kept()).toEqual([])
  })

  it('a transaction that cannot begin runs no plain statement outside of it', async () => {
    const failing = db.transaction((tx) => tx.execute(sql`insert into numbers values (1)`), {
      isolationLevel: 'none such' as never,
    })
    await expect(failing).rejects.toThrow()
    expect(await kept()).toEqual([])
  })

  it('a transaction that is empty or fails before its first statement leaves no open transaction on its connection', async () => {
    await db.transaction(async () => undefined)
    await expect(
      db.transaction(async () => {
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await keep(db, 1)
    const other = connect(database.url)
    expect((await other.pool.query('select number from numbers')).rows).toEqual([{ number: 1 }])
    await other.pool.end()
  })

  it('a savepoint within a transaction rolls back only its own statements', async () => {
    await db.transaction(async (tx) => {
      await keep(tx, 1)
      const taken = tx.transaction(async (within) => {
        await keep(within, 2)
        await keep(within, 1)
      })
      expect(await stateOf(taken)).toBe('23505')
      await expect(
        tx.transaction(async () => {
          throw new Error('nothing asked')
        }),
      ).rejects.toThrow('nothing asked')
      await tx.transaction((within) => keep(within, 3))
      await keep.last(tx, 4)
    })
    expect(await kept()).toEqual([1, 3, 4])
  })

  it('a transaction refuses a statement after its last one, and what it has committed stays', async () => {
    const asking = db.transaction(async (tx) => {
      await keep.last(tx, 1)
      await keep(tx, 2)
    })
    await expect(asking).rejects.toThrow('committed with its last statement')
    expect(await kept()).toEqual([1])
  })

  it.each(['named', 'unnamed'] as const)(
    '[R05] the last statement of a transaction fails if the commit fails, with this kind of statements: %s',
    async (statements) => {
      const other = connect(database.url, { max: 1, statements })
      await pool.query(
        'drop table if exists later; create table later (number int references numbers (number) deferrable initially deferred)',
      )
      const late = prepared(`keep_later_${statements}`, 'insert into later values ($1)')
      // Only the commit notices that there is no such number.
      expect(await stateOf(other.db.transaction((tx) => late.last(tx, 9)))).toBe('23503')
      expect((await pool.query('select from later')).rowCount).toBe(0)
      await pool.query('drop table later')
      await other.pool.end()
    },
  )
})
