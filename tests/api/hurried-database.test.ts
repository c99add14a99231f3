import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { oneAtATime } from '../../server/db/one-at-a-time.ts'
import { openReleaseDatabase } from '../support/release-database.ts'
import { writeMigrations } from '../support/release-folder.ts'

/** The three timeouts that docs/operations.md sets on a database behind a pooler, and their length here. */
const timeouts = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']
const shortMs = 400

const { release, url: databaseUrl, ask } = openReleaseDatabase()

/** Timeouts of the database, and of each connection: a pooler may let no connection choose its own. */
const hurries: [how: string, hurry: () => Promise<string>][] = [
  ['of the database', hurriedDatabase],
  ['of each connection', async () => `${databaseUrl()}?${timeouts.map((name) => `${name}=${shortMs}`).join('&')}`],
]

async function hurriedDatabase(): Promise<string> {
  const name = new URL(databaseUrl()).pathname.slice(1)
  await ask(timeouts.map((timeout) => `alter database ${name} set ${timeout} = ${shortMs}`).join(';'))
  return databaseUrl()
}

describe.each(hurries)('the time-outs %s', (_how, hurry) => {
  it('short time-outs end no migration, even if a statement takes long or waits for a lock', async () => {
    const url = await hurry()
    const holder = new pg.Client({ connectionString: databaseUrl() })
    await holder.connect()
    await holder.query(`set idle_in_transaction_session_timeout = 0`)
    await holder.query('create table held (id int)')
    await holder.query('begin; lock table held')
    writeMigrations(release, [`select pg_sleep(${(shortMs * 1.5) / 1000}); alter table held add column made int;`])
    const letGo = pause(shortMs * 4).then(() => holder.end())
    await Promise.all([migrate(url, release), letGo])
    expect(await ask('select made from held')).toEqual([])
  })

  it('short time-outs let no second process work before the first one has finished', async () => {
    const url = await hurry()
    let atWork = 0
    const work = () =>
      oneAtATime(url, { lock: 4_712, what: 'works', say: () => undefined }, async () => {
        atWork += 1
        expect(atWork).toBe(1)
        await pause(shortMs * 2)
        atWork -= 1
      })
    await Promise.all([work(), work()])
  })
})
