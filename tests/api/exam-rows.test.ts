import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attempts } from '../../server/db/schema/attempts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { startedExam } from '../support/started-exam.ts'

/** Rules that the database enforces whatever the code does. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const query = (text: string) => server.services.pool.query(text)

async function anAttempt() {
  const exam = await startedExam(server)
  await exam.save({ events: exam.events })
  const [row] = await server.services.db.select().from(attempts).where(eq(attempts.purchaseId, exam.purchaseId))
  const { id, ...copy } = row!
  const insert = (change: Partial<typeof copy>) => server.services.db.insert(attempts).values({ ...copy, ...change })
  return { id, exam, insert }
}

it('[C.06] the database refuses to change an answer event or a result', async () => {
  const { id, exam } = await anAttempt()
  await exam.submit({ answers: [], events: exam.events })
  const [events, results] = await Promise.all([
    query(`select count(*)::int as n from answer_events where attempt_id = '${id}'`),
    query(`select count(*)::int as n from results where attempt_id = '${id}'`),
  ])
  expect([events.rows[0].n, results.rows[0].n]).toEqual([exam.events.length, 1])
  await expect(query(`update answer_events set value = null where attempt_id = '${id}'`)).rejects.toThrow('append-only')
  await expect(query(`update results set attempt_id = attempt_id where attempt_id = '${id}'`)).rejects.toThrow(
    'append-only',
  )
})

it('[S4.10] the database allows one open exam per purchase, and one attempt per start key and per ticket', async () => {
  const { insert } = await anAttempt()
  const other = { ticketHash: 'another ticket', submissionKey: crypto.randomUUID() }
  await expect(insert({ ...other, startKey: 'another key' })).rejects.toMatchObject({
    cause: { constraint: 'attempts_one_open' },
  })
  await expect(insert({ ...other, isOpen: false, state: 'graded' })).rejects.toMatchObject({
    cause: { constraint: 'attempts_start_key' },
  })
  await expect(
    insert({ submissionKey: other.submissionKey, isOpen: false, state: 'graded', startKey: 'a third key' }),
  ).rejects.toMatchObject({ cause: { constraint: 'attempts_ticket' } })
})
