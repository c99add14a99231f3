import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerDifferences } from '../../server/db/schema/answer-watch.ts'
import { readFigures } from '../../server/features/operator/figures.ts'
import { watchAnswers } from '../../server/features/exams/result/watch-answers.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { changed, startedExam } from '../support/started-exam.ts'
import { key } from '../support/sandbox.ts'
import { runAdmin } from '../support/run-admin.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ rounds: 'by hand', workMode: 'inline' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await db().delete(answerDifferences)
  await watchFromNow()
})

const db = () => server.services.db
const run = (text: string) => db().execute(sql.raw(text))
const watchFromNow = () => run(`update answer_watch set through_at = now(), checked = 0`)
/** Moves all that was closed since `watchFromNow` an hour back. */
const letItSettle = async () => {
  await run(`update submissions set received_at = received_at - interval '1 hour'`)
  await run(`update answer_watch set through_at = through_at - interval '1 hour'`)
}
const checked = async () => Number((await run('select checked from answer_watch')).rows[0]!.checked)
const watch = async () => {
  await watchAnswers(server.services)
  return db().select().from(answerDifferences)
}

/** Submits an exam whose first answer was changed once and whose last was never given. */
async function closedExam() {
  const exam = await startedExam(server)
  const { events, questions } = exam
  await exam.save({ events: events.slice(0, -1) })
  await exam.save({ events: [{ ...changed(events[0]!, questions), seq: 2 }] })
  await exam.submit({ answers: [], events: [] })
  return exam
}

describe('the watch that compares graded answers with acknowledged ones', () => {
  it('the watch finds no difference in a submitted exam, an exam closed by the clock, a training and a practice', async () => {
    await closedExam()
    const left = await startedExam(server)
    await left.save({ events: left.events.slice(0, 2) })
    await left.age({ deadlineAt: new Date(Date.now() - 90_000), lateUntil: new Date(Date.now() - 60_000) })
    await left.person.get(`/api/exam-status/${left.purchaseId}/`)
    await left.result()
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person)
    const training = await person.get(`/api/test-meta/${purchaseId}/`)
    const { ticket } = training.body.attempt
    const given = training.body.questions.slice(0, 3).map(({ id, options }: any) => {
      return { question_id: id, value: options?.[0].id ?? '1' }
    })
    await person.post(`/api/test-meta/${purchaseId}/`, { ticket, answers: given })
    const begun = await person.post(`/api/practice/${purchaseId}/`, { start_key: key(), size: 5 })
    const { attempt_id } = begun.body
    await person.post(`/api/practice-finish/${purchaseId}/`, { attempt_id })
    await letItSettle()

    expect(await watch()).toEqual([])
    expect(await checked()).toBeGreaterThanOrEqual(3)
    expect((await readFigures(db())).answerDifferences).toBe(0)
  })

  it('the watch finds an acknowledged answer that is missing in the grade and records it once, and an operator closes it', async () => {
    const well = await closedExam()
    const { attemptId, events } = await closedExam()
    const lost = events.at(-1)!
    // Stores the answer as if the server had acknowledged it before the close, and the submission then lacked it.
    await run(`insert into answer_events (attempt_id, question_id, value, epoch, seq, device_id, phase)
               values ('${attemptId}', '${lost.question_id}', '${JSON.stringify(lost.value)}', 1, 1, '', 'in_time')`)
    await letItSettle()
    const [found, ...others] = await watch()
    expect(others).toEqual([])
    expect(found).toMatchObject({ attemptId, questionIds: [lost.question_id], closedAt: null })
    expect(found!.kinds.slice(0, 2)).toEqual(['submission', 'receipt'])
    expect(await watch()).toHaveLength(1)
    expect(await checked()).toBe(2)
    expect((await readFigures(db())).answerDifferences).toBe(1)

    const listed = await runAdmin(server, 'differences', '--json')
    expect(JSON.parse(listed.stdout)).toMatchObject([{ attemptId, purchaseId: expect.any(String), mode: 'exam' }])
    const who = ['--author', 'О. Оператор', '--reason', 'оцінено ще раз']
    const close = (id: string) => runAdmin(server, 'differences', id, '--close', ...who)
    expect(await close(attemptId)).toMatchObject({ code: 0, stdout: expect.stringContaining('state closed') })
    expect((await readFigures(db())).answerDifferences).toBe(0)
    expect(await close(well.attemptId)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no open difference'),
    })
  })

  it('the watch finds a grade that counts one right answer more than the acknowledged answers have', async () => {
    const { attemptId } = await closedExam()
    await run(`alter table results disable trigger user`)
    await run(`update results set correct = correct + 1 where attempt_id = '${attemptId}'`)
    await run(`alter table results enable trigger user`)
    await letItSettle()
    expect(await watch()).toMatchObject([{ attemptId, kinds: ['grade'], questionIds: [] }])
  })

  it('the watch waits for a grade that a job still makes, and for an attempt that has only just been closed', async () => {
    const just = await closedExam()
    expect([await watch(), await checked()]).toEqual([[], 0])
    await run(
      `update submissions set received_at = now() - interval '5 minutes' where attempt_id = '${just.attemptId}'`,
    )
    await run(`update answer_watch set through_at = now() - interval '6 minutes'`)
    await run(`update attempts set state = 'submitted' where id = '${just.attemptId}'`)
    expect([await watch(), await checked()]).toEqual([[], 0])
    expect((await readFigures(db())).answerWatchBehind).toBeGreaterThan(290)
    await run(`update attempts set state = 'graded' where id = '${just.attemptId}'`)
    expect([await watch(), await checked()]).toEqual([[], 1])
    expect((await readFigures(db())).answerWatchBehind).toBe(0)
  })

  it('a submission that cannot be read holds the watch up for a day, and is then a difference itself', async () => {
    const [before, broken, after] = [await closedExam(), await closedExam(), await closedExam()]
    await run(`update submissions set packed = '\\x00' where attempt_id = '${broken.attemptId}'`)
    await letItSettle()
    await expect(watchAnswers(server.services)).rejects.toThrow()
    expect([await checked(), (await readFigures(db())).answerDifferences]).toEqual([1, 0])

    const { attemptId } = after
    await run(`alter table results disable trigger user`)
    await run(`update results set correct = correct + 1 where attempt_id = '${attemptId}'`)
    await run(`alter table results enable trigger user`)
    await run(
      `update submissions set received_at = received_at - interval '1 day' where attempt_id <> '${before.attemptId}'`,
    )
    await run(`update answer_watch set through_at = through_at - interval '1 day'`)
    const found = new Map((await watch()).map((difference) => [difference.attemptId, difference]))
    expect([...found.keys()].sort()).toEqual([broken.attemptId, attemptId].sort())
    expect(found.get(broken.attemptId)).toMatchObject({ kinds: ['unreadable'], questionIds: [] })
    expect(found.get(attemptId)).toMatchObject({ kinds: ['grade'] })
    const { stdout } = await runAdmin(server, 'differences')
    expect(stdout).toContain('differs by unreadable (nothing of it could be read)')
  })

  it('the watch checks no closed attempt while an older transaction is still uncommitted', async () => {
    const slow = new pg.Client({ connectionString: server.config.databaseUrl })
    await slow.connect()
    const settledAtOnce = async () => {
      await watchAnswers(server.services, 0)
      return checked()
    }
    try {
      await slow.query('begin')
      await slow.query('select pg_current_xact_id()')
      await closedExam()
      expect(await settledAtOnce()).toBe(0)
      await slow.query('commit')
      await vi.waitFor(async () => expect(await settledAtOnce()).toBe(1), { timeout: 10_000 })
    } finally {
      await slow.end()
    }
  })

  it('two processes that run the watch at the same time check each closed attempt once', async () => {
    const another = await startTestServer({ sharing: server, rounds: 'by hand' })
    try {
      for (let number = 0; number < 3; number += 1) await closedExam()
      await letItSettle()
      await Promise.all([watchAnswers(server.services), watchAnswers(another.services)])
      await watchAnswers(server.services)
      expect(await checked()).toBe(3)
    } finally {
      await another.close()
    }
  })
})
