import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attempts, results } from '../../server/db/schema/attempts.ts'
import { tests } from '../../server/db/schema/catalog.ts'
import { notifications } from '../../server/db/schema/site.ts'
import type { Queries } from '../../server/db/connect.ts'
import { awardAchievements } from '../../server/features/achievements/award-achievements.ts'
import { sweepAttempts } from '../../server/features/exams/exam-jobs.ts'
import { notifyOfPasswordChange } from '../../server/features/notifications/notify-of-password.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { allAtOnce } from '../support/crowd.ts'
import { withFailingGrading } from '../support/failing-grading.ts'
import { givePurchase, newcomer, type Person } from '../support/person.ts'
import { ago, startedExam } from '../support/started-exam.ts'
import { answersOf, until } from '../support/exam-calls.ts'

let servers: [TestServer, TestServer]
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
  servers = [server, await startTestServer({ workMode: 'inline', logLevel: 'silent', sharing: server })]
})
afterAll(async () => {
  await servers[1].close()
  await servers[0].close()
})

const newsOf = async (person: Person): Promise<any[]> => (await person.get('/api/notifications/')).body.results
const resultOf = async (person: Person, purchaseId: string): Promise<any> =>
  (await person.get(`/api/test-results/${purchaseId}/`)).body.results[0]
const kindsOf = async (person: Person) => (await newsOf(person)).map(({ kind }) => kind).toSorted()

describe('a notification of an event', () => {
  it('a person gets one notification of a graded exam, with its result, after ten submissions at the same time', async () => {
    const { person, purchaseId, events, submit } = await startedExam(server, 'logichnij-proba')
    const submission = { answers: answersOf(events), events }
    await Promise.all(Array.from({ length: 10 }, () => submit(submission)))
    const readyNews = (await newsOf(person)).filter(({ kind }) => kind === 'result-ready')
    const { correct } = await resultOf(person, purchaseId)
    expect(readyNews).toMatchObject([
      {
        title: `Результат готовий: ${correct} з 6`,
        message: 'Екзамен «Логічний тест: проба» оцінено.',
        additional_data: {
          result: { purchase_id: purchaseId, attempt_id: (await resultOf(person, purchaseId)).attempt_id },
        },
      },
    ])
  })

  it('a person gets one notification of an exam that the server closed, with the number of answers that arrived', async () => {
    const { person, events, save, age } = await startedExam(server)
    await save({ events: events.slice(0, 4) })
    await age({ startedAt: ago(100_000), deadlineAt: ago(90_000), lateUntil: ago(10) })
    await Promise.all(servers.flatMap(({ services }) => [sweepAttempts(services), sweepAttempts(services)]))
    // A server's own round may just have taken the attempt.
    await until(async () => (await kindsOf(person)).length > 0)
    expect(await kindsOf(person)).toEqual(['achievement', 'attempt-closed', 'result-ready'])
    expect((await newsOf(person)).find(({ kind }) => kind === 'attempt-closed').message).toBe(
      'Час здати екзамен «Вербальний тест: проба» минув, тому ми завершили його самі. Відповідей, які до нас дійшли: 4.',
    )
  })

  it('a person gets one notification of an exam given back because its paper could not be drawn, and no notification of a training', async () => {
    const { db } = server.services
    const [whole] = await db.select().from(tests).where(eq(tests.slug, 'verbalnij-proba'))
    // More items than there are words for.
    const broken = { parts: [{ family: 'verbal-analogy', difficulties: Array(60).fill(-2) }] }
    const { id: _id, ...copy } = whole!
    const slug = `broken-${randomBytes(4).toString('hex')}`
    await db.insert(tests).values({ ...copy, slug, blueprint: broken, isPublished: false })
    const person = await newcomer(server)
    const id = await givePurchase(server, person, slug)
    await person.get(`/api/exam-meta/${id}/`)
    expect((await person.get(`/api/exam-status/${id}/`)).body.status).toBe('error')
    await person.get(`/api/test-meta/${id}/`)
    expect(await newsOf(person)).toMatchObject([
      { kind: 'attempt-returned', additional_data: { purchase_pack_id: id, purchase_pack_title: whole!.title } },
    ])
    expect((await person.get('/api/owned-tests/')).body.results[0].exam_attempts_left).toBe(2)
  })

  it('a person gets one notification of an exam given back because its grading never ended, after seven checks at the same time', async () => {
    const { person, purchaseId, submit, age } = await startedExam(server)
    const look = () => person.get(`/api/exam-results-status/${purchaseId}/`)
    await withFailingGrading(servers, async () => {
      await submit({ answers: [], events: [] })
      await age({ processingSince: ago(700) })
      await Promise.all([...Array.from({ length: 5 }, look), ...servers.map(({ services }) => sweepAttempts(services))])
    })
    expect(await newsOf(person)).toMatchObject([
      { kind: 'attempt-returned', title: 'Спробу повернено', additional_data: { purchase_pack_id: purchaseId } },
    ])
  })

  it('a person gets one notification of a changed password', async () => {
    const person = await newcomer(server)
    await notifyOfPasswordChange(server.services.db, person.userId!)
    expect(await newsOf(person)).toMatchObject([{ kind: 'security', title: 'Пароль змінено', additional_data: null }])
  })
})

describe('achievements', () => {
  let person: Person
  beforeEach(async () => {
    person = await newcomer(server)
  })

  /** Inserts graded attempts of this test into the database. */
  async function graded(slug: string, mode: 'exam' | 'training', grades: { correct: number; total: number }[]) {
    const { db } = server.services
    const purchaseId = await givePurchase(server, person, slug)
    for (const { correct, total } of grades) {
      const [attempt] = await db
        .insert(attempts)
        .values({
          purchaseId,
          userId: person.userId!,
          mode,
          state: 'graded',
          isOpen: false,
          examCacheKey: 'x',
          seed: 'x',
          submissionKey: 'x',
          ticketSalt: 'x',
          ticketHash: randomBytes(8).toString('hex'),
          durationSeconds: 60,
          lateSeconds: 60,
        })
        .returning()
      const grade = {
        correct,
        total,
        byFamily: [],
        durationSeconds: 1,
        receipt: '',
        reason: 'graded',
        author: 'system',
      }
      await db.insert(results).values({ ...grade, attemptId: attempt!.id, version: 1 })
    }
  }

  const progress = async () => {
    const rows: any[] = (await person.get('/api/achievements/')).body.results
    return Object.fromEntries(rows.map(({ code, progress, earned_at }) => [code, [progress, earned_at !== null]]))
  }

  it('achievements count trainings, exams, types of exams and the best share of right answers', async () => {
    await graded('verbalnij', 'training', Array(9).fill({ correct: 6, total: 6 }))
    await graded('abstraktnij', 'exam', [
      { correct: 2, total: 30 },
      { correct: 26, total: 30 },
    ])
    await graded('logichnij', 'exam', [{ correct: 0, total: 30 }])
    expect(await progress()).toEqual({
      'first-training': [1, true],
      'first-exam': [1, true],
      'three-types': [2, false],
      'ten-trainings': [9, false],
      'ninety-percent': [86, false],
    })
    await graded('verbalnij-proba', 'training', [{ correct: 0, total: 6 }])
    await graded('logichnij-proba', 'exam', [{ correct: 27, total: 30 }])
    expect(await progress()).toMatchObject({
      'three-types': [2, false],
      'ten-trainings': [10, true],
      'ninety-percent': [90, true],
    })
  })

  it('the server awards and announces each achievement once, although two processes award it 25 times at the same time', async () => {
    await graded('logichnij', 'exam', [{ correct: 27, total: 30 }])
    await allAtOnce(servers, ({ services }) => awardAchievements(services.db, person.userId!))
    const titles = (await newsOf(person)).map(({ title }) => title).toSorted()
    expect(titles).toEqual(['Нове досягнення: «Майже без помилок»', 'Нове досягнення: «Перший екзамен»'])
  })

  async function readByConnection(tx: Queries): Promise<number> {
    const { rows } = await tx.execute<{ rows: number }>(sql`
      select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables where relname = 'attempts'`)
    return rows[0]!.rows
  }

  it('[S13] the search for achievements reads at most 20 of 200 trainings, and reads no training once the achievements are earned', async () => {
    await graded('verbalnij', 'training', Array(200).fill({ correct: 6, total: 6 }))
    /** Number of attempts that one search for achievements reads, as in a table too large to be read whole. */
    const readOf = (mode: 'exam' | 'training') =>
      server.services.db.transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`)
        // A bitmap scan counts whole pages.
        await tx.execute(sql`set local enable_bitmapscan = off`)
        const search = () => awardAchievements(tx, person.userId!, { mode })
        // After an ANALYZE the planner itself reads ends of indexes. So none may come now, and the first search makes the plan.
        await tx.execute(sql`lock table attempts, purchases, results in share update exclusive mode`)
        await tx.execute(sql`set local plan_cache_mode = force_generic_plan`)
        await tx.execute(sql`savepoint unplanned`)
        await search()
        await tx.execute(sql`rollback to savepoint unplanned`)
        // The counter includes earlier reads of the connection.
        const before = await readByConnection(tx)
        await search()
        return (await readByConnection(tx)) - before
      })
    expect(await readOf('training')).toBeLessThanOrEqual(20)
    expect(await progress()).toMatchObject({ 'first-training': [1, true], 'ten-trainings': [10, true] })
    await server.services.db.execute(sql`analyze`)
    expect(await readOf('training')).toBe(0)
  })

  it('achievements count the training that is being graded and has no grade yet', async () => {
    await graded('verbalnij', 'training', Array(9).fill({ correct: 6, total: 6 }))
    await awardAchievements(server.services.db, person.userId!, { mode: 'training' })
    const titles = (await newsOf(person)).map(({ title }) => title).toSorted()
    expect(titles).toEqual(['Нове досягнення: «Наполегливість»', 'Нове досягнення: «Розминка»'])
  })

  it('an achievement stays earned when a re-score takes its reason away', async () => {
    await graded('logichnij', 'exam', [{ correct: 30, total: 30 }])
    const before = (await person.get('/api/achievements/')).body.results.at(-1)
    const { db } = server.services
    const [row] = await db.select().from(attempts).where(eq(attempts.userId, person.userId!))
    const [first] = await db.select().from(results).where(eq(results.attemptId, row!.id))
    await db.insert(results).values({ ...first!, version: 2, correct: 1, reason: 're-score' })
    const after = (await person.get('/api/achievements/')).body.results.at(-1)
    expect(before).toMatchObject({ code: 'ninety-percent', progress: 90 })
    expect(after).toMatchObject({ progress: 3, earned_at: before.earned_at })
    const ofPerson = and(eq(notifications.userId, person.userId!), eq(notifications.kind, 'achievement'))
    expect(await db.select().from(notifications).where(ofPerson)).toHaveLength(2)
  })
})
