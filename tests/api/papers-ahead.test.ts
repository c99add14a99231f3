import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Blueprint } from '#content/blueprint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Question } from '#contract/question.ts'
import { users } from '../../server/db/schema/accounts.ts'
import { attempts, paperExposures, waitingPapers } from '../../server/db/schema/attempts.ts'
import { purchases } from '../../server/db/schema/purchases.ts'
import { eraseAccount } from '../../server/features/account/erase-account.ts'
import { examUse } from '../../server/features/exams/exam-use.ts'
import { sweepAttempts } from '../../server/features/exams/exam-jobs.ts'
import { drawAhead } from '../../server/features/exams/open/draw-ahead.ts'
import { drawPaper } from '../../server/features/exams/paper/draw-paper.ts'
import { digestsIn } from '../../server/features/exams/paper/drawn-paper.ts'
import { findItems } from '../../server/features/exams/paper/paper-store.ts'
import { claimAhead, storeAhead, sweepAhead } from '../../server/features/exams/paper/papers-ahead.ts'
import { grantExam } from '../../server/features/operator/grant-exam.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newKey, openExam, someEvents, until } from '../support/exam-calls.ts'
import { gradedExam } from '../support/graded-exam.ts'
import { holdRow } from '../support/held-row.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { callBack, order, paymentOf } from '../support/sandbox.ts'
import { ago, startedExam } from '../support/started-exam.ts'
import { watchStatements } from '../support/watch-statements.ts'

/** Papers that are drawn before they are wanted (decision 0121). The tests say which process draws them, and when. */
let server: TestServer
let second: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent', rounds: 'by hand' })
  second = await startTestServer({ workMode: 'inline', logLevel: 'silent', rounds: 'by hand', sharing: server })
})
afterAll(async () => {
  await second.close()
  await server.close()
})
beforeEach(() => db().delete(waitingPapers))
afterEach(() => vi.restoreAllMocks())

const db = () => server.services.db
const never = new AbortController().signal
const turn = (of = server) => drawAhead(of.services, { isIdle: () => true, isOver: never })
const want = (...purchaseIds: string[]) => examUse.wantPapers(db(), purchaseIds)
const wanted = async (purchaseId: string) =>
  (await db().select().from(waitingPapers).where(eq(waitingPapers.purchaseId, purchaseId)))[0]

interface Bought {
  slug?: string
  known?: Person
  terms?: Parameters<typeof givePurchase>[3]
}

async function buyer({ slug = 'verbalnij-proba', known, terms = {} }: Bought = {}) {
  const person = known ?? (await newcomer(server))
  const purchaseId = await givePurchase(server, person, slug, terms)
  const open = (startKey = newKey()) => person.get(`/api/exam-meta/${purchaseId}/?start_key=${startKey}`)
  return { person, purchaseId, open }
}

/** A person whose paper waits. */
async function awaited(bought: Bought = {}) {
  const one = await buyer(bought)
  await want(one.purchaseId)
  await turn()
  const paper = (await wanted(one.purchaseId))!
  expect(paper.drawnAt).not.toBeNull()
  return { ...one, paper }
}

const drawing = (of = server) => vi.spyOn(of.services.papers, 'draw')
const seedOf = async (attemptId: string) =>
  (await db().select().from(attempts).where(eq(attempts.id, attemptId)))[0]!.seed
const textsOf = (questions: Question[]) => JSON.stringify(questions)

/** Draws every paper from one seed: papers of a blueprint differ only by what their owner was shown before. */
function drawFromOneSeed() {
  const { papers } = server.services
  const draw = papers.draw.bind(papers)
  return vi.spyOn(papers, 'draw').mockImplementation((asked, limits) => draw({ ...asked, seed: 'one' }, limits))
}

async function shownTwice({ userId }: Person): Promise<string[]> {
  const rows = await db().select().from(paperExposures).where(eq(paperExposures.userId, userId!))
  const shown = rows.flatMap(({ items }) => digestsIn(items))
  return shown.filter((digest, at) => shown.indexOf(digest) !== at)
}

describe('a paper drawn ahead', () => {
  it('a start gives out the paper drawn ahead without drawing one, and its items are those of its seed', async () => {
    const { purchaseId, open, paper } = await awaited({ slug: 'verbalnij' })
    const [drawn, asked] = [drawing(), watchStatements()]
    const { body } = await open()
    expect(asked).toEqual(['read_session', 'exam_to_open', 'hold_purchase_to_open', 'open_attempt_at_once'])
    expect([body.status, body.questions.length, drawn.mock.calls]).toEqual(['completed', 30, []])
    const [bought] = await db().select().from(purchases).where(eq(purchases.id, purchaseId))
    const blueprint = bought!.blueprint as Blueprint
    const again = await drawPaper({ seed: paper.seed!, mode: 'exam', blueprint, seen: null })
    expect(textsOf(body.questions)).toBe(again.questions)
    expect(await seedOf(body.attempt.id)).toBe(paper.seed)
    const items = (await findItems(db(), body.attempt.id))!
    expect(textsOf(items.map(({ question }) => question))).toBe(again.questions)
    expect(await wanted(purchaseId)).toBeUndefined()
  })

  it('a repeated start returns the same paper drawn ahead, and an answer is checked without reading the paper again', async () => {
    const { person, purchaseId, open } = await awaited()
    const key = newKey()
    const [first, again] = [(await open(key)).body, (await open(key)).body]
    expect(textsOf(again.questions)).toBe(textsOf(first.questions))
    const asked = watchStatements()
    const { ticket } = first.attempt
    const save = (body: object) => person.put(`/api/exam-answers/${purchaseId}/`, { ticket, events: [], ...body })
    expect((await save({ begin: true })).status).toBe(200)
    const strange = { question_id: first.questions[0].id, value: 'no option', epoch: 1, seq: 1, device_id: 'phone' }
    expect((await save({ events: [strange] })).body.code).toBe('invalid_answer')
    expect(asked.join()).not.toContain('read_questions')
  })

  it('a paper drawn ahead is graded by its own keys', async () => {
    const { person, purchaseId } = await awaited()
    const drawn = drawing()
    const { result } = await gradedExam(server, person, { purchaseId, isRight: (place) => place % 2 === 0 })
    expect([result.correct, result.total, drawn.mock.calls]).toEqual([3, 6, []])
  })

  it('two starts at the same time at two processes open one attempt of a paper drawn ahead', async () => {
    const { person, purchaseId, open } = await awaited()
    const elsewhere = Object.assign(new Person(second), { access: person.access })
    const starts = [open(), elsewhere.get(`/api/exam-meta/${purchaseId}/?start_key=${newKey()}`)]
    const ids = (await Promise.all(starts)).map(({ body }) => body.attempt.id)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('a paper drawn ahead repeats no item', () => {
  it('a start draws another paper if its owner has since seen an item of the paper drawn ahead', async () => {
    const drawn = drawFromOneSeed()
    const one = await awaited()
    const other = await buyer({ known: one.person, terms: { live: false } })
    expect((await other.open()).body.questions).toHaveLength(6)
    expect(drawn).toHaveBeenCalledTimes(2)
    expect((await one.open()).body.questions).toHaveLength(6)
    expect(drawn).toHaveBeenCalledTimes(3)
    expect(await shownTwice(one.person)).toEqual([])
    expect(await wanted(one.purchaseId)).toBeUndefined()
  })

  it('a start gives out the paper drawn ahead if its owner has since seen none of its items', async () => {
    const one = await awaited()
    const other = await buyer({ known: one.person, slug: 'logichnij-proba' })
    expect((await other.open()).body.questions).toHaveLength(6)
    const drawn = drawing()
    expect((await one.open()).body.questions).toHaveLength(6)
    expect(drawn).not.toHaveBeenCalled()
    expect(await shownTwice(one.person)).toEqual([])
  })

  /** Another test of the same person shows the same items while the start waits for its purchase. */
  async function metMeanwhile() {
    const one = await awaited()
    const held = await holdRow(server, 'purchases', one.purchaseId)
    const starting = one.open()
    await held.until(1)
    const shown = `with a as (
        insert into attempts (purchase_id, user_id, mode, state, is_open, exam_cache_key, seed, submission_key, ticket_salt,
          ticket_hash, duration_seconds, late_seconds)
        values ($1, $2, 'practice', 'open', false, 'c', 's', 'k', 's', gen_random_uuid()::text, 0, 0) returning id, user_id)
      insert into paper_exposures (attempt_id, user_id, partition, items) select id, user_id, 'exam', $3 from a`
    await held.client.query(shown, [one.purchaseId, one.person.userId, one.paper.shown])
    await held.letGo()
    const { body } = await starting
    expect(body.questions).toHaveLength(6)
    return { twice: await shownTwice(one.person), isTheOne: (await seedOf(body.attempt.id)) === one.paper.seed }
  }

  it('a start that waits for its lock notices items shown meanwhile, and does not give out the paper drawn ahead', async () => {
    expect(await metMeanwhile()).toEqual({ twice: [], isTheOne: false })
  })

  it('more than five items repeat if the opening statement does not check again under the lock', async () => {
    const bug = { find: 'is not distinct from $16::bytea', replace: 'is null or $16::bytea is null or true' }
    watchStatements({ statement: 'open_attempt_at_once', ...bug })
    const { twice, isTheOne } = await metMeanwhile()
    expect([twice.length > 5, isTheOne]).toEqual([true, true])
  })

  it('a paper drawn ahead is given out once, even if its locked row stays after the start', async () => {
    const one = await awaited()
    const held = await holdRow(server, 'users', crypto.randomUUID())
    await held.client.query('select 1 from waiting_papers where purchase_id = $1 for update', [one.purchaseId])
    // The start does not wait for the locked row.
    const first = (await one.open()).body
    expect(await seedOf(first.attempt.id)).toBe(one.paper.seed)
    await held.letGo()
    expect(await wanted(one.purchaseId)).toBeDefined()
    await db().update(attempts).set({ state: 'graded', isOpen: false }).where(eq(attempts.id, first.attempt.id))
    const drawn = drawing()
    const next = (await one.open()).body
    expect([next.questions.length, drawn.mock.calls.length]).toEqual([6, 1])
    expect(await shownTwice(one.person)).toEqual([])
  })
})

describe('a request for a paper drawn ahead', () => {
  it('a payment requests a paper ahead, and draws nothing in its own call', async () => {
    const person = await newcomer(server)
    const drawn = drawing()
    const bought = await order(person)
    expect(await wanted(bought.purchase_id)).toBeUndefined()
    expect((await callBack(server, paymentOf(bought))).status).toBe(200)
    expect(await wanted(bought.purchase_id)).toMatchObject({ tries: 0, drawnAt: null, sent: null })
    expect(drawn).not.toHaveBeenCalled()
    await turn()
    expect((await wanted(bought.purchase_id))!.drawnAt).not.toBeNull()
  })

  it('the end of an exam requests the next paper ahead only if the purchase has another exam left', async () => {
    const [more, last] = [await startedExam(server), await startedExam(server)]
    await db().update(purchases).set({ examAttempts: 1 }).where(eq(purchases.id, last.purchaseId))
    for (const exam of [more, last]) {
      // Answered slowly enough for a score: a withheld one would bring one more exam.
      await exam.age({ startedAt: ago(400), deliveredAt: ago(500) })
      expect((await exam.submit({ answers: [], events: exam.events })).body.status).toBe('completed')
    }
    const { rows } = await server.services.pool.query('select 1 from exam_grants where purchase_id = $1', [
      last.purchaseId,
    ])
    expect([await wanted(more.purchaseId), (await wanted(last.purchaseId)) !== undefined]).toEqual([
      expect.objectContaining({ drawnAt: null }),
      rows.length > 0,
    ])
  })

  it('an exam that is given back requests a paper ahead', async () => {
    const { person, purchaseId, open } = await buyer({ terms: { examAttempts: 1 } })
    await open()
    await db()
      .update(attempts)
      .set({ state: 'building', createdAt: ago(86_400), builtAt: null, deliveredAt: null })
      .where(eq(attempts.purchaseId, purchaseId))
    await sweepAttempts(server.services)
    expect((await person.get(`/api/exam-status/${purchaseId}/`)).body.status).not.toBe('completed')
    expect(await wanted(purchaseId)).toBeDefined()
  })

  it('an operator’s grant of an exam requests a paper ahead', async () => {
    const { purchaseId } = await buyer()
    await grantExam(db(), { author: 'Оператор', reason: 'Збій' } as never, purchaseId)
    expect(await wanted(purchaseId)).toBeDefined()
  })

  it('no paper is requested ahead for a purchase that is unpaid, refunded, over or used up', async () => {
    const unusable: Bought['terms'][] = [
      { status: 'pending' },
      { status: 'refunded' },
      { expiresAt: ago(1) },
      { examAttempts: 0 },
    ]
    for (const terms of unusable) {
      const { purchaseId } = await buyer({ terms: { live: false, ...terms } })
      await want(purchaseId)
      expect([terms, await wanted(purchaseId)]).toEqual([terms, undefined])
    }
  })

  it('repeated requests for a purchase keep its paper drawn ahead', async () => {
    const one = await awaited()
    await Promise.all([want(one.purchaseId), want(one.purchaseId), want(one.purchaseId, one.purchaseId)])
    expect((await wanted(one.purchaseId))!.seed).toBe(one.paper.seed)
  })
})

describe('a start does not depend on the drawing job', () => {
  it('a start draws its own paper after its drawing job died, and a job of another process draws the next paper', async () => {
    const [one, other] = [await buyer(), await buyer()]
    await want(one.purchaseId)
    expect((await claimAhead(db()))!.purchaseId).toBe(one.purchaseId)
    await want(other.purchaseId)
    await turn(second)
    expect([(await wanted(one.purchaseId))!.drawnAt, (await wanted(other.purchaseId))!.drawnAt]).toEqual([
      null,
      expect.any(Date),
    ])
    const drawn = drawing()
    expect((await one.open()).body.questions).toHaveLength(6)
    expect(drawn).toHaveBeenCalledTimes(1)
    // A minute after a claim another job may take the paper.
    const left = await buyer()
    await want(left.purchaseId)
    await claimAhead(db())
    await db()
      .update(waitingPapers)
      .set({ tryAfter: ago(1) })
      .where(eq(waitingPapers.purchaseId, left.purchaseId))
    await turn(second)
    expect(await wanted(left.purchaseId)).toMatchObject({ tries: 2, drawnAt: expect.any(Date) })
  })

  it('a late drawing job stores nothing if the exam has begun', async () => {
    const one = await buyer()
    await want(one.purchaseId)
    const claimed = (await claimAhead(db()))!
    const { blueprint, seen } = claimed
    expect((await one.open()).body.questions).toHaveLength(6)
    const paper = await drawPaper({ seed: 'late', mode: 'exam', blueprint, seen })
    expect(await storeAhead(db(), claimed, { seed: 'late', paper })).toBe(false)
    expect(await wanted(one.purchaseId)).toBeUndefined()
  })

  it('a late drawing job stores nothing if another job has claimed the paper since', async () => {
    const one = await buyer()
    await want(one.purchaseId)
    const late = (await claimAhead(db()))!
    await db()
      .update(waitingPapers)
      .set({ tryAfter: ago(1) })
    const next = (await claimAhead(db()))!
    expect([late.tries, next.tries]).toEqual([1, 2])
    const paper = await drawPaper({ seed: 'x', mode: 'exam', blueprint: late.blueprint, seen: null })
    expect(await storeAhead(db(), late, { seed: 'late', paper })).toBe(false)
    expect(await storeAhead(db(), next, { seed: 'next', paper })).toBe(true)
    expect(await storeAhead(db(), next, { seed: 'again', paper })).toBe(false)
    expect((await wanted(one.purchaseId))!.seed).toBe('next')
  })

  it('drawing jobs of two processes at the same time draw each of six papers once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => buyer()))
    await want(...all.map(({ purchaseId }) => purchaseId))
    const drawn = [drawing(), drawing(second)]
    await Promise.all([turn(), turn(second), turn(second)])
    const rows = await db().select().from(waitingPapers)
    expect(rows.map(({ tries, drawnAt }) => [tries, drawnAt !== null])).toEqual(Array(6).fill([1, true]))
    const times = new Set(drawn.map(({ mock }) => mock)).size === 1 ? [drawn[0]!] : drawn
    expect(times.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(6)
  })

  it('a paper that cannot be drawn ahead does not hold up the next one, and the start of its exam draws it', async () => {
    const [one, other] = [await buyer(), await buyer()]
    await want(one.purchaseId)
    await want(other.purchaseId)
    const error = vi.spyOn(server.services.log, 'error').mockReturnValue(undefined)
    drawing().mockRejectedValueOnce(new Error('the generator of this test fails'))
    await turn()
    expect(error).toHaveBeenCalledTimes(1)
    expect([(await wanted(one.purchaseId))!.drawnAt, (await wanted(other.purchaseId))!.drawnAt]).toEqual([
      null,
      expect.any(Date),
    ])
    expect((await one.open()).body.questions).toHaveLength(6)
  })

  it('a start draws another paper if the paper drawn ahead cannot be read', async () => {
    const one = await awaited()
    await db()
      .update(waitingPapers)
      .set({ sent: Buffer.from('not deflated') })
    const error = vi.spyOn(server.services.log, 'error').mockReturnValue(undefined)
    expect((await one.open()).body.questions).toHaveLength(6)
    expect([error.mock.calls.length, await wanted(one.purchaseId)]).toEqual([1, undefined])
  })

  it('no paper is drawn ahead while a start is under way, and the requested one is drawn after that start', async () => {
    const [one, other] = [await buyer(), await buyer()]
    await want(other.purchaseId)
    const { entrance } = server.app
    const held = await holdRow(server, 'purchases', one.purchaseId)
    const starting = one.open()
    await held.until(1)
    let looks = 0
    const isIdle = () => {
      looks += 1
      return entrance.attempt.load.running === 0
    }
    const drawn = drawing()
    const round = drawAhead(server.services, { isIdle, isOver: never })
    await until(async () => looks > 2)
    expect([drawn.mock.calls.length, (await wanted(other.purchaseId))!.tries]).toEqual([0, 0])
    await held.letGo()
    expect((await starting).body.questions).toHaveLength(6)
    await round
    expect((await wanted(other.purchaseId))!.drawnAt).not.toBeNull()
  })
})

it('a server’s own round draws requested papers, but not during a start, and ends when the server closes', async () => {
  const rounds = vi.spyOn(globalThis, 'setInterval')
  const third = await startTestServer({ workMode: 'inline', logLevel: 'silent', rounds: 'by hand', sharing: server })
  const take = rounds.mock.calls.filter(([, every]) => every === 30_000).map(([round]) => round as () => void)
  rounds.mockRestore()
  /** Begins an exam at this server, whose start ends when the test says. */
  const heldStart = async () => {
    const { person, purchaseId } = await buyer()
    const held = await holdRow(server, 'purchases', purchaseId)
    const known = Object.assign(new Person(third), { access: person.access })
    const starting = known.get(`/api/exam-meta/${purchaseId}/?start_key=${newKey()}`)
    await held.until(1)
    return { held, starting }
  }
  const other = await buyer()
  await want(other.purchaseId)
  const { held, starting } = await heldStart()
  for (const round of take) round()
  await held.client.query('select pg_sleep(0.5)')
  expect((await wanted(other.purchaseId))!.tries).toBe(0)
  await held.letGo()
  await starting
  await until(async () => (await wanted(other.purchaseId))?.drawnAt != null)
  // A start is under way: without it a round that still rests from its paper would draw the next one immediately.
  const [last, late] = [await buyer(), await heldStart()]
  await want(last.purchaseId)
  for (const round of take) round()
  const closing = third.close()
  await late.held.letGo()
  await Promise.all([late.starting, closing])
  expect(await wanted(last.purchaseId)).toMatchObject({ tries: 0, drawnAt: null })
})

describe('the end of a paper drawn ahead', () => {
  const generator = (by: number) =>
    db()
      .update(waitingPapers)
      .set({ generator: sql`${waitingPapers.generator} + ${by}` })

  it('a paper drawn ahead by another version of the generator or format is not given out, and the sweep has it drawn again', async () => {
    for (const age of [
      () => generator(-1),
      () =>
        db()
          .update(waitingPapers)
          .set({ questions: sql`set_byte(${waitingPapers.questions}, 0, 1)` }),
    ]) {
      const [one, other] = [await awaited(), await awaited()]
      await age()
      expect(await seedOf((await one.open()).body.attempt.id)).not.toBe(one.paper.seed)
      await sweepAhead(db())
      expect(await wanted(other.purchaseId)).toMatchObject({ drawnAt: null, seed: null, sent: null, tries: 0 })
      await turn()
      const again = (await wanted(other.purchaseId))!
      expect([again.drawnAt !== null, again.seed === other.paper.seed]).toEqual([true, false])
      await db().delete(waitingPapers)
    }
  })

  it('an earlier release neither gives out nor changes a paper that a later release drew ahead', async () => {
    const [one, other] = [await awaited(), await awaited()]
    await generator(1)
    expect(await seedOf((await one.open()).body.attempt.id)).not.toBe(one.paper.seed)
    await sweepAhead(db())
    expect((await wanted(other.purchaseId))!.seed).toBe(other.paper.seed)
  })

  const ends: Record<string, (one: Awaited<ReturnType<typeof awaited>>) => Promise<unknown>> = {
    'its purchase was refunded': ({ purchaseId }) =>
      db().update(purchases).set({ status: 'refunded' }).where(eq(purchases.id, purchaseId)),
    'its purchase is over': ({ purchaseId }) =>
      db()
        .update(purchases)
        .set({ expiresAt: ago(1) })
        .where(eq(purchases.id, purchaseId)),
    'the exams of its purchase are used up': ({ purchaseId }) =>
      db().update(purchases).set({ examAttempts: 0 }).where(eq(purchases.id, purchaseId)),
    'its owner was blocked': ({ person }) =>
      db().update(users).set({ isActive: false }).where(eq(users.id, person.userId!)),
    'its owner has closed the account': ({ person }) =>
      db().update(users).set({ closedAt: new Date() }).where(eq(users.id, person.userId!)),
    'nobody requested it for two weeks': ({ purchaseId }) =>
      db()
        .update(waitingPapers)
        .set({ wantedAt: ago(15 * 86_400) })
        .where(eq(waitingPapers.purchaseId, purchaseId)),
  }
  it.each(Object.entries(ends))('the sweep deletes a paper drawn ahead if %s', async (_what, end) => {
    const [one, other] = [await awaited(), await awaited()]
    await end(one)
    await sweepAhead(db())
    expect([await wanted(one.purchaseId), (await wanted(other.purchaseId))!.seed]).toEqual([
      undefined,
      other.paper.seed,
    ])
  })

  it('the sweep deletes the paper that was requested first if more papers wait than are kept', async () => {
    const all = [await awaited(), await awaited(), await awaited()]
    await sweepAhead(db(), 2)
    const left = await Promise.all(all.map(async ({ purchaseId }) => (await wanted(purchaseId)) !== undefined))
    expect(left).toEqual([false, true, true])
  })

  it('the erasure of a person deletes the paper drawn ahead, even if tax law keeps the purchase, and a late job stores no other', async () => {
    const { person, purchaseId } = await buyer()
    await server.services.pool.query(
      `insert into ledger (order_id, kind, amount, currency, provider, provider_event_id)
       values ($1, 'payment', 100, 'UAH', 'sandbox', $2)`,
      [purchaseId, purchaseId],
    )
    await want(purchaseId)
    const claimed = (await claimAhead(db()))!
    const paper = await drawPaper({ seed: 's', mode: 'exam', blueprint: claimed.blueprint, seen: null })
    expect(await storeAhead(db(), claimed, { seed: 's', paper })).toBe(true)
    await db()
      .update(users)
      .set({ closedAt: ago(8 * 86_400), eraseAfter: ago(60) })
      .where(eq(users.id, person.userId!))
    await eraseAccount(server.services, person.userId!)
    expect(await db().select().from(purchases).where(eq(purchases.id, purchaseId))).toHaveLength(1)
    expect(await wanted(purchaseId)).toBeUndefined()
    expect(await storeAhead(db(), claimed, { seed: 's', paper })).toBe(false)
    await want(purchaseId)
    await turn()
    expect((await wanted(purchaseId))?.drawnAt ?? null).toBeNull()
  })
})

describe('a paper of an exam that has not begun', () => {
  it('no reply to its owner and no data export contains a paper drawn ahead, and only the start of the exam returns it', async () => {
    const { person, purchaseId, open, paper } = await awaited({ slug: 'logichnij' })
    const [bought] = await db().select().from(purchases).where(eq(purchases.id, purchaseId))
    const blueprint = bought!.blueprint as Blueprint
    const drawn = await drawPaper({ seed: paper.seed!, mode: 'exam', blueprint, seen: null })
    const ids = (JSON.parse(drawn.questions) as Question[]).flatMap(({ options }) => options!.map(({ id }) => id))
    expect(ids.length).toBeGreaterThan(100)
    const secrets = [paper.seed!, ...ids, paper.sent!.toString('base64').slice(0, 40), paper.keys!.toString('hex')]
    const replies: string[] = []
    for (const { name, method, path } of endpoints) {
      // openExam begins the exam.
      if (method !== 'GET' || name === 'openExam') continue
      replies.push(`${name} ${(await person.get(path.replace(':id', purchaseId))).text}`)
    }
    expect(replies.length).toBeGreaterThan(20)
    expect(replies.filter((text) => text.startsWith('exportMyData') && text.includes(purchaseId))).toHaveLength(1)
    for (const text of replies) expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    const { text } = await open()
    expect(ids.filter((id) => !text.includes(id))).toEqual([])
  })

  it('a poll of the status, a training and a stranger’s call leave the paper drawn ahead in place', async () => {
    const { person, purchaseId, paper } = await awaited()
    const stranger = await newcomer(server)
    expect((await stranger.get(`/api/exam-meta/${purchaseId}/?start_key=${newKey()}`)).body.code).toBe(
      'foreign_purchase',
    )
    await person.get(`/api/exam-status/${purchaseId}/`)
    const training = (await person.get(`/api/test-meta/${purchaseId}/`)).body
    expect(training.questions.length).toBeGreaterThan(5)
    expect(await seedOf(training.attempt.id)).not.toBe(paper.seed)
    expect((await wanted(purchaseId))!.seed).toBe(paper.seed)
  })
})

it('an exam whose paper a job draws leaves the paper drawn ahead, and the next exam repeats no item', async () => {
  const byJobs = await startTestServer({ workMode: 'job', logLevel: 'silent', rounds: 'by hand', sharing: server })
  try {
    const one = await awaited()
    const person = Object.assign(new Person(byJobs), { access: one.person.access })
    const { attempt, questions } = await openExam(person, one.purchaseId)
    expect(await seedOf(attempt.id)).not.toBe(one.paper.seed)
    const { ticket, submission_key } = attempt
    await person.put(`/api/exam-answers/${one.purchaseId}/`, { ticket, begin: true, events: [] })
    const events = someEvents(questions)
    await person.post(`/api/exam-meta/${one.purchaseId}/`, { ticket, submission_key, answers: [], events })
    expect((await one.open()).body.questions).toHaveLength(6)
    expect(await shownTwice(one.person)).toEqual([])
  } finally {
    await byJobs.close()
  }
})
