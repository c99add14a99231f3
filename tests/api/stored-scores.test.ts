import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gradePaper } from '#content/score/grade-paper.ts'
import { paperKeys, papers, results } from '../../server/db/schema/attempts.ts'
import { findItems, findQuestions } from '../../server/features/exams/paper/paper-store.ts'
import { readKeys, readQuestions } from '../../server/features/exams/paper/paper-formats/paper-formats.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { gradedExam } from '../support/graded-exam.ts'
import { newcomer, type Person } from '../support/person.ts'
import { readStoredScores, type StoredGrade, type StoredScores } from '../upgrade/stored-scores.ts'

const kept = readStoredScores()
const slugs = { verbal: 'verbalnij', math: 'abstraktnij', logic: 'logichnij' }
const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
/** A grade without its sentences: they may be reworded while the rules stay. */
const wordless = (grade: unknown): StoredGrade =>
  JSON.parse(JSON.stringify(grade, (key, value: unknown) => (key === 'text' ? undefined : value)))
const packedOf = ({ questions, keys }: StoredScores) => ({
  questions: Buffer.from(questions, 'base64'),
  keys: Buffer.from(keys, 'base64'),
})

describe('an exam that an earlier release has drawn, packed and graded', () => {
  it('the stored exams cover each test, generators 2, 3, 4 and 9, and packing formats 1, 2 and 3', () => {
    const of = kept.map((each) => [each.generator, each.test, packedOf(each).questions[0]])
    const formats = { 2: 1, 3: 1, 4: 2, 9: 3 }
    for (const [generator, format] of Object.entries(formats)) {
      for (const test of Object.keys(slugs)) expect(of).toContainEqual([Number(generator), test, format])
    }
  })

  /** Only the rules' name differs, and what decision 0099 changed: blank ends, and withheld scores. */
  it.each(kept.flatMap((each) => each.graded.map((graded) => ({ ...each, ...graded }))))(
    'today’s rules grade a stored exam as before, except for the changes of decision 0099: generator $generator, $test, $answered',
    ({ answered, answers, ...each }) => {
      const packed = packedOf(each)
      const questions = readQuestions(packed.questions)
      const items = readKeys(packed).map((key, place) => ({ ...key, question: questions[place]! }))
      const { rows: _rows, ...graded } = gradePaper({ items, answers: new Map(Object.entries(answers)) })
      const [now, grade] = [wordless(graded), wordless(each.grade)]
      expect([now.correct, now.total, now.by_family]).toEqual([grade.correct, grade.total, grade.by_family])
      if (grade.score?.model === '3') expect(now).toEqual(grade)
      else if (grade.score === null) expect(now.score?.iq ?? 70).toBeLessThan(85)
      else if (answered.includes('blank')) expect(now.score!.theta).toBeGreaterThan(grade.score.theta)
      else expect(now).toEqual({ ...grade, score: { ...grade.score, model: '3' } })
    },
  )
})

describe('the result that an earlier release has stored', () => {
  let server: TestServer
  let person: Person
  const exams = new Map<string, { attemptId: string; purchaseId: string }>()
  beforeAll(async () => {
    server = await startTestServer({ workMode: 'inline' })
    person = await newcomer(server)
    for (const [test, slug] of Object.entries(slugs)) {
      exams.set(test, await gradedExam(server, person, { slug, isRight: (place) => place < 20 }))
    }
  })
  afterAll(() => server.close())

  /** Writes the rows of an exam as that release left them. */
  async function leftBehind(release: StoredScores, grade: StoredGrade) {
    const { attemptId, purchaseId } = exams.get(release.test)!
    const { questions, keys } = packedOf(release)
    const { correct, total, score, score_withheld: scoreWithheld, by_family: byFamily } = grade
    await server.services.db.transaction(async (tx) => {
      // A trigger keeps results from changing; these were written before.
      await tx.execute(`set local session_replication_role = 'replica'`)
      await tx.update(papers).set({ packed: questions }).where(eq(papers.attemptId, attemptId))
      await tx.update(paperKeys).set({ packed: keys }).where(eq(paperKeys.attemptId, attemptId))
      const stored = { correct, total, score, scoreWithheld, byFamily, theta: score?.theta ?? null }
      await tx.update(results).set(stored).where(eq(results.attemptId, attemptId))
    })
    return { attemptId, purchaseId }
  }

  it.each(kept)(
    'the server returns a stored result field by field as it was: generator $generator, $test',
    async (release) => {
      for (const { grade } of release.graded) {
        const { purchaseId } = await leftBehind(release, grade)
        const { body } = await person.get(`/api/exam-results-status/${purchaseId}/`)
        const { status, correct, total, score, score_withheld, by_family } = body
        expect({ status, correct, total, score, score_withheld, by_family }).toEqual({ status: 'completed', ...grade })
        const [listed] = (await person.get(`/api/test-results/${purchaseId}/`)).body.results
        expect(listed).toMatchObject({ correct, total, score, score_withheld, by_family })
      }
    },
  )

  it.each(kept)(
    'the server reads the questions and keys of a stored exam to the last byte: generator $generator, $test',
    async (release) => {
      const { attemptId } = await leftBehind(release, release.graded[0]!.grade)
      const { db } = server.services
      const keys = (await findItems(db, attemptId))!.map(({ question: _question, ...key }) => key)
      expect(sha256([await findQuestions(db, attemptId), keys])).toBe(release.digest)
      expect(new Set(keys.map(({ generator }) => generator))).toEqual(new Set([release.generator]))
    },
  )
})
