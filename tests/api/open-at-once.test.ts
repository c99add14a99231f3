import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { attempts, paperExposures, paperKeys, papers } from '../../server/db/schema/attempts.ts'
import { digestsIn } from '../../server/features/exams/paper/drawn-paper.ts'
import { mostDrawings } from '../../server/features/exams/paper/paper-store.ts'
import { inlineBudgetMs } from '../../server/features/exams/open/build-paper.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { holdRow } from '../support/held-row.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { newKey, until } from '../support/exam-calls.ts'
import { watchStatements } from '../support/watch-statements.ts'

let server: TestServer
/** A second process: one process opens a person's exams and trainings one at a time, two may do so at the same time. */
let second: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
  second = await startTestServer({ workMode: 'inline', logLevel: 'silent', sharing: server })
})
afterAll(async () => {
  await second.close()
  await server.close()
})
afterEach(() => vi.restoreAllMocks())

const statement = 'open_attempt_at_once'
const db = () => server.services.db

async function buyer(terms: Parameters<typeof givePurchase>[3] = {}, at = server, known?: Person) {
  const person = known ?? (await newcomer(at))
  const purchaseId = await givePurchase(at, person, 'verbalnij-proba', terms)
  const open = (startKey: string | null = newKey()) =>
    person.get(`/api/exam-meta/${purchaseId}/${startKey === null ? '' : `?start_key=${startKey}`}`)
  const opened = () => db().select().from(attempts).where(eq(attempts.purchaseId, purchaseId))
  return { person, purchaseId, open, opened }
}
type Buyer = Awaited<ReturnType<typeof buyer>>

const atSecond = ({ access, userId }: Person) => Object.assign(new Person(second), { access, userId })
/** Two tests of one person; the second process serves the calls of the other one. */
async function twoTests() {
  const one = await buyer()
  return [one, await buyer({ live: false }, second, atSecond(one.person))] as const
}

/** Locks the purchase until the start has drawn its paper and waits. Then `meanwhile` happens, and the start continues. */
async function whileDrawing(
  { purchaseId }: Buyer,
  start: () => ReturnType<Buyer['open']>,
  meanwhile: (client: pg.Client) => Promise<unknown>,
) {
  const held = await holdRow(server, 'purchases', purchaseId)
  const starting = start()
  await held.until(1)
  await meanwhile(held.client)
  await held.letGo()
  return starting
}

const anExam =
  (state: 'submitted' | 'building') =>
  ({ person, purchaseId }: Buyer, startKey: string | null) =>
  (client: Pick<pg.Pool, 'query'>) =>
    client.query(
      `insert into attempts (purchase_id, user_id, mode, state, is_open, start_key, exam_cache_key, seed, submission_key,
       ticket_salt, ticket_hash, duration_seconds, late_seconds, started_at)
     values ($1, $2, 'exam', $4, $4 = 'building', $3, 'c', 's', 'k', 's', gen_random_uuid()::text, 600, 0,
       case when $4 = 'building' then null else now() end)`,
      [purchaseId, person.userId, startKey, state],
    )
const aFinishedExam = anExam('submitted')
const anExamBeingBuilt = anExam('building')

/** Draws every paper from one seed: papers of a blueprint differ only by what their owner was shown before. */
function drawFromOneSeed(drawing: (nth: number) => unknown = () => undefined) {
  // Both servers draw by this drawer: they have no drawing threads, and are one process.
  const { papers: drawer } = server.services
  const draw = drawer.draw.bind(drawer)
  return vi.spyOn(drawer, 'draw').mockImplementation(async (order, limits) => {
    const nth = vi.mocked(drawer.draw).mock.calls.length
    const paper = await draw({ ...order, seed: 'one for all' }, limits)
    await drawing(nth)
    return paper
  })
}

async function shownTwice({ userId }: Person): Promise<string[]> {
  const rows = await db().select().from(paperExposures).where(eq(paperExposures.userId, userId!))
  const shown = rows.flatMap(({ items }) => digestsIn(items))
  expect([rows.length, shown.length > 20]).toEqual([2, true])
  return shown.filter((digest, at) => shown.indexOf(digest) !== at)
}

describe('the usual start of an exam', () => {
  it('the start of an exam gives out its paper after four statements, one of them a lock and one a write, and queues no job', async () => {
    const one = await buyer()
    const asked = watchStatements()
    const { status, body } = await one.open()
    expect([status, body.status, body.questions.length]).toEqual([200, 'completed', 6])
    expect(asked).toEqual(['read_session', 'exam_to_open', 'hold_purchase_to_open', statement])
    const jobs = `select from pgboss.job where name = 'build-paper' and data->>'attempt_id' = $1`
    expect((await server.services.pool.query(jobs, [body.attempt.id])).rowCount).toBe(0)
  })

  it('a repeated start with the same key returns the same attempt and the same bytes of every question', async () => {
    const one = await buyer()
    const key = newKey()
    const [first, again] = [(await one.open(key)).body, (await one.open(key)).body]
    expect(Object.keys(first)).toEqual(Object.keys(again))
    expect({ ...first, attempt: { ...first.attempt, server_time: again.attempt.server_time } }).toEqual(again)
    expect(JSON.stringify(first.questions)).toBe(JSON.stringify(again.questions))
    const [attempt] = await one.opened()
    expect(attempt).toMatchObject({ state: 'ready', isOpen: true, buildProgress: 100, startKey: key })
    expect(attempt!.deliveredAt!.toISOString()).toBe(first.attempt.server_time)
    for (const table of [papers, paperKeys, paperExposures]) {
      expect(await db().select().from(table).where(eq(table.attemptId, attempt!.id))).toHaveLength(1)
    }
  })

  it('the server refuses an invalid answer without reading the paper of the new exam again', async () => {
    const one = await buyer()
    const { attempt, questions } = (await one.open()).body
    const asked = watchStatements()
    const path = `/api/exam-answers/${one.purchaseId}/`
    const strange = { question_id: questions[0].id, value: 'not an option', epoch: 1, seq: 1, device_id: 'phone' }
    expect((await one.person.put(path, { ticket: attempt.ticket, begin: true, events: [] })).status).toBe(200)
    const { body } = await one.person.put(path, { ticket: attempt.ticket, events: [strange] })
    expect(body.code).toBe('invalid_answer')
    expect(asked.join()).not.toContain('read_questions')
  })
})

describe('starts of one person at one process', () => {
  it('two starts of one person run one after another, take no place in the ordinary lane, and do not delay another person’s start', async () => {
    const [one, other] = [await buyer(), await buyer()]
    const held = await holdRow(server, 'purchases', one.purchaseId)
    const starting = Promise.all([one.open(), one.open()])
    await held.until(1)
    const { entrance, lanes } = server.app
    await until(async () => entrance.attempt.load.waiting === 1)
    expect([entrance.attempt.load.running, lanes.ordinary.load]).toEqual([1, { running: 0, waiting: 0 }])
    expect((await other.open()).body.questions).toHaveLength(6)
    await held.letGo()
    const replies = await starting
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(replies.map(({ body }) => body.attempt.id)).size).toBe(1)
  })
})

describe('a paper that takes longer than a start may wait', () => {
  it('a start that exceeds its drawing budget leaves the paper to a job and does not draw it a second time', async () => {
    // Nobody takes the job before the call is answered.
    const idle = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
    idle.services.jobs.rest()
    const one = await buyer({}, idle)
    const asked = watchStatements()
    // Each look at the clock that measures the budget makes it leap.
    const now = performance.now.bind(performance)
    let leaps = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now() + (leaps += 1) * inlineBudgetMs)
    const { status, body } = await one.open()
    vi.restoreAllMocks()
    expect([status, body.status, body.questions]).toEqual([200, 'building_started', undefined])
    expect(asked).not.toContain('claim_paper')
    const awake = await startTestServer({ workMode: 'inline', logLevel: 'silent', sharing: idle })
    await until(async () => (await one.person.get(`/api/exam-status/${one.purchaseId}/`)).body.status === 'completed')
    expect((await one.open()).body.questions).toHaveLength(6)
    await awake.close()
    await idle.close()
  })
})

/** What may happen between reading an order and locking, and what must follow. */
const meanwhiles = {
  async 'a purchase whose money has gone back opens no exam'(): Promise<void> {
    const one = await buyer()
    const reply = await whileDrawing(one, one.open, (client) =>
      client.query(`update purchases set status = 'refunded' where id = $1`, [one.purchaseId]),
    )
    expect([reply.body.code, await one.opened()]).toEqual(['purchase_not_paid', []])
  },
  async 'a purchase whose time is over opens no exam'(): Promise<void> {
    const one = await buyer()
    const reply = await whileDrawing(one, one.open, (client) =>
      client.query(`update purchases set expires_at = now() where id = $1`, [one.purchaseId]),
    )
    expect([reply.body.code, await one.opened()]).toEqual(['purchase_expired', []])
  },
  async 'the last exam of a purchase is opened once'(): Promise<void> {
    const one = await buyer({ examAttempts: 1 })
    const reply = await whileDrawing(one, one.open, aFinishedExam(one, newKey()))
    expect([reply.body.code, (await one.opened()).length]).toEqual(['no_attempts_left', 1])
  },
  async 'a start key opens one exam'(): Promise<void> {
    const one = await buyer()
    const key = newKey()
    const reply = await whileDrawing(one, () => one.open(key), aFinishedExam(one, key))
    expect([reply.status, reply.body.code, (await one.opened()).length]).toEqual([409, 'no_open_attempt', 1])
  },
  async 'a call without a start key opens only the first exam of a purchase'(): Promise<void> {
    const one = await buyer()
    const reply = await whileDrawing(one, () => one.open(null), aFinishedExam(one, newKey()))
    expect([reply.body.code, (await one.opened()).length]).toEqual(['no_open_attempt', 1])
  },
  async 'two starts at the same time open one exam, and both receive it'(): Promise<void> {
    const one = await buyer()
    const held = await holdRow(server, 'purchases', one.purchaseId)
    const again = atSecond(one.person).get(`/api/exam-meta/${one.purchaseId}/?start_key=${newKey()}`)
    const starting = Promise.all([one.open(), again])
    await held.until(2)
    await held.letGo()
    const replies = await starting
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const ids = new Set(replies.map(({ body }) => body.attempt.id))
    expect([ids.size, (await one.opened()).length]).toEqual([1, 1])
  },
  async 'an exam that is built meanwhile stays the only one, and the start returns it'(): Promise<void> {
    const one = await buyer()
    const reply = await whileDrawing(one, one.open, anExamBeingBuilt(one, newKey()))
    const [only, ...others] = await one.opened()
    expect([reply.status, reply.body.attempt?.id, others]).toEqual([200, only!.id, []])
  },
  async 'two tests that one person begins at the same time share no item'(): Promise<void> {
    drawFromOneSeed()
    const [one, other] = await twoTests()
    const keys = [newKey(), newKey()] as const
    // Both starts, their papers drawn, wait for these rows, which are rolled back.
    const held = await holdRow(server, 'purchases', crypto.randomUUID())
    await aFinishedExam(one, keys[0])(held.client)
    await aFinishedExam(other, keys[1])(held.client)
    const starting = Promise.all([one.open(keys[0]), other.open(keys[1])])
    await held.until(2)
    await held.client.query('rollback')
    await held.letGo()
    expect((await starting).map(({ body }) => [body.status, body.questions?.length])).toEqual([
      ['completed', 6],
      ['completed', 6],
    ])
    expect(await shownTwice(one.person)).toEqual([])
  },
  async 'a person who gets more time while the paper is drawn has it in this exam'(): Promise<void> {
    const one = await buyer()
    const reply = await whileDrawing(one, one.open, (client) =>
      client.query('update purchases set extra_time_factor = 2 where id = $1', [one.purchaseId]),
    )
    const [{ durationSeconds }] = (await one.opened()) as [typeof attempts.$inferSelect]
    expect([reply.body.attempt.duration_seconds, durationSeconds % 120]).toEqual([durationSeconds, 0])
    const [{ rows }] = [
      await server.services.pool.query('select duration_minutes from purchases where id = $1', [one.purchaseId]),
    ]
    expect(durationSeconds).toBe(rows[0].duration_minutes * 120)
  },
}

describe('a start notices changes that happen while its paper is drawn', () => {
  it.each(Object.entries(meanwhiles))('%s', async (_title, holds) => {
    await holds()
  })

  it.each<[keyof typeof meanwhiles, string, string]>([
    ['a purchase whose money has gone back opens no exam', "p.status = 'paid'", 'true'],
    ['a purchase whose time is over opens no exam', 'coalesce(p.expires_at > clock_timestamp(), true)', 'true'],
    ['the last exam of a purchase is opened once', 'p.exam_attempts + (select', 'p.exam_attempts + 9 + (select'],
    ['a start key opens one exam', 'or a.start_key = $3', 'or false'],
    ['a call without a start key opens only the first exam of a purchase', 'or $3::text is null', 'or false'],
    ['an exam that is built meanwhile stays the only one, and the start returns it', 'a.is_open or', 'false or'],
    [
      'two tests that one person begins at the same time share no item',
      'is not distinct from $16::bytea',
      'is null or $16::bytea is null or true',
    ],
  ])('the test fails if the opening statement loses its check: %s', async (title, find, replace) => {
    watchStatements({ statement, find, replace })
    await expect(meanwhiles[title]()).rejects.toThrow()
  })

  it('the test of two papers without a shared item fails if two starts of one person do not wait for each other', async () => {
    const bug = { find: 'for no key update of u', replace: 'for key share of u' }
    watchStatements({ statement: 'hold_purchase_to_open', ...bug })
    await expect(meanwhiles['two tests that one person begins at the same time share no item']()).rejects.toThrow()
  })
})

interface Training {
  begin: (one: Buyer, key?: string) => Promise<{ status: number; body: { questions: unknown[] } }>
  /** Makes the drawn training wait in the statement that stores it, until a rollback. */
  stop: (one: Buyer, key: string) => (client: pg.Client) => Promise<unknown>
}

/** Modes whose items come from the stock for training. */
const trainings: Record<string, Training> = {
  training: {
    begin: ({ person, purchaseId }) => person.get(`/api/test-meta/${purchaseId}/`),
    stop:
      ({ purchaseId }) =>
      (client) =>
        client.query('select from attempts where purchase_id = $1 for update', [purchaseId]),
  },
  practice: {
    begin: ({ person, purchaseId }, key = newKey()) =>
      person.post(`/api/practice/${purchaseId}/`, { start_key: key, size: 10 }),
    stop: aFinishedExam,
  },
}

describe.each(Object.entries(trainings))(
  'a %s that begins while another paper is drawn for the same person',
  (_mode, { begin, stop }) => {
    it('a paper is drawn again if its owner was given another one meanwhile, and no item is in both', async () => {
      const [one, other] = await twoTests()
      const drawing = drawFromOneSeed(async (nth) => {
        if (nth === 1) expect((await begin(other)).status).toBe(200)
      })
      expect((await begin(one)).body.questions.length).toBeGreaterThan(5)
      expect(drawing).toHaveBeenCalledTimes(3)
      expect(await shownTwice(one.person)).toEqual([])
    })

    it('a paper is drawn again if another one of its owner is stored at the same moment, and no item is in both', async () => {
      const [one, other] = await twoTests()
      const held = await holdRow(server, 'purchases', crypto.randomUUID())
      const key = newKey()
      const drawing = drawFromOneSeed((nth) => (nth === 1 ? stop(one, key)(held.client) : undefined))
      const first = begin(one, key)
      await held.until(1)
      const second = begin(other)
      await held.until(2)
      await held.client.query('rollback')
      await held.letGo()
      expect([(await first).status, (await second).status, drawing.mock.calls.length]).toEqual([200, 200, 3])
      expect(await shownTwice(one.person)).toEqual([])
    })

    it('a person gets a paper after the greatest number of drawings, although another paper is given out during each', async () => {
      const [one, other] = await twoTests()
      const drawing = drawFromOneSeed(async () => {
        await aFinishedExam(other, newKey())(server.services.pool)
        await server.services.pool.query(
          `insert into paper_exposures (attempt_id, user_id, partition, items)
         select id, user_id, 'training', '\x0102030405060708' from attempts where purchase_id = $1
         on conflict do nothing`,
          [other.purchaseId],
        )
      })
      expect((await begin(one)).body.questions.length).toBeGreaterThan(5)
      expect(drawing).toHaveBeenCalledTimes(mostDrawings)
    })
  },
)
