import { describe, expect, it } from 'vitest'
import type { AnswerValue } from '#contract/question.ts'
import { Score } from '#contract/result.ts'
import { assembleExam } from '../assemble-exam.ts'
import * as blueprints from '../blueprints.ts'
import { gradePaper } from './grade-paper.ts'

const { verbalTest, mathTest, logicTest, mathSample } = blueprints
const paper = (blueprint: typeof verbalTest) => [...assembleExam({ blueprint, seed: 'grade', partition: 'exam' })]
const items = paper(verbalTest)

/** The first `right` answers are right, the next `wrong` wrong, the rest are left out. */
function answers(of: typeof items, right: number, wrong = 0): Map<string, AnswerValue> {
  return new Map(
    of.slice(0, right + wrong).map(({ question, key }, i) => [question.id, i < right ? key.right : wrongFor(question)]),
  )
}

function wrongFor({ kind }: (typeof items)[number]['question']): string {
  return kind === 'number' ? '999999' : 'no-such-option'
}

describe('gradePaper', () => {
  it('counts what is right, over all, by question and by family', () => {
    const { correct, total, rows, by_family } = gradePaper({ items, answers: answers(items, 12, 10) })
    expect([correct, total]).toEqual([12, 30])
    expect(rows.map(({ question_id }) => question_id)).toEqual(items.map(({ question }) => question.id))
    expect(rows.filter((row) => row.correct)).toHaveLength(12)
    expect(by_family.map(({ title }) => title).sort()).toEqual(['Аналогії', 'Зайве слово'])
    expect(by_family.reduce((sum, each) => sum + each.correct, 0)).toBe(12)
    expect(by_family.reduce((sum, each) => sum + each.total, 0)).toBe(30)
  })

  it('gives the same grade for the same paper, and ignores answers to other questions', () => {
    const given = answers(items, 20, 10)
    const grade = gradePaper({ items, answers: given })
    expect(gradePaper({ items, answers: new Map([...given, ['q31', 'x']]) })).toEqual(grade)
    expect(gradePaper(JSON.parse(JSON.stringify({ items })) && { items, answers: given })).toEqual(grade)
  })

  it.each([
    ['verbal', verbalTest],
    ['math', mathTest],
    ['logic', logicTest],
  ])('scores the %s test so that more right answers never mean less, and never 150', (_, blueprint) => {
    const own = paper(blueprint)
    const scores = Array.from(
      { length: 31 },
      (_, right) => gradePaper({ items: own, answers: answers(own, right, 30 - right) }).score!,
    )
    scores.slice(1).forEach((score, i) => {
      expect(score.iq).toBeGreaterThanOrEqual(scores[i]!.iq)
    })
    for (const score of scores) {
      expect(Score.parse(score)).toEqual(score)
      expect(score.high).toBeLessThan(150)
      expect(score.iq).toBeLessThanOrEqual(scores[30]!.iq)
      expect(score.iq).toBeGreaterThanOrEqual(scores[0]!.iq)
      expect(score.low).toBeLessThan(score.iq)
      expect(score.high).toBeGreaterThan(score.iq)
      expect(score.percentile).toBeGreaterThan(0)
      expect(score.percentile).toBeLessThan(100)
    }
  })

  it('widens the interval while items are uncalibrated, and says so', () => {
    const { score } = gradePaper({ items, answers: answers(items, 15, 15) })
    expect(score?.calibration).toBe('орієнтовна оцінка')
    expect(score?.population).toBe('теоретичний розподіл (середнє 100, відхилення 15), не вибірка населення')
    expect(score!.high - score!.iq).toBeCloseTo(1.96 * score!.se, -1)
    expect(score!.se).toBeGreaterThan(6)
  })

  it('withholds the score, with a reason, when fewer than a third were answered', () => {
    expect(gradePaper({ items, answers: answers(items, 9) }).score_withheld?.code).toBe('too_few_answers')
    expect(gradePaper({ items, answers: answers(items, 9) }).score).toBeNull()
    expect(gradePaper({ items, answers: answers(items, 10) }).score_withheld).toBeNull()
    expect(gradePaper({ items, answers: new Map() })).toMatchObject({ correct: 0, total: 30, score: null })
  })

  it('withholds the score of a sample of six, whatever was answered', () => {
    const sample = paper(mathSample)
    const grade = gradePaper({ items: sample, answers: answers(sample, 6) })
    expect(grade).toMatchObject({ correct: 6, total: 6, score: null, score_withheld: { code: 'sample_too_short' } })
    expect(grade.score_withheld?.text).toMatch(/^Це коротка проба/)
  })

  it('withholds a score that is too imprecise to be a number', () => {
    const easy = Array.from({ length: 12 }, (_, i) => ({
      ...items[0]!,
      difficulty: -4,
      question: { ...items[0]!.question, id: `q${i}` },
    }))
    expect(gradePaper({ items: easy, answers: answers(easy as typeof items, 12) }).score_withheld?.code).toBe(
      'too_imprecise',
    )
  })

  it('counts an unanswered question as not right: leaving out does not pay', () => {
    const left = gradePaper({ items, answers: answers(items, 15) }).score
    expect(left).toEqual(gradePaper({ items, answers: answers(items, 15, 15) }).score)
  })
})
