import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAway } from '../../server/db/is-away.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { until } from '../support/exam-calls.ts'
import { Person, registration } from '../support/person.ts'
import { startedExam } from '../support/started-exam.ts'

type Exam = Awaited<ReturnType<typeof startedExam>>

let server: TestServer
let exam: Exam
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'silent' })
  exam = await startedExam(server)
})
afterAll(() => server.close())

const run = (text: string) => server.services.db.execute(sql.raw(text))
const readiness = async () => {
  const reply = await fetch(`${server.origin}/readyz`)
  return { status: reply.status, detail: ((await reply.json()) as { detail?: string }).detail }
}
const save = (from: number, to: number) => exam.save({ events: exam.events.slice(from, to) })

/** The reply to a call that the database cannot serve now. */
const comeAgain = { status: 503, body: { code: 'overloaded', detail: expect.stringMatching(/^[А-ЯІЇЄҐ]/) } }
const noWrites = { status: 503, detail: 'База даних зараз не приймає записів.' }

/** Makes every write of an answer run this PL/pgSQL `statement`, until the returned function is called. */
async function answersFailBy(statement: string): Promise<() => Promise<unknown>> {
  await run(`create function trouble() returns trigger language plpgsql as $$ begin ${statement}; return new; end $$`)
  await run('create trigger trouble before insert on answer_events for each row execute function trouble()')
  return () => run('drop function trouble cascade')
}
const raise = (state: string) => `raise exception 'as PostgreSQL would' using errcode = '${state}'`

describe('a database that cannot save now', () => {
  it.each<[what: string, statement: string, readyz: 200 | 503]>([
    ['its disk is full (53100)', raise('53100'), 503],
    ['its memory is used up (53200)', raise('53200'), 503],
    ['its connections are used up (53300)', raise('53300'), 503],
    ['another limit of it is reached (53400)', raise('53400'), 200],
    ['it is a standby (25006)', raise('25006'), 503],
    ['it stops (57P01)', 'perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10)', 200],
    ['it was broken off (57P02)', raise('57P02'), 200],
    ['it starts or recovers (57P03)', raise('57P03'), 200],
    ['it takes no connections for a while (55000)', raise('55000'), 200],
    ['its disk answers with an error (58030)', raise('58030'), 200],
    ['a pooler has broken the connection off (08P01)', raise('08P01'), 200],
  ])(
    '[R05] a save that the database cannot store gets 503 with Retry-After, and 200 once it can: %s',
    async (_what, statement, readyz) => {
      const mend = await answersFailBy(statement)
      try {
        const reply = await save(0, 2)
        expect(reply).toMatchObject(comeAgain)
        expect(reply.headers.get('retry-after')).toMatch(/^[3-8]$/)
        if (readyz === 503) await until(async () => (await readiness()).status === 503)
        if (readyz === 503) expect(await readiness()).toEqual(noWrites)
      } finally {
        await mend()
      }
      expect((await save(0, 2)).status).toBe(200)
      exam = await startedExam(server)
    },
  )

  it('[R05] while the database is read-only, saves get 503 and /readyz says so; afterwards they work without a restart', async () => {
    const name = pg.escapeIdentifier(new URL(server.config.databaseUrl).pathname.slice(1))
    const switchTo = async (value: 'on' | 'off') => {
      // In a read-only database the setting can be changed by a session that overrides it.
      const client = new pg.Client({ connectionString: server.config.databaseUrl })
      client.on('error', () => undefined)
      await client.connect()
      await client.query('set default_transaction_read_only = off')
      await client.query(`alter database ${name} set default_transaction_read_only = ${value}`)
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name = ''`)
      await client.end()
    }
    await until(async () => (await readiness()).status === 200)
    await switchTo('on')
    await until(async () => (await readiness()).detail === noWrites.detail)
    expect(await save(0, 2)).toMatchObject(comeAgain)
    expect(await exam.submit({ answers: [], events: exam.events })).toMatchObject(comeAgain)
    expect(await new Person(server).post('/api/auth/register/', registration())).toMatchObject(comeAgain)
    await switchTo('off')
    await until(async () => (await save(0, 2)).status === 200)
    await until(async () => (await readiness()).status === 200)
    expect((await exam.submit({ answers: [], events: exam.events })).status).toBe(200)
  })

  it('[R05] a registration gets 503 while the database has no connection left for the process, and succeeds afterwards', async () => {
    // Superusers pass every limit of connections, so the server gets another role.
    const role = `limited_${server.config.databaseUrl.split('_').at(-1)!}`
    await run(
      `create role ${role} login password 'limited' in role ${pg.escapeIdentifier(userOf(server))} connection limit 40`,
    )
    const url = new URL(server.config.databaseUrl)
    url.username = role
    url.password = 'limited'
    const limited = await startTestServer({
      sharing: { config: { databaseUrl: url.href } } as TestServer,
      logLevel: 'silent',
    })
    try {
      await run(`alter role ${role} connection limit 0`)
      await run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`)
      const to = (server: TestServer) => new Person(server).post('/api/auth/register/', registration())
      expect(await to(limited)).toMatchObject(comeAgain)
      expect((await fetch(`${limited.origin}/readyz`)).status).toBe(503)
      await run(`alter role ${role} connection limit 40`)
      await until(async () => (await to(limited)).status === 200)
    } finally {
      await limited.close()
      await run(`drop owned by ${role}; drop role ${role}`)
    }
  })
})

const userOf = ({ config }: TestServer) => new URL(config.databaseUrl).username

describe('errors of a database that is away', () => {
  const failure = (code: string) => Object.assign(new Error('as the driver says it'), { code })

  it.each(['ECONNREFUSED', 'EMFILE', 'ENETUNREACH', '53000', '08006'])(
    'the error %s counts as a database that is away, also as the cause of another error',
    (code) => {
      expect(isAway(failure(code))).toBe(true)
      expect(isAway(new Error('Failed query', { cause: failure(code) }))).toBe(true)
      expect(isAway(new AggregateError([failure(code)]))).toBe(true)
    },
  )

  it.each(['23505', '42P01', 'XX001', '22P02', 'ENOENT'])(
    'the error %s, of a wrong statement or row, does not count as a database that is away',
    (code) => {
      expect(isAway(failure(code))).toBe(false)
    },
  )
})
