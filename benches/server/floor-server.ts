import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'
import type { Fixtures } from './server-under-test.ts'

/**
 * The smallest server for an exam's work: no sessions, no clock, no grading; a fixed paper, one durable insert for each saved
 * answer, a submit that stores the answers, a fixed result. One prepared statement a request, none for the paper. Configured by
 * DATABASE_URL, PORT and FIXTURES (a file of Fixtures).
 */
const { papers } = JSON.parse(readFileSync(process.env.FIXTURES!, 'utf8')) as Fixtures
/** The reply of exam-meta, split at the attempt's id, which is also its ticket here. */
const cut = papers.map(({ reply, attemptId, ticket }) => reply.replaceAll(ticket, attemptId).split(attemptId))
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
// The pool replaces an idle connection that ends.
pool.on('error', () => undefined)
await pool.query(`
  create schema if not exists floor;
  create table if not exists floor.attempts (id uuid primary key, purchase_id uuid not null, answers jsonb);
  create table if not exists floor.answers (
    attempt_id uuid, question_id text, value jsonb, seq integer, primary key (attempt_id, question_id, seq))`)

interface SaveBody {
  ticket: string
  begin?: boolean
  events: { question_id: string; value: unknown; seq: number }[]
}
interface Route {
  Params: { id: string }
}

const app = Fastify({ logger: false })
const json = 'application/json; charset=utf-8'
let opened = 0

app.get('/healthz', async () => ({ status: 'ok' }))

app.get<Route>('/api/exam-meta/:id/', async (_request, reply) => {
  opened += 1
  return reply.header('content-type', json).send(cut[opened % cut.length]!.join(crypto.randomUUID()))
})

app.put<Route & { Body: SaveBody }>('/api/exam-answers/:id/', async ({ params, body: { ticket, begin, events } }) => {
  if (begin === true) {
    await pool.query({
      name: 'begin',
      text: 'insert into floor.attempts (id, purchase_id) values ($1, $2)',
      values: [ticket, params.id],
    })
  }
  for (const { question_id, value, seq } of events) {
    await pool.query({
      name: 'save',
      text: 'insert into floor.answers (attempt_id, question_id, value, seq) values ($1, $2, $3, $4)',
      values: [ticket, question_id, JSON.stringify(value), seq],
    })
  }
  return { saved: events.length }
})

app.post<Route & { Body: { ticket: string; answers: unknown } }>('/api/exam-meta/:id/', async ({ body }, reply) => {
  await pool.query({
    name: 'submit',
    text: 'update floor.attempts set answers = $2 where id = $1 and answers is null',
    values: [body.ticket, JSON.stringify(body.answers)],
  })
  return reply.header('content-type', json).send(papers[0]!.submitted)
})

app.get<Route>('/api/exam-results-status/:id/', async ({ params }, reply) => {
  await pool.query({
    name: 'result',
    text: 'select answers is not null as submitted from floor.attempts where purchase_id = $1',
    values: [params.id],
  })
  return reply.header('content-type', json).send(papers[0]!.result)
})

await pool.query('create index if not exists attempts_purchase on floor.attempts (purchase_id)')
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.on('SIGTERM', () => process.exit(0))
