import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepAttempts } from '../../server/features/exams/exam-jobs.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { answersOf, openExam } from '../support/exam-calls.ts'
import { ago, changed, startedExam } from '../support/started-exam.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline' })
})
afterAll(() => server.close())

describe('an answers file that its owner uploads from another device', () => {
  it('the server merges an answers file while the exam runs, and the exam stays open', async () => {
    const { events, recover, person, purchaseId } = await startedExam(server)
    // The file as the browser writes it, with all its other fields.
    const file = { format: 1, title: 'Проба', submission_key: 'whatever-it-was', answers: answersOf(events), events }
    const { status, body } = await recover(file)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'merged', added: 6, superseded: [], receipt: null, result_url: null })
    const paper = (await person.get(`/api/exam-meta/${purchaseId}/`)).body
    expect(paper.attempt.state).toBe('open')
    expect(paper.events).toHaveLength(6)
  })

  it('an answers file replaces no later answer, and the reply names its answers that are superseded', async () => {
    const { events, questions, save, recover, person, purchaseId } = await startedExam(server)
    const later = { ...changed(events[0]!, questions), seq: 5 }
    await save({ events: [later] })
    const { body } = await recover({ events })
    expect(body.superseded).toEqual([later.question_id])
    const shown = (await person.get(`/api/exam-meta/${purchaseId}/`)).body.events
    expect(shown).toContainEqual(later)
  })

  it('an answers file without events fills gaps only', async () => {
    const { events, questions, save, recover, submit, stored } = await startedExam(server)
    await save({ events: events.slice(0, 1) })
    const answers = answersOf([changed(events[0]!, questions), ...events.slice(1)])
    expect((await recover({ answers })).body).toMatchObject({ status: 'merged', superseded: [events[0]!.question_id] })
    await submit({ answers: [], events: [] })
    expect(await stored()).toHaveLength(7)
  })

  it('an answers file after the deadline becomes the submission: late, graded, with a receipt', async () => {
    const { events, save, recover, age, result } = await startedExam(server)
    await save({ events: events.slice(0, 2) })
    await age({ startedAt: ago(7200), deadlineAt: ago(3600) })
    const { body } = await recover({ events })
    expect(body).toMatchObject({ status: 'handed_in', added: 4, receipt: expect.any(String) })
    expect(body.result_url).toMatch(/^\/verbal\/test-result\//)
    expect(await result()).toMatchObject({ late: { in_time: 2 }, total: 6 })
  })

  it('an answers file’s owner decides whether it becomes the submission, during the exam and after the deadline', async () => {
    const running = await startedExam(server)
    expect((await running.recover({ events: running.events, hand_in: true })).body.status).toBe('handed_in')
    expect((await running.result()).late).toBeNull()
    const over = await startedExam(server)
    await over.age({ startedAt: ago(7200), deadlineAt: ago(3600) })
    expect((await over.recover({ events: over.events, hand_in: false })).body.status).toBe('merged')
  })

  it('an answers file that arrives ten times is added once, with one status and one receipt', async () => {
    const { events, recover, stored } = await startedExam(server)
    const replies = await Promise.all(Array.from({ length: 10 }, () => recover({ events, hand_in: true })))
    expect(new Set(replies.map(({ body }) => body.status))).toEqual(new Set(['handed_in']))
    expect(replies.map(({ body }) => body.added).sort()).toEqual([...Array(9).fill(0), 6])
    expect(new Set(replies.map(({ body }) => body.receipt)).size).toBe(1)
    expect(await stored()).toHaveLength(6)
  })

  it('a browser that delivers after its answers file was submitted gets 409 already_graded', async () => {
    const { events, recover, submit } = await startedExam(server)
    await recover({ events, hand_in: true })
    const { status, body } = await submit({ answers: answersOf(events), events })
    expect([status, body.code]).toEqual([409, 'already_graded'])
  })

  it('the server keeps an answers file that arrives after the close, and does not grade it', async () => {
    const { person, events, save, recover, age, result, timeline } = await startedExam(server)
    await save({ events: events.slice(0, 2) })
    const shelf = async () => (await person.get('/api/owned-tests/')).body.results[0]
    expect(await shelf()).toMatchObject({ has_unsubmitted_exam: false })
    await age({ startedAt: ago(100_000), deadlineAt: ago(90_000), lateUntil: ago(10) })
    await sweepAttempts(server.services)
    const before = await result()
    expect(await shelf()).toMatchObject({ has_unsubmitted_exam: true })
    for (const added of [4, 0]) {
      expect((await recover({ events })).body).toMatchObject({ status: 'kept', added })
    }
    expect(await result()).toEqual(before)
    const { results, closed_by, count } = await timeline()
    expect([closed_by, count]).toEqual(['unattended', 6])
    expect(results.map(({ phase }: { phase: string }) => phase)).toEqual([
      ...Array(2).fill('in_time'),
      ...Array(4).fill('after_close'),
    ])
  })

  it('an answers file of an earlier attempt adds nothing to the open attempt', async () => {
    const { person, purchaseId, events, recover, submit } = await startedExam(server)
    await submit({ answers: [], events: [] })
    const next = await openExam(person, purchaseId)
    expect((await recover({ events })).body.status).toBe('kept')
    const { body } = await person.get(`/api/exam-meta/${purchaseId}/`)
    expect([body.attempt.id, body.events]).toEqual([next.attempt.id, []])
  })

  describe('refusals', () => {
    it('[S02] the server refuses an answers file from a guest, even with the ticket, and from another person', async () => {
      const { events, ticket, recover, stored } = await startedExam(server)
      expect((await recover({ events, ticket }, new Person(server))).status).toBe(401)
      const stranger = await recover({ events }, await newcomer(server))
      expect([stranger.status, stranger.body.code]).toEqual([403, 'foreign_purchase'])
      expect(await stored()).toEqual([])
    })

    it('[S02] the server refuses an answers file for another person’s attempt under one’s own purchase', async () => {
      const [mine, theirs] = [await startedExam(server), await startedExam(server)]
      for (const attempt_id of [theirs.attemptId, 'no-such-attempt', crypto.randomUUID()]) {
        expect((await mine.recover({ attempt_id, events: theirs.events })).status).toBe(404)
      }
      expect(await theirs.stored()).toEqual([])
    })

    it('the server refuses a whole answers file if one of its events is forged', async () => {
      const { events, recover, stored } = await startedExam(server)
      const [first, ...rest] = events
      for (const [forged, code] of [
        [{ ...first, question_id: 'q999' }, 'unknown_question'],
        [{ ...first, value: 'no such option' }, 'invalid_answer'],
        [{ ...first, epoch: 2 }, 'stale_epoch'],
        [{ ...first, seq: -1 }, 'validation_failed'],
      ] as const) {
        const { status, body } = await recover({ events: [...rest, forged] })
        expect([status, body.code]).toEqual([400, code])
      }
      expect(await stored()).toEqual([])
    })

    it('[S10] the server refuses an answers file before the exam has begun', async () => {
      const person = await newcomer(server)
      const purchaseId = await givePurchase(server, person, 'verbalnij-proba')
      const { attempt } = await openExam(person, purchaseId)
      const { status, body } = await person.post(`/api/exam-recovery/${purchaseId}/`, { attempt_id: attempt.id })
      expect([status, body.code]).toEqual([409, 'attempt_not_started'])
    })
  })
})

describe("an attempt's timeline", () => {
  it('an attempt’s timeline shows its owner every event in the order of arrival, the submission and the grade', async () => {
    const { events, questions, save, submit, timeline, attemptId, purchaseId } = await startedExam(server)
    const second = { ...changed(events[0]!, questions), seq: 2 }
    await save({ events: events.slice(0, 1) })
    await save({ events: [second, { ...second, value: null, seq: 3 }] })
    await submit({ answers: [], events: [] })
    const shown = await timeline()
    expect(shown.results.map(({ value }: { value: string | null }) => value)).toEqual([
      events[0]!.value,
      second.value,
      null,
    ])
    expect(shown).toMatchObject({
      attempt_id: attemptId,
      purchase_id: purchaseId,
      state: 'graded',
      closed_by: 'person',
      receipt: expect.any(String),
      versions: [{ version: 1, reason: 'graded', author: 'system', receipt: expect.any(String) }],
    })
  })

  it('a timeline of 300 events comes in pages of 200', async () => {
    const { events, save, person, attemptId } = await startedExam(server)
    const many = events.flatMap((event) => Array.from({ length: 50 }, (_, index) => ({ ...event, seq: index + 1 })))
    for (const half of [many.slice(0, 150), many.slice(150)]) await save({ events: half })
    const first = (await person.get(`/api/attempt-timeline/${attemptId}/`)).body
    expect([first.count, first.results.length]).toEqual([300, 200])
    const second = (await person.get(first.next)).body
    expect([second.results.length, second.next]).toEqual([100, null])
    expect(second.results.at(-1).seq).toBe(50)
  })

  it('the server refuses an attempt’s timeline to a guest and to another person', async () => {
    const { attemptId } = await startedExam(server)
    const path = `/api/attempt-timeline/${attemptId}/`
    expect((await new Person(server).get(path)).status).toBe(401)
    expect((await (await newcomer(server)).get(path)).status).toBe(403)
  })
})
