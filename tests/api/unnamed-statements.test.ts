import type pg from 'pg'
import { expect, it } from 'vitest'
import type { Config } from '../../server/config/config.ts'
import { connectionOf } from '../../server/db/prepared.ts'
import { startTestServer } from '../support/build-server.ts'
import { startedExam } from '../support/started-exam.ts'

/** Plays a whole exam. Returns the names of the statements that its connections keep. */
async function namesAfterAnExam(databaseStatements: Config['databaseStatements']): Promise<string[]> {
  const server = await startTestServer({ databaseStatements, workMode: 'inline' })
  try {
    const exam = await startedExam(server)
    await exam.save({ events: exam.events.slice(0, 2) })
    const answers = exam.events.map(({ question_id, value }) => ({ question_id, value }))
    expect(await exam.submit({ answers, events: exam.events })).toMatchObject({ status: 200 })
    expect(await exam.result()).toMatchObject({ status: 'completed' })
    const { pool, reserved } = server.services
    return (await Promise.all([pool, connectionOf(reserved) as pg.Pool].map(namesKeptBy))).flat()
  } finally {
    await server.close()
  }
}

async function namesKeptBy(pool: pg.Pool): Promise<string[]> {
  const connections = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  const kept = await Promise.all(
    connections.map((connection) => connection.query<{ name: string }>('select name from pg_prepared_statements')),
  )
  for (const connection of connections) connection.release()
  return kept.flatMap(({ rows }) => rows.map(({ name }) => name))
}

it('with DATABASE_STATEMENTS=named an exam leaves named statements on its connections', async () => {
  expect(await namesAfterAnExam('named')).toContain('save_answers_at_once')
})

it('with DATABASE_STATEMENTS=unnamed an exam leaves no named statement on any connection, as poolers require', async () => {
  expect(await namesAfterAnExam('unnamed')).toEqual([])
})
