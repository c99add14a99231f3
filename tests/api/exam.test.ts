import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerEvents, attempts } from '../../server/db/schema/attempts.ts'
import { purchases } from '../../server/db/schema/purchases.ts'
import { sweepAttempts } from '../../server/features/exams/exam-jobs.ts'
import { buildPaper } from '../../server/features/exams/open/build-paper.ts'
import { readReceipt } from '../../src/attempt/submissions/receipts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { withFailingGrading } from '../support/failing-grading.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { answersOf, newKey, openExam, someEvents, until } from '../support/exam-calls.ts'

/** Work within the request and work by jobs give the same product. */
describe.each(['inline', 'job'] as const)('an exam whose work runs by %s', (workMode) => {
  /** Ends titles of tests that do not depend on how work runs: landings play them in one of the two modes. */
  const again = workMode === 'job' ? ' @full' : ''
  /** Ends titles of tests that `races.test.ts` plays inline, with two servers. */
  const inRaces = workMode === 'job' ? '' : ' @full'
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ workMode, logLevel: 'silent' })
  })
  afterAll(() => server.close())

  const attemptsOf = (purchaseId: string) =>
    server.services.db.select().from(attempts).where(eq(attempts.purchaseId, purchaseId))
  const age = (attemptId: string, values: Partial<typeof attempts.$inferInsert>) =>
    server.services.db.update(attempts).set(values).where(eq(attempts.id, attemptId))
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

  async function runningExam(slug = 'logichnij') {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person, slug)
    const paper = await openExam(person, purchaseId)
    const { ticket, submission_key } = paper.attempt
    const save = (body: object) =>
      new Person(server).put(`/api/exam-answers/${purchaseId}/`, { ticket, events: [], ...body })
    const submit = (body: object) =>
      new Person(server).post(`/api/exam-meta/${purchaseId}/`, { ticket, submission_key, ...body })
    const result = async () => {
      await until(async () => (await person.get(`/api/exam-results-status/${purchaseId}/`)).body.status === 'completed')
      return (await person.get(`/api/exam-results-status/${purchaseId}/`)).body
    }
    return { person, purchaseId, paper, save, submit, result, attemptId: paper.attempt.id }
  }

  it('[S7.26] [S4.10] opening an exam gives a paper of 30 questions and an attempt that has not started', async () => {
    const { paper } = await runningExam()
    expect(paper.status).toBe('completed')
    expect(paper.questions).toHaveLength(30)
    expect(new Set(paper.questions.map((question) => question.id)).size).toBe(30)
    expect(paper.attempt).toMatchObject({ state: 'ready', started_at: null, epoch: 1 })
  })

  it(`an exam whose items only a later release can make waits for a process of that release, and is then opened${again}`, async () => {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person, 'logichnij-proba')
    const renamed = (from: string, to: string) =>
      server.services.db
        .update(purchases)
        .set({ blueprint: sql`replace(${purchases.blueprint}::text, ${from}, ${to})::jsonb` })
        .where(eq(purchases.id, purchaseId))
    await renamed('logic-latin', 'logic-of-tomorrow')
    const key = newKey()
    const ask = () => person.get(`/api/exam-meta/${purchaseId}/?start_key=${key}`)
    expect((await ask()).status).toBe(200)
    await expect(buildPaper(server.services, (await attemptsOf(purchaseId))[0]!.id, Infinity)).rejects.toThrow(
      'families',
    )
    expect((await attemptsOf(purchaseId)).map(({ state }) => state)).toEqual(['building'])
    // From here on the server reads the blueprint as a process of the later release would.
    await renamed('logic-of-tomorrow', 'logic-latin')
    await until(async () => (await ask()).body.questions?.length === 6)
    expect(await attemptsOf(purchaseId)).toHaveLength(1)
  })

  it('[S7.27] [S7.29] a client saves and submits an exam by its ticket alone, and the owner gets the result', async () => {
    const { paper, save, submit, result } = await runningExam()
    const events = someEvents(paper.questions)
    const begun = await save({ begin: true, events: events.slice(0, 3) })
    expect(begun.status).toBe(200)
    expect(Object.keys(begun.body.marks).sort()).toEqual(
      events
        .slice(0, 3)
        .map((event) => event.question_id)
        .sort(),
    )
    expect(begun.body.deadline_at).toEqual(expect.any(String))

    const submitted = await submit({ answers: answersOf(events), events })
    expect(submitted.status).toBe(200)
    expect(submitted.body.status).toBe(workMode === 'job' ? 'processing_started' : 'completed')
    expect(submitted.body.receipt).toEqual(expect.any(String))
    expect(await result()).toMatchObject({ status: 'completed', total: 30, mode: 'exam', late: null, version: 1 })
  })

  it(`a repeated GET (reload, Back, a second tab, a re-sent request) neither opens nor spends a second attempt${again}`, async () => {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person)
    const key = newKey()
    const first = await openExam(person, purchaseId, key)
    const repeats = await Promise.all([
      ...Array.from({ length: 10 }, () => person.get(`/api/exam-meta/${purchaseId}/?start_key=${key}`)),
      ...Array.from({ length: 10 }, () => person.get(`/api/exam-meta/${purchaseId}/`)),
      person.get(`/api/exam-meta/${purchaseId}/?start_key=${newKey()}`),
    ])
    expect(new Set(repeats.map((reply) => reply.body.attempt.id))).toEqual(new Set([first.attempt.id]))
    expect(await attemptsOf(purchaseId)).toHaveLength(1)
  })

  it(`after the submission a plain GET and a used start_key open nothing and lead to the result${again}`, async () => {
    const { person, purchaseId, save, submit, result, attemptId } = await runningExam()
    await save({ begin: true })
    await submit({ answers: [], events: [] })
    await result()
    const [attempt] = await attemptsOf(purchaseId)
    for (const query of ['', `?start_key=${attempt!.startKey}`]) {
      const { status, body } = await person.get(`/api/exam-meta/${purchaseId}/${query}`)
      expect(status).toBe(409)
      expect(body).toMatchObject({ code: 'no_open_attempt', result_url: `/logic/test-result/${purchaseId}` })
    }
    const next = await openExam(person, purchaseId)
    expect(next.attempt.id).not.toBe(attemptId)
  })

  it(`[S06] 25 concurrent starts under 25 start keys open one attempt${inRaces}`, async () => {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person)
    await Promise.all(
      Array.from({ length: 25 }, () => person.get(`/api/exam-meta/${purchaseId}/?start_key=${newKey()}`)),
    )
    expect(await attemptsOf(purchaseId)).toHaveLength(1)
  })

  it(`[S05] 25 concurrent submissions get 25 times the same bytes and leave one attempt${inRaces}`, async () => {
    const { paper, save, submit, purchaseId } = await runningExam()
    await save({ begin: true })
    const events = someEvents(paper.questions)
    const replies = await Promise.all(Array.from({ length: 25 }, () => submit({ answers: answersOf(events), events })))
    expect(replies.map((reply) => reply.status)).toEqual(Array(25).fill(200))
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
    expect(await attemptsOf(purchaseId)).toHaveLength(1)
  })

  it(`[S07] a submission with the same key and other answers is refused and changes nothing${again}`, async () => {
    const { paper, save, submit, result } = await runningExam()
    await save({ begin: true })
    const events = someEvents(paper.questions)
    await submit({ answers: answersOf(events), events })
    const before = await result()
    const other = await submit({ answers: [], events: [] })
    expect(other.status).toBe(422)
    expect(other.body.code).toBe('submission_mismatch')
    expect(await result()).toEqual(before)
  })

  it(`[S05] a repeated submission without its acknowledged events gets the same bytes, and 422 if an answer is missing${again}`, async () => {
    const { paper, save, submit } = await runningExam()
    const events = someEvents(paper.questions)
    await save({ begin: true, events: events.slice(0, 20) })
    const whole = await submit({ answers: answersOf(events), events })
    const part = await submit({ answers: answersOf(events), events: events.slice(20) })
    expect([part.status, part.text]).toEqual([200, whole.text])
    // The order does not matter, but no answer may be missing.
    expect((await submit({ answers: answersOf(events).reverse(), events: [] })).text).toBe(whole.text)
    expect((await submit({ answers: answersOf(events).slice(1), events: [] })).status).toBe(422)
  })

  it.each(['ticket', 'Bearer'] as const)(
    `a submission with an unknown key and the attempt’s %s is refused: nothing is stored, and the reply says so${again}`,
    async (proof) => {
      const { paper, save, submit, person, purchaseId, attemptId } = await runningExam()
      await save({ begin: true })
      const events = someEvents(paper.questions)
      const body = { answers: answersOf(events), events, submission_key: newKey() }
      const refused = await (proof === 'ticket' ? submit(body) : person.post(`/api/exam-meta/${purchaseId}/`, body))
      expect([refused.status, refused.body.code]).toEqual([422, 'submission_key_unknown'])
      expect(refused.body.detail).toBe(
        'Ключ, з яким надійшли ці відповіді, не від цієї спроби, тому ми їх не прийняли й не зберегли. Відкрийте екзамен на сторінці «Мої тести».',
      )
      const { state, count } = (await person.get(`/api/attempt-timeline/${attemptId}/`)).body
      expect([state, count]).toEqual(['open', 0])
    },
  )

  it(`[S07] a second device that submits under the same key is refused, and its answers are kept and not graded${again}`, async () => {
    const { paper, save, submit, result, attemptId } = await runningExam()
    await save({ begin: true })
    const [phone, tablet] = [someEvents(paper.questions, 'phone'), someEvents(paper.questions, 'tablet', 2)]
    await submit({ answers: answersOf(phone), events: phone })
    const before = await result()
    const second = await submit({ answers: answersOf(tablet), events: tablet })
    expect(second.body.code).toBe('submission_mismatch')
    expect(second.body.detail).toContain('Ваші збережено в історії спроби')
    const rows = await server.services.db.select().from(answerEvents).where(eq(answerEvents.attemptId, attemptId))
    expect(rows.filter((row) => row.deviceId === 'tablet').map((row) => row.phase)).toEqual(
      Array(30).fill('after_close'),
    )
    expect(await result()).toEqual(before)
  })

  it(`answer events after the close are kept, and do not change the grade${again}`, async () => {
    const { paper, save, submit, result, attemptId } = await runningExam()
    await save({ begin: true })
    await submit({ answers: [], events: [] })
    const before = await result()
    expect((await save({ events: someEvents(paper.questions.slice(0, 1)) })).status).toBe(200)
    const kept = await server.services.db.select().from(answerEvents).where(eq(answerEvents.attemptId, attemptId))
    expect(kept.map((event) => event.phase)).toEqual(['after_close'])
    expect(await result()).toEqual(before)
  })

  it(`the answer with the greatest (epoch, seq, device) holds, in whatever order events arrive, and null clears it${again}`, async () => {
    const { paper, save, person, purchaseId } = await runningExam()
    const question = paper.questions.find((each) => (each.options?.length ?? 0) > 2)!
    const event = (seq: number, option: number | null, device_id = 'phone') => ({
      question_id: question.id,
      value: option === null ? null : question.options![option]!.id,
      epoch: 1,
      seq,
      device_id,
    })
    await save({ begin: true, events: [event(3, 2), event(1, 0)] })
    await save({ events: [event(2, 1), event(1, 0)] })
    const shown = async () => (await person.get(`/api/exam-meta/${purchaseId}/`)).body.events
    expect(await shown()).toEqual([event(3, 2)])
    await save({ events: [event(4, null)] })
    expect(await shown()).toEqual([event(4, null)])
  })

  it.each(['7', '007', 'true', 'null', '{"a":1}', '"', '−3,5'])(
    `an answer comes back as it was given: %s${again}`,
    async (value) => {
      const { paper, save, person, purchaseId } = await runningExam('abstraktnij')
      const question = paper.questions.find((each) => each.kind === 'number' || each.kind === 'text')!
      await save({ begin: true, events: [{ question_id: question.id, value, epoch: 1, seq: 1, device_id: 'phone' }] })
      const { events } = (await person.get(`/api/exam-meta/${purchaseId}/`)).body
      expect(events).toMatchObject([{ question_id: question.id, value }])
    },
  )

  it(`the clock of an exam starts by itself 120 s after the delivery of its paper${again}`, async () => {
    const { person, purchaseId, attemptId } = await runningExam()
    const deliveredAt = ago(180)
    await age(attemptId, { deliveredAt })
    const { body } = await person.get(`/api/exam-meta/${purchaseId}/`)
    expect(body.attempt.state).toBe('open')
    expect(body.attempt.started_at).toBe(new Date(+deliveredAt + 120_000).toISOString())
  })

  it(`[S11] a submission after the deadline is graded, and says in its signed receipt how late it was, how much came in time and how long it took${again}`, async () => {
    const { paper, save, submit, result, attemptId } = await runningExam()
    const events = someEvents(paper.questions)
    await save({ begin: true, events: events.slice(0, 5) })
    await age(attemptId, { startedAt: ago(7200), deadlineAt: ago(3600) })
    await submit({ answers: answersOf(events), events })
    const graded = await result()
    expect(graded.late).toMatchObject({ in_time: 5 })
    expect(graded.late.seconds).toBeGreaterThanOrEqual(3600)
    expect(graded.late.seconds).toBeLessThan(3660)
    // The used time never exceeds the exam's own; the elapsed time says that it took longer.
    expect(graded.duration_seconds).toBe(3600)
    expect(graded.elapsed_seconds).toBe(3600 + graded.late.seconds)
    expect(await server.services.receipts.verify(graded.receipt)).toBe(true)
    const { late, duration_seconds, elapsed_seconds } = readReceipt(graded.receipt)!
    expect({ late, duration_seconds, elapsed_seconds }).toEqual({
      late: graded.late,
      duration_seconds: graded.duration_seconds,
      elapsed_seconds: graded.elapsed_seconds,
    })
  })

  it(`[S11] a receipt of work that came in time says nothing of lateness${again}`, async () => {
    const { paper, save, submit, result, attemptId } = await runningExam()
    const events = someEvents(paper.questions)
    await save({ begin: true, events })
    // Not more: the submission must come within the 30 s, also on a busy machine.
    await age(attemptId, { startedAt: ago(1500), deadlineAt: ago(5) })
    await submit({ answers: answersOf(events), events })
    const graded = await result()
    const receipt = readReceipt(graded.receipt)!
    expect([graded.late, 'late' in receipt]).toEqual([null, false])
    // The 30 s of grace are no lateness, and no secret either.
    expect(receipt.duration_seconds).toBe(1495)
    expect(receipt.elapsed_seconds).toBeGreaterThanOrEqual(1500)
  })

  it(`[S11] a submission that brings nothing new is not late, whenever it comes, by its result and by its receipt${again}`, async () => {
    const { paper, save, submit, result, attemptId } = await runningExam()
    const events = someEvents(paper.questions)
    await save({ begin: true, events })
    await age(attemptId, { startedAt: ago(7200), deadlineAt: ago(3600) })
    await submit({ answers: answersOf(events), events })
    const graded = await result()
    const receipt = readReceipt(graded.receipt)!
    expect([graded.late, 'late' in receipt]).toEqual([null, false])
    // The time ends at the last answer, not when the phone woke, as in an exam that nobody submits.
    expect([graded.elapsed_seconds, receipt.elapsed_seconds]).toEqual([7200, 7200])
    expect(graded.duration_seconds).toBe(3600)
  })

  it(`an exam that nobody submits is closed at late_until with the saved answers${again}`, async () => {
    const { paper, save, submit, result, attemptId } = await runningExam()
    const events = someEvents(paper.questions)
    await save({ begin: true, events })
    await age(attemptId, { startedAt: ago(100_000), deadlineAt: ago(90_000), lateUntil: ago(10) })
    await sweepAttempts(server.services)
    expect(await result()).toMatchObject({ total: 30, late: null })
    const late = await submit({ answers: answersOf(events), events })
    expect(late.status).toBe(409)
    expect(late.body.code).toBe('already_graded')
  })

  it(`a built paper that nobody fetches expires and gives the attempt back${again}`, async () => {
    const { person, purchaseId, attemptId, result } = await runningExam()
    await age(attemptId, { deliveredAt: null, builtAt: ago(16 * 60), createdAt: ago(16 * 60) })
    expect((await person.get(`/api/exam-status/${purchaseId}/`)).body.status).toBe('expired')
    // Two exams, and one more that an empty paper brings once.
    for (const _ of [1, 2, 3]) {
      const { attempt } = await openExam(person, purchaseId)
      await new Person(server).put(`/api/exam-answers/${purchaseId}/`, {
        ticket: attempt.ticket,
        begin: true,
        events: [],
      })
      await person.post(`/api/exam-meta/${purchaseId}/`, { answers: [], submission_key: attempt.submission_key })
      // The grade brings the extra exam, and a job may give the grade.
      await result()
    }
    const next = await person.get(`/api/exam-meta/${purchaseId}/?start_key=${newKey()}`)
    expect(next.body.code).toBe('no_attempts_left')
  })

  it('a grading that fails for 10 minutes and once more expires, and another attempt can be opened', async () => {
    const { person, purchaseId, attemptId, save, submit } = await runningExam()
    await save({ begin: true })
    await withFailingGrading([server], async () => {
      await submit({ answers: [] })
      await age(attemptId, { processingSince: ago(700) })
      expect((await person.get(`/api/exam-results-status/${purchaseId}/`)).body.status).toBe('expired')
    })
    expect((await openExam(person, purchaseId)).attempt.id).not.toBe(attemptId)
  })

  it('[S7.27] a repeated submission gets the same bytes, even if its grading has expired meanwhile', async () => {
    const { person, purchaseId, attemptId, paper, save, submit } = await runningExam()
    await save({ begin: true })
    const answers = answersOf(someEvents(paper.questions))
    const first = await withFailingGrading([server], async () => {
      const accepted = await submit({ answers })
      await age(attemptId, { processingSince: ago(700) })
      expect((await person.get(`/api/exam-results-status/${purchaseId}/`)).body.status).toBe('expired')
      return accepted
    })
    const again = await submit({ answers })
    expect([again.status, again.text]).toEqual([first.status, first.text])
    // Other answers would be another exam, but this one did not take place.
    expect((await submit({ answers: [] })).body.code).toBe('exam_build_failed')
  })

  it(`[S7.29] a page that waits for its result gets it although another attempt was begun meanwhile${again}`, async () => {
    const { person, purchaseId, attemptId, save, submit } = await runningExam()
    await save({ begin: true })
    await submit({ answers: [] })
    const next = await openExam(person, purchaseId)
    expect(next.attempt.id).not.toBe(attemptId)
    const status = async () => (await person.get(`/api/exam-results-status/${purchaseId}/`)).body
    await until(async () => (await status()).status === 'completed')
    expect((await status()).attempt_id).toBe(attemptId)
  })

  it(`a result is still shown when the exam after it was given back before anybody submitted it${again}`, async () => {
    const { person, purchaseId, attemptId, save, submit, result } = await runningExam()
    await save({ begin: true })
    await submit({ answers: [] })
    await result()
    await age(attemptId, { createdAt: ago(3600) })
    const next = await openExam(person, purchaseId)
    await age(next.attempt.id, { deliveredAt: null, builtAt: ago(16 * 60), createdAt: ago(16 * 60) })
    await sweepAttempts(server.services)
    expect((await person.get(`/api/exam-status/${purchaseId}/`)).body.status).toBe('expired')
    expect(await result()).toMatchObject({ status: 'completed', attempt_id: attemptId })
  })

  it(`[S4.12] the status of a result is 404 if the only exam was given back unopened${again}`, async () => {
    const { person, purchaseId, attemptId } = await runningExam()
    await age(attemptId, { state: 'failed', isOpen: false, failure: 'build_failed' })
    const { status, body } = await person.get(`/api/exam-results-status/${purchaseId}/`)
    expect([status, body.code]).toEqual([404, 'not_found'])
  })

  it('a client that knows only the specification submits answers with its Bearer', async () => {
    const { person, paper, purchaseId, save, result } = await runningExam()
    await save({ begin: true })
    const answers = answersOf(someEvents(paper.questions))
    expect((await person.post(`/api/exam-meta/${purchaseId}/`, { answers })).status).toBe(200)
    expect(await result()).toMatchObject({ status: 'completed', total: 30 })
  })

  it(`a purchase with an extra time factor of 1.5 gets an exam of 67.5 minutes in place of 45${again}`, async () => {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person, 'logichnij', { extraTimeFactor: 1.5 })
    const plain = await openExam(person, await givePurchase(server, person, 'verbalnij'))
    const paper = await openExam(person, purchaseId)
    expect(paper.attempt.duration_seconds).toBe(1.5 * 45 * 60)
    expect(plain.attempt.duration_seconds % 60).toBe(0)
  })

  describe(`a refused call of an exam${again}`, () => {
    it('[S02] the server refuses the exam and training calls of everybody but the owner of the purchase', async () => {
      const { purchaseId, paper } = await runningExam()
      const stranger = await newcomer(server)
      const calls: [string, string, object?][] = [
        ['GET', `/api/exam-meta/${purchaseId}/`],
        ['POST', `/api/exam-meta/${purchaseId}/`, { answers: [] }],
        ['GET', `/api/exam-status/${purchaseId}/`],
        ['GET', `/api/exam-results-status/${purchaseId}/`],
        ['GET', `/api/test-meta/${purchaseId}/`],
        ['POST', `/api/test-meta/${purchaseId}/`, { answers: [] }],
        ['GET', `/api/test-results/${purchaseId}/`],
        ['PUT', `/api/exam-answers/${purchaseId}/`, { events: someEvents(paper.questions) }],
      ]
      for (const [method, path, body] of calls) {
        expect([path, (await stranger.call(method, path, body)).status]).toEqual([path, 403])
        expect([path, (await new Person(server).call(method, path, body)).status]).toEqual([path, 401])
      }
    })

    it('[S10] the server refuses a save and a submission before the exam has begun', async () => {
      const { paper, save, submit } = await runningExam()
      expect((await save({ events: someEvents(paper.questions) })).body.code).toBe('attempt_not_started')
      expect((await submit({ answers: [] })).body.code).toBe('attempt_not_started')
    })

    it('the server refuses a save with a ticket of another attempt, or with an invented one', async () => {
      const [mine, other] = [await runningExam(), await runningExam()]
      for (const ticket of [other.paper.attempt.ticket, 'x'.repeat(43)]) {
        const { status, body } = await new Person(server).put(`/api/exam-answers/${mine.purchaseId}/`, {
          ticket,
          events: [],
        })
        expect([status, body.code]).toEqual([403, 'ticket_invalid'])
      }
    })

    it('the server refuses an answer with an unknown question, a wrong value, a wrong epoch or a seq of 0', async () => {
      const { paper, save } = await runningExam()
      await save({ begin: true })
      const [event] = someEvents(paper.questions)
      for (const [forged, code] of [
        [{ ...event, question_id: 'q999' }, 'unknown_question'],
        [{ ...event, question_id: '__proto__' }, 'unknown_question'],
        [{ ...event, value: ['a'] }, 'invalid_answer'],
        [{ ...event, epoch: 7 }, 'stale_epoch'],
        [{ ...event, seq: 0 }, 'validation_failed'],
      ] as const) {
        const { status, body } = await save({ events: [forged] })
        expect([status, body.code]).toEqual([400, code])
      }
    })

    it('[S03] an expired purchase opens no exam, but a paper that was opened before is still delivered', async () => {
      const { person, purchaseId } = await runningExam()
      const { purchases } = await import('../../server/db/schema/purchases.ts')
      await server.services.db
        .update(purchases)
        .set({ expiresAt: ago(5) })
        .where(eq(purchases.id, purchaseId))
      expect((await person.get(`/api/exam-meta/${purchaseId}/`)).status).toBe(200)
      const unopened = await givePurchase(server, person, 'verbalnij', { expiresAt: ago(5) })
      expect((await person.get(`/api/exam-meta/${unopened}/`)).body.code).toBe('purchase_expired')
    })
  })
})
