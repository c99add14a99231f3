import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { answersOf, newKey, openExam, someEvents, until } from '../support/exam-calls.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'

/** The database's keeper: makes people and purchases, and takes no jobs itself while two real processes do. */
let keeper: TestServer
let servers: [SpawnedServer, SpawnedServer]
let lock: pg.Client

beforeAll(async () => {
  keeper = await startTestServer({ workMode: 'job' })
  await keeper.services.jobs.stop()
})
afterAll(() => keeper.close())

beforeEach(async () => {
  servers = await Promise.all([spawnServer(keeper.config, 'first'), spawnServer(keeper.config, 'second')])
  lock = new pg.Client({ connectionString: keeper.config.databaseUrl })
  await lock.connect()
})
afterEach(async () => {
  await lock.end()
  await Promise.all(servers.map((server) => server.kill()))
})

function through(server: { origin: string }, person: Person): Person {
  const other = new Person({ ...keeper, origin: server.origin })
  other.access = person.access
  return other
}

/** Finds the process that is in the middle of its job: it waits for the table that this test has locked. */
async function whoIsInTheMiddle(): Promise<SpawnedServer> {
  let name = ''
  await until(async () => {
    // Not in the lock's own transaction, which would keep seeing the connections that it saw first.
    const { rows } = await keeper.services.pool.query(
      `select application_name as name from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    name = rows[0]?.name ?? ''
    return name !== ''
  })
  return servers.find((server) => server.applicationName === name)!
}

describe('two server processes on one PostgreSQL', () => {
  it('an exam that one process opened is polled, taken and scored through the other', async () => {
    const person = await newcomer(keeper)
    const purchaseId = await givePurchase(keeper, person)
    const [one, two] = servers.map((server) => through(server, person)) as [Person, Person]

    const opened = await one.get(`/api/exam-meta/${purchaseId}/?start_key=${newKey()}`)
    expect(opened.body.status).toBe('building_started')
    await until(async () => (await two.get(`/api/exam-status/${purchaseId}/`)).body.status === 'completed')
    const paper = (await two.get(`/api/exam-meta/${purchaseId}/`)).body
    const { ticket, submission_key } = paper.attempt
    const events = someEvents(paper.questions)
    await one.put(`/api/exam-answers/${purchaseId}/`, { ticket, begin: true, events: events.slice(0, 15) })
    await two.put(`/api/exam-answers/${purchaseId}/`, { ticket, events: events.slice(15) })
    const submitted = await one.post(`/api/exam-meta/${purchaseId}/`, {
      ticket,
      submission_key,
      answers: answersOf(events),
      events,
    })
    expect(submitted.body.status).toBe('processing_started')
    await until(async () => (await two.get(`/api/exam-results-status/${purchaseId}/`)).body.status === 'completed')
  })

  it('another process builds a paper within 20 s after its builder was killed @full', async () => {
    const person = await newcomer(keeper)
    const purchaseId = await givePurchase(keeper, person)
    await lock.query('begin; lock table papers in access exclusive mode')
    // Not awaited: the call may wait for its builder, which is in the middle of the job, or its process may be killed.
    const asked = through(servers[0], person)
      .get(`/api/exam-meta/${purchaseId}/?start_key=${newKey()}`)
      .catch(() => undefined)
    const victim = await whoIsInTheMiddle()
    await victim.kill()
    const killedAt = Date.now()
    await lock.query('rollback')
    await asked

    const survivor = through(servers.find((server) => server !== victim)!, person)
    await until(async () => (await survivor.get(`/api/exam-status/${purchaseId}/`)).body.status === 'completed')
    expect(Date.now() - killedAt).toBeLessThan(20_000)
    expect((await survivor.get(`/api/exam-meta/${purchaseId}/`)).body.questions).toHaveLength(30)
  })

  it('[R04] [R29] another process grades an exam, once, within 20 s after its grader was killed @full', async () => {
    const person = await newcomer(keeper)
    const purchaseId = await givePurchase(keeper, person)
    const paper = await openExam(through(servers[0], person), purchaseId)
    const { ticket, submission_key } = paper.attempt
    const events = someEvents(paper.questions)
    await through(servers[0], person).put(`/api/exam-answers/${purchaseId}/`, { ticket, begin: true, events })
    await lock.query('begin; lock table results in exclusive mode')
    await through(servers[0], person).post(`/api/exam-meta/${purchaseId}/`, {
      ticket,
      submission_key,
      answers: answersOf(events),
      events,
    })
    const victim = await whoIsInTheMiddle()
    await victim.kill()
    const killedAt = Date.now()
    await lock.query('rollback')

    const survivor = through(servers.find((server) => server !== victim)!, person)
    await until(async () => (await survivor.get(`/api/exam-results-status/${purchaseId}/`)).body.status === 'completed')
    expect(Date.now() - killedAt).toBeLessThan(20_000)
    const { rows } = await lock.query('select count(*)::int as grades from results where attempt_id = $1', [
      paper.attempt.id,
    ])
    expect(rows[0].grades).toBe(1)
  })
})
