import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { scoringModel } from '#contract/score-model.ts'
import { firstSittings } from '../../server/db/schema/attempts.ts'
import { fewestSittings } from '../../server/features/exams/result/first-sittings.ts'
import { watchAnswers } from '../../server/features/exams/result/watch-answers.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { gradedExam } from '../support/graded-exam.ts'
import { newcomer, type Person } from '../support/person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ rounds: 'by hand', workMode: 'inline' })
})
afterAll(() => server.close())

const db = () => server.services.db
const run = (text: string) => db().execute(sql.raw(text))
beforeEach(async () => {
  await db().delete(firstSittings)
  await run('update answer_watch set through_at = now()')
})
/** Runs the watch over all that was closed since the test began. */
const count = async () => {
  await run(`update submissions set received_at = received_at - interval '1 hour'`)
  await run(`update answer_watch set through_at = through_at - interval '1 hour'`)
  await watchAnswers(server.services)
  return db().select().from(firstSittings)
}
const right = (until: number) => ({ isRight: (place: number) => place < until })
const rankOf = async (person: Person, attemptId: string) =>
  (await person.get(`/api/exam-review/${attemptId}/`)).body.percentile_rank
/** Counts `at90` people with IQ 90 and `at120` with IQ 120. */
const sittings = (at90: number, at120: number) =>
  run(`update first_sittings set people = ${at90 + at120}, counts =
    (select array_agg(case iq when 90 then ${at90} when 120 then ${at120} else 0 end order by iq) from generate_series(70, 130) iq)`)

describe('people to compare with', () => {
  it('each person is counted once for a test, by the first exam, and not at all if that exam has no score', async () => {
    const person = await newcomer(server)
    const { result, purchaseId } = await gradedExam(server, person, right(22))
    await gradedExam(server, person, { ...right(12), purchaseId })
    const other = await newcomer(server)
    await gradedExam(server, other, { ...right(22), slug: 'verbalnij' })
    const withheld = await newcomer(server)
    const { purchaseId: again } = await gradedExam(server, withheld, right(2))
    await gradedExam(server, withheld, { ...right(20), purchaseId: again })

    const rows = await count()
    expect(rows.map(({ people, model }) => [people, model])).toEqual([
      [1, scoringModel],
      [1, scoringModel],
    ])
    const counts = rows.flatMap((row) => row.counts)
    expect([counts.length, counts.reduce((sum, each) => sum + each, 0)]).toEqual([122, 2])
    expect(rows.some((row) => row.counts[result.score.iq - 70] === 1)).toBe(true)
    expect(await count()).toEqual(rows)
  })

  it('a new person is added to the people counted before, and the account of the demonstration is not', async () => {
    const { result } = await gradedExam(server, await newcomer(server), right(22))
    await count()
    await gradedExam(server, await newcomer(server), right(22))
    const demo = await newcomer(server)
    await run(`update users set email = 'demo@iq.example' where email = '${demo.email}'`)
    await gradedExam(server, demo, right(22))
    const [row] = await count()
    expect([row!.people, row!.counts[result.score.iq - 70]]).toEqual([2, 2])
  })

  it(`a percentile rank is missing below ${fewestSittings} people, with the number that is missing, and has its bounds from there on`, async () => {
    const person = await newcomer(server)
    const { attemptId, result } = await gradedExam(server, person, right(22))
    expect(await rankOf(person, attemptId)).toMatchObject({ people: 0, missing: fewestSittings, low: null })
    await count()
    await sittings(fewestSittings - 2, 1)
    expect(await rankOf(person, attemptId)).toMatchObject({ people: fewestSittings - 1, missing: 1, low: null })
    await sittings(150, 50)
    expect(result.score.iq).toBeGreaterThan(90)
    expect(result.score.iq).toBeLessThan(120)
    expect(await rankOf(person, attemptId)).toMatchObject({ people: 200, missing: 0, low: 68, high: 81 })
    await run(`update first_sittings set model = '2'`)
    expect(await rankOf(person, attemptId)).toMatchObject({ people: 0, missing: fewestSittings })
  })

  it('the migration that began the count of people counts earlier exams as the watch does', async () => {
    await gradedExam(server, await newcomer(server), right(15))
    await run(`update answer_watch set through_at = '2000-01-01'`)
    const counted = await count()
    expect(counted.length).toBeGreaterThan(0)
    await db().delete(firstSittings)
    const migration = await readFile('server/db/migrations/0035_first_sittings.sql', 'utf8')
    // The migration was written for scoring rules 3.
    await run(migration.split('--> statement-breakpoint').at(-1)!.replaceAll(`'3'`, `'${scoringModel}'`))
    const filled = await db().select().from(firstSittings)
    const bare = (rows: typeof filled) =>
      rows.map(({ testId, people, counts }) => [testId, people, counts.join()]).toSorted()
    expect(bare(filled)).toEqual(bare(counted))
  })

  it('the watch still checks answers when people cannot be counted', async () => {
    await gradedExam(server, await newcomer(server), right(22))
    await run(`alter table first_sittings rename to away`)
    try {
      await count().catch(() => {})
      const { rows } = await run(`select through_at > now() - interval '2 hours' as moved, checked from answer_watch`)
      expect(Number(rows[0]!.checked)).toBeGreaterThan(0)
    } finally {
      await run(`alter table away rename to first_sittings`)
    }
  })
})
