import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostPauses, pauseMinutes } from '#contract/pause.ts'
import { attemptPauses, attempts } from '../../server/db/schema/attempts.ts'
import { announcePauseEnd } from '../../server/features/exams/announce-pauses.ts'
import { sweepAttempts } from '../../server/features/exams/exam-jobs.ts'
import { reScore } from '../../server/features/exams/operator-acts/re-score.ts'
import { eachExamResponse } from '../../server/features/operator/exam-responses.ts'
import { acknowledge, beginPause, endPause, hearPauses, type PausableClock } from '../../src/attempt/machine/pauses.ts'
import { readReceipt } from '../../src/attempt/submissions/receipts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { answersOf, openExam } from '../support/exam-calls.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { passTime } from '../support/pass-time.ts'
import { ago, changed, startedExam } from '../support/started-exam.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
})
afterAll(() => server.close())

const minute = 60_000
const allOfIt = pauseMinutes * minute
const at = (moment: string | null | undefined) => Date.parse(moment!)
const newName = () => `pause-${crypto.randomUUID()}`

async function pausable() {
  const exam = await startedExam(server)
  const guest = new Person(server)
  const { db } = server.services
  const { ticket, purchaseId, attemptId } = exam
  const event = (given: object = {}) => ({
    name: newName(),
    device_id: 'phone',
    cause: 'alarm',
    began_ago_ms: 0,
    ...given,
  })
  return {
    ...exam,
    event,
    pause: (given: object = {}, more: object = {}) =>
      guest.post(`/api/exam-pause/${purchaseId}/`, {
        ticket,
        events: [],
        more: false,
        pauses: [event(given)],
        ...more,
      }),
    resume: (body: object = {}) =>
      guest.post(`/api/exam-resume/${purchaseId}/`, { ticket, events: [], device_id: 'phone', ...body }),
    ask: async () => (await exam.save({})).body,
    paper: async () => (await exam.person.get(`/api/exam-meta/${purchaseId}/`)).body.attempt,
    row: async () => (await db.select().from(attempts).where(eq(attempts.id, attemptId)))[0]!,
    rows: () => db.select().from(attemptPauses).where(eq(attemptPauses.attemptId, attemptId)),
    /** The pauses as their owner reads them, with more columns of their rows. */
    pauses: async () => {
      const rows = await db.select().from(attemptPauses).where(eq(attemptPauses.attemptId, attemptId))
      const { pauses } = await exam.timeline()
      return pauses.map((pause: object, index: number) => {
        const [begun, ended] = ['begun', 'ended'].map((what) =>
          rows.find((row) => row.place === index + 1 && row.what === what),
        )
        return {
          ...pause,
          used_ms: ended?.milliseconds,
          devices: [begun!.deviceId, ended?.deviceId],
          said: [begun!.saidAt, ended?.saidAt].map((said) => said?.toISOString() ?? null),
        }
      })
    },
    phases: async () => Object.fromEntries((await exam.stored()).map(({ questionId, phase }) => [questionId, phase])),
    pass: (milliseconds: number) => passTime(server, attemptId, milliseconds),
  }
}

type Pausable = Awaited<ReturnType<typeof pausable>>

/** The exam's time left by a reply, in ms. */
const left = ({ deadline_at, server_time }: { deadline_at: string; server_time: string }) =>
  at(deadline_at) - at(server_time)

describe('a pause', () => {
  it('a pause stops the clock, and moves the deadline and the late time by its greatest length, to the millisecond', async () => {
    const exam = await pausable()
    const before = await exam.row()
    const { status, body } = await exam.pause()
    expect([status, body.state, body.pauses.left]).toEqual([200, 'paused', mostPauses - 1])
    expect(at(body.deadline_at) - +before.deadlineAt!).toBe(allOfIt)
    expect(at(body.late_until) - +before.lateUntil!).toBe(allOfIt)
    const { since, until, cause } = body.pauses.current
    expect([at(until) - at(since), since, cause]).toEqual([allOfIt, body.server_time, 'alarm'])
    expect(body.pauses.left_ms).toBe(allOfIt)
  })

  it('a pause that ends early takes back its unused time, to the millisecond, and leaves it to the next pause', async () => {
    const exam = await pausable()
    const before = await exam.row()
    await exam.pause()
    await exam.pass(43 * minute)
    const { body } = await exam.resume()
    const [first] = await exam.pauses()
    const used = at(first.ended_at) - at(first.began_at)
    expect(Math.round(used / minute)).toBe(43)
    expect([body.state, body.pauses]).toEqual(['open', { current: null, left: 1, left_ms: allOfIt - used }])
    expect(at(body.deadline_at) + 43 * minute - +before.deadlineAt!).toBe(used)
    expect(at(body.late_until) + 43 * minute - +before.lateUntil!).toBe(used)
    const next = (await exam.pause({ cause: 'power' })).body.pauses
    expect(at(next.current.until) - at(next.current.since)).toBe(allOfIt - used)
    expect(next.left).toBe(0)
  })

  it('a pause ends by itself after 150 of 151 minutes, whether the sweep or a call comes first', async () => {
    for (const asked of ['sweep', 'call'] as const) {
      const exam = await pausable()
      const { body } = await exam.pause()
      await exam.pass(149 * minute)
      await sweepAttempts(server.services)
      expect((await exam.row()).state).toBe('paused')
      await exam.pass(2 * minute)
      if (asked === 'sweep') await sweepAttempts(server.services)
      const now = asked === 'sweep' ? await exam.row() : await exam.ask()
      expect(now.state).toBe('open')
      expect(+(await exam.row()).deadlineAt! + 151 * minute).toBe(at(body.deadline_at))
      expect(await exam.pauses()).toMatchObject([{ ended_by: 'limit', granted_ms: allOfIt }])
      expect((await exam.pause()).body.code).toBe('no_pause_left')
      expect((await exam.save({ events: [exam.events[0]] })).body.state).toBe('open')
    }
  })

  it('an exam whose pause nobody ends is closed when its moved late time is over', async () => {
    const exam = await pausable()
    await exam.save({ events: exam.events.slice(0, 2) })
    const { body } = await exam.pause()
    await exam.pass(at(body.late_until) - at(body.server_time) + 1000)
    await sweepAttempts(server.services)
    expect(await exam.result()).toMatchObject({ status: 'completed', pauses: [{ cause: 'alarm', seconds: 9000 }] })
  })

  it('a pause of one name counts once and gets the same reply when its beginning and end are repeated', async () => {
    const exam = await pausable()
    const name = newName()
    const first = (await exam.pause({ name })).body
    const again = (await exam.pause({ name })).body
    expect({ ...again, server_time: '', pauses: { ...again.pauses, left_ms: 0 } }).toEqual({
      ...first,
      server_time: '',
      pauses: { ...first.pauses, left_ms: 0 },
    })
    const over = (await exam.resume({ name })).body
    const overAgain = (await exam.resume({ name })).body
    expect({ ...overAgain, server_time: '' }).toEqual({ ...over, server_time: '' })
    expect((await exam.pause({ name })).body).toMatchObject({ state: 'open', pauses: { left: 1 } })
    expect(await exam.rows()).toHaveLength(2)
  })

  it('a third pause is refused with 409 and a sentence, moves no deadline, and its answers are saved', async () => {
    const exam = await pausable()
    for (const _ of ['first', 'second']) {
      await exam.pause()
      await exam.resume()
    }
    const before = await exam.row()
    const { status, body } = await exam.pause({}, { events: [exam.events[0]] })
    expect([status, body.code]).toEqual([409, 'too_many_pauses'])
    expect(body.detail).toContain('Паузи цього екзамену')
    expect({ ...(await exam.row()), firstDevice: null }).toEqual({ ...before, firstDevice: null })
    expect(await exam.phases()).toEqual({ [exam.events[0]!.question_id]: 'in_time' })
    expect((await exam.ask()).pauses).toMatchObject({ current: null, left: 0 })
  })

  it.each<[string, string, (exam: Pausable) => Promise<unknown>]>([
    ['whose time is over', 'exam_over', ({ age }) => age({ deadlineAt: ago(1) })],
    ['that was submitted', 'exam_over', ({ submit }) => submit({ answers: [] })],
    ['that has not begun', 'attempt_not_started', ({ age }) => age({ state: 'ready', startedAt: null })],
    ['that is a training', 'pause_unavailable', ({ age }) => age({ mode: 'training' })],
  ])('a pause of an exam %s is refused with %s', async (_, code, change) => {
    const exam = await pausable()
    await change(exam)
    const { status, body } = await exam.pause()
    expect([status, body.code, /[а-яі]/.test(body.detail)]).toEqual([409, code, true])
    expect(await exam.rows()).toEqual([])
  })

  it('the end of a pause that the server does not know gets 409 and begins no pause', async () => {
    const exam = await pausable()
    const { status, body } = await exam.resume({ name: newName() })
    expect([status, body.code]).toEqual([409, 'pause_unknown'])
    // Without a name a resumption only asks that the clock runs, and it does.
    expect((await exam.resume()).body).toMatchObject({ state: 'open', pauses: { current: null, left: 2 } })
  })

  it('a pause needs the ticket of its exam', async () => {
    const exam = await pausable()
    const body = { events: [], pauses: [exam.event()] }
    const stranger = new Person(server)
    const address = `/api/exam-pause/${exam.purchaseId}/`
    expect((await stranger.post(address, { ...body, ticket: 'x'.repeat(43) })).body.code).toBe('ticket_invalid')
    expect((await stranger.post(address, body)).status).toBe(401)
    expect((await stranger.post(address, { ...body, ticket: exam.ticket, pauses: [] })).status).toBe(400)
    expect(await exam.rows()).toEqual([])
  })

  it('the stored row of a pause cannot be changed', async () => {
    const exam = await pausable()
    await exam.pause()
    const rewriting = server.services.db
      .update(attemptPauses)
      .set({ milliseconds: 1 })
      .where(eq(attemptPauses.attemptId, exam.attemptId))
    await expect(rewriting).rejects.toMatchObject({ cause: { message: expect.stringContaining('append-only') } })
  })
})

describe('a second device', () => {
  it('a second device sees a pause in the paper and in each reply, joins it under its name and ends it', async () => {
    const exam = await pausable()
    expect((await exam.paper()).pauses).toEqual({ current: null, left: 2, left_ms: allOfIt })
    const name = newName()
    const { body } = await exam.pause({ name })
    const { pauses, state, deadline_at } = await exam.paper()
    expect([state, deadline_at, pauses.current]).toEqual(['paused', body.deadline_at, body.pauses.current])
    expect((await exam.ask()).pauses.current).toEqual(body.pauses.current)
    const saved = (await exam.save({ events: [{ ...exam.events[0], device_id: 'tablet' }] })).body
    expect([saved.state, saved.pauses.current]).toEqual(['paused', body.pauses.current])
    // The tablet pauses at the same moment: there is one pause, and the tablet learns its name.
    const other = (await exam.pause({ device_id: 'tablet' })).body.pauses
    expect([other.current.name, other.left]).toEqual([name, 1])
    expect((await exam.resume({ name, device_id: 'tablet' })).body.state).toBe('open')
    expect(await exam.pauses()).toMatchObject([{ devices: ['phone', 'tablet'], ended_by: 'resumed' }])
  })

  it('a second device takes over the exam during a pause, and the pause continues', async () => {
    const exam = await pausable()
    await exam.pause()
    const { body } = await exam.save({ take_over: true })
    expect(body).toMatchObject({ state: 'paused', epoch: 2, pauses: { current: { cause: 'alarm' } } })
    expect((await exam.resume({ device_id: 'tablet' })).body).toMatchObject({ state: 'open', epoch: 2 })
  })

  it('an answer of a second device that had not heard of the pause counts as in time', async () => {
    const exam = await pausable()
    await exam.pause()
    await exam.save({ events: [{ ...exam.events[0]!, device_id: 'tablet' }], more: false })
    expect(await exam.phases()).toEqual({ [exam.events[0]!.question_id]: 'in_time' })
  })
})

describe('answers that arrive during a pause', () => {
  it('answers that arrive during a pause count as in time, whether the pause call, a save or a file brings them', async () => {
    const exam = await pausable()
    const [first, second, third] = exam.events
    await exam.pause({}, { events: [first, second] })
    const later = { ...changed(first!, exam.questions), seq: 2 }
    const said = (await exam.save({ events: [third, later], more: false })).body
    expect(said.marks).toMatchObject({ [first!.question_id]: { seq: 2 }, [third!.question_id]: { seq: 1 } })
    await exam.recover({ events: [exam.events[3]], hand_in: false })
    expect((await exam.row()).state).toBe('paused')
    expect(new Set(Object.values(await exam.phases()))).toEqual(new Set(['in_time']))
  })

  it('answers that arrive with the end of a pause count as in time, by the pause call and by the resume call', async () => {
    const exam = await pausable()
    const pause = exam.event()
    await exam.pause(pause)
    const over = [{ ...pause, began_ago_ms: 5000, ended_ago_ms: 1000 }]
    await exam.pause({}, { events: [exam.events[0]], pauses: over })
    await exam.pause(exam.event({ name: newName() }))
    await exam.resume({ events: [exam.events[1]] })
    expect(Object.values(await exam.phases())).toEqual(['in_time', 'in_time'])
  })
})

describe('a pause without a network', () => {
  it('a pause without a network counts when it is reported, before the answers of the same call are judged', async () => {
    const exam = await pausable()
    const before = await exam.row()
    const minutes = (+before.deadlineAt! - +before.startedAt!) / minute
    await exam.pass((minutes + 38) * minute)
    const pauses = [exam.event({ began_ago_ms: 42 * minute, ended_ago_ms: 2 * minute, cause: 'power' })]
    const { body } = await exam.pause({}, { events: [exam.events[0]], pauses })
    expect(Math.abs(left(body) - 2 * minute)).toBeLessThan(3000)
    expect(Object.values(await exam.phases())).toEqual(['in_time'])
    expect(await exam.pauses()).toMatchObject([
      { used_ms: 40 * minute, ended_by: 'resumed', devices: ['phone', 'phone'] },
    ])
  })

  it('a reported pause is no longer than the time from the last event that the server received to the call that reports it', async () => {
    const exam = await pausable()
    await exam.save({ events: [exam.events[0]] })
    await exam.pass(7 * minute)
    const before = await exam.row()
    const pauses = [exam.event({ began_ago_ms: 100 * minute, ended_ago_ms: 0 })]
    const { body } = await exam.pause({}, { events: [exam.events[1]], pauses })
    const [one] = await exam.pauses()
    const [heard] = (await exam.stored()).filter(({ questionId }) => questionId === exam.events[0]!.question_id)
    expect(at(one.began_at)).toBe(+heard!.receivedAt)
    expect(at(body.deadline_at) - +before.deadlineAt!).toBe(at(one.ended_at) - at(one.began_at))
    expect(Math.round(one.used_ms / 1000)).toBe(7 * 60)
  })

  it('two pauses reported in one call do not overlap and do not exceed the limit together', async () => {
    const exam = await pausable()
    await exam.age({ deadlineAt: ago(-3600 * 8), lateUntil: ago(-3600 * 9) })
    await exam.pass(400 * minute)
    const pauses = [
      exam.event({ began_ago_ms: 390 * minute, ended_ago_ms: 290 * minute }),
      exam.event({ began_ago_ms: 300 * minute, ended_ago_ms: 10 * minute }),
    ]
    const before = await exam.row()
    const { body } = await exam.pause({}, { pauses })
    expect(at(body.deadline_at) - +before.deadlineAt!).toBe(allOfIt)
    const [one, two] = await exam.pauses()
    expect([one.used_ms, two.used_ms, two.ended_by]).toEqual([100 * minute, 50 * minute, 'limit'])
    expect(two.began_at).toBe(one.ended_at)
    expect(body).toMatchObject({ state: 'open', pauses: { current: null, left: 0, left_ms: 0 } })
  })

  it('a device moves its deadlines by two offline pauses as the server does, to the millisecond', async () => {
    const exam = await pausable()
    await exam.pass(9 * minute)
    const paper = await exam.paper()
    const now = at(paper.server_time)
    const clockOf = ({ deadline_at, late_until }: { deadline_at: string; late_until: string }) => ({
      deadlineAt: at(deadline_at),
      lateUntil: at(late_until),
    })
    const chosen = { cause: 'power', deviceId: 'phone' } as const
    const before = hearPauses<PausableClock>(clockOf(paper), paper.pauses, false)
    const first = endPause(
      beginPause(before, { name: newName(), ...chosen }, now - 5 * minute),
      'phone',
      now - 4 * minute,
    )
    const both = endPause(beginPause(first, { name: newName(), ...chosen }, now - 3 * minute), 'phone', now - minute)
    const pauses = both.pauses!.untold.map(({ name, cause, from, to }) => ({
      ...exam.event({ name, cause }),
      began_ago_ms: now - from,
      ended_ago_ms: now - to!,
    }))
    const { body } = await exam.pause({}, { pauses })
    expect(body.pauses).toMatchObject({ current: null, left: 0, left_ms: allOfIt - 3 * minute })
    expect(clockOf(body)).toEqual({ deadlineAt: both.deadlineAt, lateUntil: both.lateUntil })
    const acknowledged = acknowledge(both, both.pauses!.untold)
    expect(hearPauses({ ...acknowledged, ...clockOf(body) }, body.pauses, false)).toEqual(acknowledged)
  })

  it('a pause that still runs when it is reported counts from its beginning', async () => {
    const exam = await pausable()
    await exam.pass(5 * minute)
    const { body } = await exam.pause({ began_ago_ms: 3 * minute })
    expect(at(body.server_time) - at(body.pauses.current.since)).toBe(3 * minute)
    expect(body.pauses.left_ms).toBe(allOfIt - 3 * minute)
    const { body: over } = await exam.resume({ ended_ago_ms: minute })
    // The pause cannot have ended before the server heard of it. The device may say so, and then less of the pause counts.
    expect(over.state).toBe('open')
    expect((await exam.pauses())[0].used_ms).toBeLessThan(3 * minute)
  })

  it('the server stores the clock time that a device reports for a pause, and a wrong one does not change the length', async () => {
    const exam = await pausable()
    const { status } = await exam.pause({ began_at: '2099-01-01T00:00:00.000Z' })
    expect(status).toBe(200)
    expect((await exam.resume({ ended_at: 'учора' })).status).toBe(200)
    const [one] = await exam.pauses()
    expect(one.said).toEqual(['2099-01-01T00:00:00.000Z', null])
    expect(one.used_ms).toBeLessThan(10_000)
  })
})

describe('the end of an exam with a pause', () => {
  it('a submission during a pause ends the pause and counts', async () => {
    const exam = await pausable()
    await exam.save({ events: exam.events.slice(0, 3) })
    await exam.pause()
    await exam.pass(20 * minute)
    const { status } = await exam.submit({
      answers: answersOf(exam.events.slice(0, 3)),
      events: exam.events.slice(0, 3),
    })
    expect(status).toBe(200)
    expect(await exam.pauses()).toMatchObject([{ ended_by: 'closed' }])
    const result = await exam.result()
    expect(result.pauses).toEqual([{ cause: 'alarm', seconds: 1200 }])
    expect(result.duration_seconds).toBeLessThan(30)
    expect(result.elapsed_seconds).toBeLessThan(30)
    expect(result.late ?? null).toBe(null)
  })

  it('a recovery file that submits the exam during a pause ends the pause', async () => {
    const exam = await pausable()
    await exam.pause()
    const { body } = await exam.recover({ events: [], hand_in: true })
    expect(body.status).toBe('handed_in')
    expect(await exam.pauses()).toMatchObject([{ ended_by: 'closed' }])
  })

  it('the result, receipt, list, timeline and both exports show the pauses of an exam, and a re-score keeps them', async () => {
    const exam = await pausable()
    await exam.pause({ cause: 'power' })
    await exam.pass(10 * minute)
    await exam.resume()
    await exam.submit({ answers: answersOf(exam.events), events: exam.events })
    const expected = [{ cause: 'power', seconds: 600 }]
    const result = await exam.result()
    expect(result.pauses).toEqual(expected)
    expect(readReceipt(result.receipt)).toMatchObject({ pauses: expected })
    const [listed] = (await exam.person.get(`/api/test-results/${exam.purchaseId}/`)).body.results
    expect(listed.pauses).toEqual(expected)
    const [mine] = (await exam.person.get('/api/user/export/')).body.attempts
    expect(mine.pauses).toEqual((await exam.timeline()).pauses)
    expect(mine.results[0].pauses).toEqual(expected)
    const seconds = new Set<number | null>()
    for await (const response of eachExamResponse(server.services.db)) seconds.add(response.paused_seconds)
    expect(seconds).toContain(600)
    const again = { attemptId: exam.attemptId, reason: 'перевірка', author: 'О. Оператор', includeLate: false }
    await reScore(server.services, again)
    expect(await exam.result()).toMatchObject({
      version: 2,
      pauses: expected,
      duration_seconds: result.duration_seconds,
    })
  })

  it('the result and the receipt of an exam without a pause have no pauses, and its timeline has an empty list', async () => {
    const exam = await startedExam(server)
    await exam.submit({ answers: answersOf(exam.events), events: exam.events })
    const result = await exam.result()
    expect(result).not.toHaveProperty('pauses')
    expect(readReceipt(result.receipt)).not.toHaveProperty('pauses')
    expect((await exam.timeline()).pauses).toEqual([])
  })

  it('the pauses of an exam are deleted together with the exam', async () => {
    const exam = await pausable()
    await exam.pause()
    await server.services.db.delete(attempts).where(eq(attempts.id, exam.attemptId))
    expect(await exam.rows()).toEqual([])
  })

  it('the reply to a save has the same fields before and after a pause, and no pauses', async () => {
    const exam = await pausable()
    const keys = async () => Object.keys((await exam.save({ events: [exam.events[0]] })).body).toSorted()
    const before = await keys()
    await exam.pause()
    await exam.resume()
    const { body } = await exam.save({ events: [exam.events[1]] })
    expect(Object.keys(body).toSorted()).toEqual(before)
    expect(before).not.toContain('pauses')
  })
})

describe('the end of a pause', () => {
  const announced = async ({ person }: Pausable) =>
    (await person.get('/api/notifications/')).body.results.filter(
      ({ kind }: { kind: string }) => kind === 'pause-ending',
    )

  it('the end of a pause is announced once, half a minute before it comes by itself, and not if the pause has ended', async () => {
    const exam = await pausable()
    await exam.pause()
    const job = async () => ({ attempt_id: exam.attemptId, until: (await exam.row()).pausedUntil!.toISOString() })
    const { rows } = await server.services.db.execute<{ seconds: number; until: string }>(sql`
      select extract(epoch from start_after - created_on)::int as seconds, data->>'until' as until from pgboss.job
      where name = 'announce-pause-end' and data->>'attempt_id' = ${exam.attemptId}`)
    expect(rows).toEqual([{ seconds: 9000 - 30, until: (await job()).until }])
    await exam.pass(allOfIt - 25_000)
    await announcePauseEnd(server.services, await job())
    await announcePauseEnd(server.services, await job())
    expect(await announced(exam)).toMatchObject([{ title: 'Екзамен за пів хвилини піде далі' }])

    const ended = await pausable()
    const { body } = await ended.pause()
    await ended.resume()
    await announcePauseEnd(server.services, { attempt_id: ended.attemptId, until: body.pauses.current.until })
    expect(await announced(ended)).toEqual([])
  })

  it('no end of a pause is announced to an exam that was never paused', async () => {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person, 'verbalnij-proba')
    const { attempt } = await openExam(person, purchaseId)
    await announcePauseEnd(server.services, { attempt_id: attempt.id, until: new Date().toISOString() })
    expect((await person.get('/api/notifications/')).body.results).toEqual([])
  })
})
