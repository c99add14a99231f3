import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempts } from '../../server/db/schema/attempts.ts'
import { listOwed } from '../../server/features/purchases/refund/list-owed.ts'
import { readStoredAnswers } from '../../server/features/exams/answers/answer-events.ts'
import { digestsIn } from '../../server/features/exams/paper/drawn-paper.ts'
import { findAnswerShapes, findItems, findQuestions } from '../../server/features/exams/paper/paper-store.ts'
import { findSubmission } from '../../server/features/exams/answers/submission-store.ts'
import type { TestServer } from '../support/build-server.ts'
import { letterTo } from '../support/letters.ts'
import { password, Person } from '../support/person.ts'
import { callBack, paymentOf, statusOf } from '../support/sandbox.ts'
import { until } from '../support/exam-calls.ts'
import { keptReleases, readFixture } from '../upgrade/fixture.ts'
import { startUpgraded } from '../upgrade/start-upgraded.ts'

describe.each(keptReleases())('the database of release %s', (release) => {
  const fixture = readFixture(release)
  const { candidate, graded, handedIn, inProgress, other, madeAt } = fixture.story
  const rowsOf = (table: string) =>
    fixture.database.tables.find(({ name }) => name === `public.${table}`)!.rows as Record<string, unknown>[]
  let server: TestServer
  let anna: Person
  let bohdan: Person
  beforeAll(async () => {
    server = await startUpgraded(fixture, Date.now() - madeAt)
    anna = Object.assign(new Person(server), { refresh: candidate.refresh })
    bohdan = new Person(server)
  })
  afterAll(() => server.close())

  it('every migration that an earlier release’s database has run is unchanged in this release', () => {
    const folder = path.resolve(import.meta.dirname, '../../server/db/migrations')
    const hashes = readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .map((name) =>
        createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex'),
      )
    const ran = fixture.database.tables.find(({ name }) => name === 'drizzle.__drizzle_migrations')!.rows
    expect(ran.length).toBeGreaterThan(0)
    for (const row of ran) expect(hashes).toContain((row as { hash: string }).hash)
  })

  it('people of an earlier release get in by their session and by their password', async () => {
    const { status, body } = await anna.post('/api/auth/token/refresh/', { refresh: anna.refresh })
    expect([status, body.user_id]).toEqual([200, candidate.userId])
    anna.access = body.access
    const login = await bohdan.post('/api/auth/login/', { email: other.email, password })
    expect(login.status).toBe(200)
    bohdan.access = login.body.access
  })

  it('people of an earlier release keep their tests and results, and the receipt of a grade still verifies', async () => {
    const owned = (await anna.get('/api/owned-tests/')).body
    const ids = [graded, inProgress, handedIn].map(({ purchaseId }) => purchaseId)
    expect(owned.results.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(ids))
    const result = await anna.get(`/api/exam-results-status/${graded.purchaseId}/`)
    expect(result.body).toMatchObject({ status: 'completed', receipt: candidate.gradedReceipt })
    expect(await server.services.receipts.verify(candidate.gradedReceipt)).toBe(true)
  })

  it('the server reads each answer of an earlier release with its device, and each submission with its reply', async () => {
    const { db } = server.services
    const { events, submissions } = fixture.plain
    expect(events.length).toBeGreaterThan(0)
    const namesOf = (rows: Pick<(typeof events)[0], 'question_id' | 'epoch' | 'seq' | 'device_id' | 'value'>[]) =>
      rows
        .map(({ question_id, epoch, seq, device_id, value }) => [question_id, epoch, seq, device_id, value])
        .toSorted()
    for (const id of new Set(events.map(({ attempt_id }) => attempt_id))) {
      const [attempt] = await db.select().from(attempts).where(eq(attempts.id, id))
      const { stored } = await readStoredAnswers(db, attempt!)
      expect(namesOf(stored)).toEqual(namesOf(events.filter(({ attempt_id }) => attempt_id === id)))
    }
    expect(submissions.length).toBeGreaterThan(0)
    for (const { attempt_id, answers, receipt, reply_bytes, body_digest } of submissions) {
      const read = await findSubmission(db, attempt_id)
      expect(read).toMatchObject({ answers, receipt, replyBytes: reply_bytes, bodyDigest: body_digest })
    }
  })

  it('the server answers a repeated submission of an earlier release by the same bytes', async () => {
    const { submission_key } = rowsOf('attempts').find(({ id }) => id === graded.attemptId)!
    const isGraded = ({ attempt_id }: { attempt_id: string }) => attempt_id === graded.attemptId
    const events = fixture.plain.events
      .filter(isGraded)
      .map(({ question_id, value, epoch, seq, device_id }) => ({ question_id, value, epoch, seq, device_id }))
    const answers = events.map(({ question_id, value }) => ({ question_id, value }))
    const body = { submission_key, answers, events }
    const again = await anna.post(`/api/exam-meta/${graded.purchaseId}/`, body)
    expect([again.status, again.text]).toEqual([200, fixture.plain.submissions.find(isGraded)!.reply_bytes])
  })

  it('the server does the jobs of an earlier release: it grades a submitted exam and sends a letter', async () => {
    const status = () => bohdan.get(`/api/exam-results-status/${other.purchaseId}/`)
    await until(async () => (await status()).body.status === 'completed')
    expect((await status()).body.attempt_id).toBe(other.attemptId)
    expect(await letterTo(server, other.email, '/reset-password/')).toContain('Subject:')
  })

  it('the server takes the payment of an order that an earlier release placed', async () => {
    const order = { purchase_id: other.orderId }
    expect((await callBack(server, paymentOf(order))).status).toBe(200)
    expect(await statusOf(bohdan, order)).toBe('paid')
  })

  it('the server reads the papers and keys of an earlier release unchanged', async () => {
    const keys = new Map(fixture.plain.keys.map(({ attempt_id, items }) => [attempt_id, items]))
    const { db } = server.services
    expect(fixture.plain.papers.length).toBeGreaterThan(0)
    for (const { attempt_id: id, questions } of fixture.plain.papers) {
      expect(await findQuestions(db, id)).toEqual(questions)
      const items = (await findItems(db, id))!
      expect(items.map(({ question, ...key }) => ({ ...key, question_id: question.id }))).toEqual(keys.get(id))
      const [attempt] = (await server.services.pool.query('select ticket_hash from attempts where id = $1', [id])).rows
      const shapes = await findAnswerShapes(db, attempt.ticket_hash)
      expect(shapes!.map((shape) => shape.id)).toEqual(questions.map((question) => question.id))
    }
  })

  it('an upgraded database remembers every item that people have seen, each once', async () => {
    const before = fixture.plain.seen
    expect(before.length).toBeGreaterThan(0)
    const { rows } = await server.services.pool.query('select * from paper_exposures')
    const after = rows.flatMap(({ items, ...row }) => digestsIn(items).map((signature) => ({ ...row, signature })))
    const named = ({ attempt_id, user_id, partition, signature }: (typeof before)[0]) =>
      [attempt_id, user_id, partition, signature.slice(0, 16)].join(' ')
    expect(after.map(named)).toEqual(expect.arrayContaining(before.map(named)))
    expect(new Set(after.map(named)).size).toBe(after.length)
  })

  it('an upgraded database has an order for each purchase, with its id, status and price', async () => {
    const { rows } = await server.services.pool.query(`
      select p.id = o.id as same, p.status = o.status and p.price = o.price as fits, p.question_count, o.idempotency_key
      from purchases p join orders o on o.id = p.order_id`)
    const before = rowsOf('purchases')
    expect(rows).toHaveLength(before.length)
    for (const row of rows) {
      expect(row).toMatchObject({ same: true, fits: true, idempotency_key: expect.any(String) })
      expect(row.question_count).toBeGreaterThan(0)
    }
  })
})

/** These releases wrote due refunds into the ledger alone. Later ones have a row for each refund, which every release reads. */
const withoutRefunds = keptReleases().filter((release) => {
  return readFixture(release).database.tables.every(({ name }) => name !== 'public.refunds')
})
describe.each(withoutRefunds)('the money of release %s', (release) => {
  const fixture = readFixture(release)
  const [purchase] = fixture.database.tables.find(({ name }) => name === 'public.purchases')!.rows as { id: string }[]
  const rowOf = (kind: string, paymentId: string) => ({
    id: crypto.randomUUID(),
    purchase_id: purchase!.id,
    kind,
    amount: 14_900,
    currency: 'UAH',
    provider: 'sandbox',
    provider_event_id: `${kind}:${paymentId}:14900`,
    details: { payment_id: paymentId },
    recorded_at: new Date().toISOString(),
  })
  const movements = [
    ['due', 'refund_due'],
    ['sent', 'refund_due', 'refund_sent'],
    ['back', 'refund_due', 'refund_sent', 'refund'],
    ['misfit', 'mismatch'],
  ].flatMap(([paymentId, ...kinds]) => kinds.map((kind) => rowOf(kind!, paymentId!)))
  let server: TestServer
  beforeAll(async () => {
    const tables = fixture.database.tables.map((table) =>
      table.name === 'public.ledger' ? { ...table, rows: [...table.rows, ...movements] } : table,
    )
    server = await startUpgraded({ ...fixture, database: { ...fixture.database, tables } }, 0)
  })
  afterAll(() => server.close())

  it('an upgraded ledger keeps its rows, and owed money stays owed, including a payment that fitted no order', async () => {
    const { rows } = await server.services.pool.query('select id, order_id, kind, amount from ledger')
    for (const { id, purchase_id, kind, amount } of movements) {
      expect(rows).toContainEqual({ id, order_id: purchase_id, kind, amount })
    }
    const owed = await listOwed(server.services.db)
    expect(owed.map(({ paymentId, sentAt }) => [paymentId, sentAt !== null]).toSorted()).toMatchObject([
      ['due', expect.any(Boolean)],
      ['misfit', expect.any(Boolean)],
      ['sent', true],
    ])
  })
})
