import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { myAttempts } from '../../server/features/account/my-attempts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { answersOf, newKey, openExam, someEvents } from '../support/exam-calls.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { rowsRead } from '../support/query-plan.ts'
import { noteStatements } from '../support/sent-statements.ts'

let server: TestServer
/** The test's own connection; its statements are ignored. */
let client: pg.Client
beforeAll(async () => {
  // With the shipped limits: one of them looks at the newest trainings.
  server = await startTestServer({ limitFactor: 1 })
  client = new pg.Client({ connectionString: server.config.databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await server.close()
})

/** One training an hour for five months: PostgreSQL may read a smaller table whole. */
const trainings = 3_600
/** Rows of a table in one statement: some pages of a list, and the exams that were bought. */
const most = 450

/** Copies a trimmed training many times, each an hour before the next one. Returns an early one. */
async function repeatTraining(attemptId: string): Promise<string> {
  const columns = async (table: string) => {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table],
    )
    return rows.map(({ name }) => name)
  }
  const copy = async (table: string, changed: Record<string, string>) => {
    const names = await columns(table)
    const values = names.map((name) => changed[name] ?? `t.${name}`)
    const key = table === 'attempts' ? 'id' : 'attempt_id'
    await client.query(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
       from ${table} t, generate_series(1, ${trainings}) n where t.${key} = '${attemptId}'`,
    )
  }
  const id = `md5('${attemptId}' || n)::uuid`
  const before = (column: string) => `t.${column} - n * interval '1 hour'`
  await copy('attempts', {
    id,
    ticket_hash: `t.ticket_hash || n`,
    start_key: 'null',
    created_at: before('created_at'),
    submitted_at: before('submitted_at'),
    trimmed_at: 'now()',
  })
  await copy('submissions', { attempt_id: id })
  await copy('results', { attempt_id: id, review: 'null' })
  const order = 'order by submitted_at offset 100 limit 1'
  const { rows } = await client.query<{ id: string }>(`select id from attempts where trimmed_at is not null ${order}`)
  return rows[0]!.id
}

it('no statement for a person with 3,600 trainings reads more than 450 rows of a table, except for a count of results', async () => {
  const person = await newcomer(server)
  const purchaseId = await givePurchase(server, person, 'verbalnij-proba', { examAttempts: 3 })
  const takeExam = async (startKey = newKey()) => {
    const { attempt, questions } = await openExam(person, purchaseId, startKey)
    const { ticket, submission_key } = attempt
    const events = someEvents(questions)
    await person.put(`/api/exam-answers/${purchaseId}/`, { ticket, begin: true, events })
    const body = { ticket, submission_key, answers: answersOf(events), events }
    return (await new Person(server).post(`/api/exam-meta/${purchaseId}/`, body)).status
  }
  const train = async () => {
    const { attempt } = (await person.get(`/api/test-meta/${purchaseId}/`)).body
    const { ticket, submission_key, id } = attempt
    const reply = await new Person(server).post(`/api/test-meta/${purchaseId}/`, {
      ticket,
      submission_key,
      answers: [],
    })
    return [reply.status, id as string] as const
  }
  const firstKey = newKey()
  expect(await takeExam(firstKey)).toBe(200)
  const [, trained] = await train()
  const early = await repeatTraining(trained)
  await client.query('vacuum analyze')

  const sent = noteStatements()
  const statuses = {
    exam: await takeExam(),
    training: (await train())[0],
    practice: (await person.post(`/api/practice/${purchaseId}/`, { start_key: newKey(), size: 5 })).status,
    // The exam of this start key is over.
    again: (await person.get(`/api/exam-meta/${purchaseId}/?start_key=${firstKey}`)).status,
  }
  expect(statuses).toEqual({ exam: 200, training: 200, practice: 200, again: 409 })
  for (const path of [
    '/api/achievements/',
    '/api/owned-tests/',
    '/api/available-tests/',
    `/api/exam-status/${purchaseId}/`,
    `/api/exam-results-status/${purchaseId}/`,
    `/api/test-results/${purchaseId}/`,
    `/api/test-results/${purchaseId}/?cursor=after_${early}`,
    `/api/practice/${purchaseId}/`,
    '/api/notifications/',
  ]) {
    expect([path, (await person.get(path)).status]).toEqual([path, 200])
  }
  // An export is written page by page.
  const pages = myAttempts(server.services.db, person.userId!)
  for (const _ of ['first', 'second']) expect((await pages.next()).value).toHaveLength(10)
  const statements = sent.allBut(client)
  sent.stop()
  const read: [number, string, string][] = []
  for (const statement of statements) {
    for (const [table, rows] of Object.entries(await rowsRead(client, statement))) {
      const text = statement.text.replaceAll(/\s+/g, ' ')
      // Each page of results says how many there are; the count reads the index alone.
      if (rows > most && !text.startsWith('select count(*) from "attempts"'))
        read.push([rows, table, text.slice(0, 300)])
    }
  }
  expect(read).toEqual([])
  // A recorder that records nothing finds nothing.
  expect(statements.length).toBeGreaterThan(50)
})
