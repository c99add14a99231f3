import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assembleExam } from '#content/assemble-exam.ts'
import { logicSample } from '#content/blueprints.ts'
import { digestsOf } from '#content/signature.ts'
import { attempts, paperExposures, paperKeys, papers } from '../../server/db/schema/attempts.ts'
import { paperOf } from '../../server/features/exams/paper/draw-paper.ts'
import { digestsIn } from '../../server/features/exams/paper/drawn-paper.ts'
import { claimPaper, findItems, findQuestions, storePaper } from '../../server/features/exams/paper/paper-store.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { openExam } from '../support/exam-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline' })
})
afterAll(() => server.close())

const db = () => server.services.db
const items = [...assembleExam({ blueprint: logicSample, seed: 'stored', partition: 'exam' })]
const paper = paperOf('stored', items)

/** A person with an exam and a training of one test, and one more attempt of `mode` without a paper. */
async function building(mode: 'exam' | 'training') {
  const person = await newcomer(server)
  const purchaseId = await givePurchase(server, person, 'logichnij-proba')
  const exam = (await openExam(person, purchaseId)).attempt.id as string
  const training = (await person.get(`/api/test-meta/${purchaseId}/`)).body.attempt.id as string
  const [made] = await db().select().from(attempts).where(eq(attempts.id, exam))
  const id = crypto.randomUUID()
  await db()
    .insert(attempts)
    .values({ ...made!, id, mode, seed: 'stored', state: 'building', isOpen: false, startKey: null, ticketHash: id })
  return { id, seen: { exam, training } }
}

const shownBy = async (attemptId: string) => {
  const [row] = await db().select().from(paperExposures).where(eq(paperExposures.attemptId, attemptId))
  return new Set(digestsIn(row!.items))
}

const kept = async (id: string) => [
  await db().$count(papers, eq(papers.attemptId, id)),
  await db().$count(paperKeys, eq(paperKeys.attemptId, id)),
  await db().$count(paperExposures, eq(paperExposures.attemptId, id)),
]

describe('a paper that is to be built', () => {
  it.each(['exam', 'training'] as const)(
    'a claimed paper comes with the items that its owner has seen in papers of the same mode: %s',
    async (mode) => {
      const { id, seen } = await building(mode)
      const claimed = await claimPaper(db(), id)
      const digests = new Set(digestsIn(claimed!.seen))
      expect(digests).toEqual(await shownBy(seen[mode]))
      expect(digests.size).toBeGreaterThanOrEqual(6)
      expect(claimed!.questionCount).toBe(6)
    },
  )

  it('a claimed paper comes with the items of its owner’s newest 45 exams, the newest first', async () => {
    const { id, seen } = await building('exam')
    const [made] = await db().select().from(attempts).where(eq(attempts.id, id))
    for (let days = 1; days <= 46; days += 1) {
      const attemptId = crypto.randomUUID()
      await db()
        .insert(attempts)
        .values({ ...made!, id: attemptId, state: 'ready', startKey: null, ticketHash: attemptId })
      await db()
        .insert(paperExposures)
        .values({
          attemptId,
          userId: made!.userId,
          partition: 'exam',
          shownAt: new Date(Date.now() - days * 86_400_000),
          items: Buffer.from([0, 0, 0, 0, 0, 0, 0, days]),
        })
    }
    const digests = digestsIn((await claimPaper(db(), id))!.seen)
    const days = Array.from({ length: 44 }, (_, i) => (i + 1).toString(16).padStart(16, '0'))
    const last = await shownBy(seen.exam)
    expect(digests).toEqual([...last, ...days])
  })

  it('a paper is stored whole by the run that claimed it last, and by no other run', async () => {
    const { id } = await building('exam')
    const [first, last] = [await claimPaper(db(), id), await claimPaper(db(), id)]
    expect(await storePaper(db(), first!.attempt, paper)).toBe(false)
    expect(await kept(id)).toEqual([0, 0, 0])
    expect(await storePaper(db(), last!.attempt, paper)).toBe(true)
    expect(await kept(id)).toEqual([1, 1, 1])
    expect(await storePaper(db(), last!.attempt, paper)).toBe(false)
    expect(await claimPaper(db(), id)).toBeUndefined()
    const stored = await findItems(db(), id)
    expect(stored!.map(({ key, family, radicals }) => ({ key, family, radicals }))).toEqual(
      items.map(({ key, family, radicals }) => JSON.parse(JSON.stringify({ key, family, radicals }))),
    )
    expect(await findQuestions(db(), id)).toEqual(JSON.parse(JSON.stringify(items.map(({ question }) => question))))
    expect(await shownBy(id)).toEqual(new Set(items.flatMap(digestsOf)))
  })
})
