import { describe, expect, it } from 'vitest'
import type { AnswerValue } from '#contract/question.ts'
import { Score } from '#contract/result.ts'
import type { Step } from '#contract/timing.ts'
import { assembleExam } from '../assemble-exam.ts'
import * as blueprints from '../blueprints.ts'
import { generatorVersion } from '../generator-version.ts'
import { createRng } from '../rng.ts'
import { gradePaper } from './grade-paper.ts'

const { verbalTest, mathTest, logicTest, mathSample } = blueprints
const paper = (blueprint: typeof verbalTest) => [...assembleExam({ blueprint, seed: 'grade', partition: 'exam' })]
const items = paper(verbalTest)

/** The first `right` answers are right, the next `wrong` are wrong, the rest are missing. */
function answers(of: typeof items, right: number, wrong = 0): Map<string, AnswerValue> {
  return new Map(
    of.slice(0, right + wrong).map(({ question, key }, i) => [question.id, i < right ? key.right : wrongFor(question)]),
  )
}

function wrongFor({ kind }: (typeof items)[number]['question']): string {
  return kind === 'number' ? '999999' : 'no-such-option'
}

describe('gradePaper', () => {
  it('gradePaper counts right answers in all, by question and by family', () => {
    const { correct, total, rows, by_family } = gradePaper({ items, answers: answers(items, 12, 10) })
    expect([correct, total]).toEqual([12, 30])
    expect(rows.map(({ question_id }) => question_id)).toEqual(items.map(({ question }) => question.id))
    expect(rows.filter((row) => row.correct)).toHaveLength(12)
    expect(by_family.map(({ title }) => title).sort()).toEqual(['Аналогії', 'Висновки', 'Зайве слово'])
    expect(by_family.reduce((sum, each) => sum + each.correct, 0)).toBe(12)
    expect(by_family.reduce((sum, each) => sum + each.total, 0)).toBe(30)
  })

  it('gradePaper gives the same grade for the same paper, and ignores answers to other questions', () => {
    const given = answers(items, 20, 10)
    const grade = gradePaper({ items, answers: given })
    expect(gradePaper({ items, answers: new Map([...given, ['q31', 'x']]) })).toEqual(grade)
    expect(gradePaper(JSON.parse(JSON.stringify({ items })) && { items, answers: given })).toEqual(grade)
  })

  it('gradePaper scores a paper of an earlier generator by the guessing parameters of its version', () => {
    const thetaOf = (blueprint: typeof mathTest, generator: number | undefined) => {
      const own = paper(blueprint)
      const made = own.map((item) => ({ ...item, ...(generator !== undefined && { generator }) }))
      return gradePaper({ items: made, answers: answers(own, 18, 12) }).score!.theta
    }
    // Papers without a version have the c of version 2, that of the earliest items.
    expect(thetaOf(mathTest, undefined)).toBe(thetaOf(mathTest, 2))
    expect(thetaOf(mathTest, 2)).not.toBe(thetaOf(mathTest, 3))
    expect(thetaOf(verbalTest, 2)).not.toBe(thetaOf(verbalTest, 3))
    expect(thetaOf(mathTest, 4)).toBe(thetaOf(mathTest, 3))
    expect(thetaOf(mathTest, 4)).toBeLessThan(thetaOf(mathTest, 5))
    expect(thetaOf(verbalTest, 4)).toBe(thetaOf(verbalTest, 5))
    // Since 6 the c of words depends on the level, and is greater on the whole.
    expect(thetaOf(verbalTest, 6)).toBeLessThan(thetaOf(verbalTest, 5))
    expect(thetaOf(mathTest, 6)).toBe(thetaOf(mathTest, 5))
  })

  it.each([
    ['verbal', verbalTest],
    ['math', mathTest],
    ['logic', logicTest],
  ])('gradePaper scores the %s test from 70 to 130, and more right answers never lower the score', (_, blueprint) => {
    const own = paper(blueprint)
    const grades = Array.from({ length: 31 }, (_, right) =>
      gradePaper({ items: own, answers: answers(own, right, 30 - right) }),
    )
    const scores = grades.flatMap(({ score }) => (score ? [score] : []))
    expect(scores.length).toBeGreaterThan(18)
    expect(grades.slice(-scores.length).every(({ score }) => score !== null)).toBe(true)
    scores.slice(1).forEach((score, i) => {
      expect(score.iq).toBeGreaterThanOrEqual(scores[i]!.iq)
    })
    for (const score of scores) {
      expect(Score.parse(score)).toEqual(score)
      expect(score.iq).toBeGreaterThanOrEqual(70)
      expect(score.iq).toBeLessThanOrEqual(130)
      expect(score.low).toBeLessThan(score.iq)
      expect(score.high).toBeGreaterThan(score.iq)
      expect(score.low_open).toBe(score.low === 55)
      expect(score.high_open).toBe(score.high === 145)
      expect(score.percentile).toBeGreaterThan(0)
      expect(score.percentile).toBeLessThan(100)
    }
    expect(scores.at(-1)).toMatchObject({ iq: 130, high: 145, high_open: true, low_open: false })
  })

  it('gradePaper scores a math test without errors as above 130, and names no greater number', () => {
    const own = paper(mathTest)
    expect(gradePaper({ items: own, answers: answers(own, 30) }).score).toMatchObject({ iq: 130, iq_open: 'above' })
    expect(gradePaper({ items: own, answers: answers(own, 25, 5) }).score).toMatchObject({ iq_open: null })
  })

  it('a score says that it has no norm of a population, and its interval is wider for that', () => {
    const { score } = gradePaper({ items, answers: answers(items, 20, 10) })
    expect(score?.calibration).toBe('орієнтовна оцінка')
    expect(score?.population).toBe('теоретичний розподіл (середнє 100, відхилення 15), не вибірка населення')
    expect(score!.high - score!.iq).toBeCloseTo(1.96 * score!.se, -1)
    // Items that are all half a logit off move a score by 7.5 points, so the interval must be wider than that on either side.
    expect(score!.se).toBeGreaterThan(12)
    expect(score!.reliability).toBeGreaterThan(0.6)
    expect(score!.model).toBe('3')
  })

  it('gradePaper withholds the score, with a reason, when fewer than a third were answered', () => {
    expect(gradePaper({ items, answers: answers(items, 9) }).score_withheld?.code).toBe('too_few_answers')
    expect(gradePaper({ items, answers: answers(items, 9) }).score).toBeNull()
    expect(gradePaper({ items, answers: answers(items, 10) }).score_withheld).toBeNull()
    expect(gradePaper({ items, answers: new Map() })).toMatchObject({ correct: 0, total: 30, score: null })
  })

  it('gradePaper withholds the score of at least 94 in 100 people who choose without looking, whatever they leave out @full', () => {
    for (const blueprint of [verbalTest, mathTest, logicTest]) {
      const own = paper(blueprint)
      const rng = createRng('guessers')
      const guess = ({ question }: (typeof own)[number]) => rng.pick(question.options ?? [{ id: '7' }]).id
      const shares = [1, 0.6].map((share) => {
        const withheld = Array.from({ length: 400 }, () => {
          const given = own.filter(() => rng.chance(share)).map((item) => [item.question.id, guess(item)] as const)
          return gradePaper({ items: own, answers: new Map(given) }).score === null
        })
        return withheld.filter(Boolean).length / withheld.length
      })
      for (const share of shares) expect(share).toBeGreaterThanOrEqual(0.94)
    }
  })

  it('gradePaper withholds the score if hard questions are right and easy ones wrong, or if answers come faster than one can read', () => {
    const upsideDown = new Map(
      items.map((item, i) => [item.question.id, i < 13 ? wrongFor(item.question) : item.key.right]),
    )
    expect(gradePaper({ items, answers: upsideDown }).score_withheld?.code).toBe('unusual_pattern')
    const arrivals = (step: number) =>
      items.map(({ question }, i) => ({ question_id: question.id, device_id: 'phone', at: 1000 * step * (i + 1) }))
    const given = answers(items, 20, 10)
    expect(gradePaper({ items, answers: given, arrivals: arrivals(1) }).score_withheld?.code).toBe('answered_too_fast')
    expect(gradePaper({ items, answers: given, arrivals: arrivals(5) }).score_withheld).toBeNull()
    expect(gradePaper({ items, answers: given }).score_withheld).toBeNull()
  })

  it.each([
    ['verbal', verbalTest],
    ['math', mathTest],
    ['logic', logicTest],
  ])(
    'gradePaper does not withhold the score of the %s test for any one error, nor for two or three early ones',
    (_, blueprint) => {
      const own = paper(blueprint)
      const without = (isWrong: (place: number) => boolean) => {
        const given = own.map((item, place) => [
          item.question.id,
          isWrong(place) ? wrongFor(item.question) : item.key.right,
        ])
        return gradePaper({ items: own, answers: new Map(given as [string, AnswerValue][]) })
      }
      expect(without((place) => place < 2)).toMatchObject({ correct: 28, score_withheld: null })
      expect(without((place) => place < 4 && place !== 2)).toMatchObject({ correct: 27, score_withheld: null })
      for (let place = 0; place < 30; place++)
        expect(without((each) => each === place).score, `${place}`).not.toBeNull()
      expect(without((place) => place < 15).score_withheld?.code).toBe('unusual_pattern')
    },
  )

  it.each([
    ['verbal', verbalTest],
    ['math', mathTest],
    ['logic', logicTest],
  ])(
    'gradePaper withholds the score of the %s test for a half at 2 s a question by the device’s clock, and remarks on one at 8 s',
    (_, blueprint) => {
      const own = paper(blueprint)
      const given = new Map(
        own.map(({ question, key }, place) => [
          question.id,
          place < 15 || place === 20 ? key.right : wrongFor(question),
        ]),
      )
      const graded = (pace: number) => {
        const at = (place: number) => 1000 * (place < 15 ? 40 * place : 600 + pace * (place - 15))
        const steps = own.flatMap((__, place): Step[] => [
          { what: 'shown', place, at: at(place) },
          { what: 'answered', place, at: at(place + 1) - 1 },
        ])
        return gradePaper({ items: own, answers: given, clock: { steps, until: Number.POSITIVE_INFINITY } })
      }
      expect(graded(2).score_withheld?.code).toBe('answered_too_fast')
      expect(graded(8).score?.remarks?.map(({ code }) => code)).toEqual(['hasty_end'])
      expect(graded(8).score?.remarks?.[0]?.text).toContain('(15) дано дуже швидко, у середньому за 8\u00a0с')
      expect(graded(30).score?.remarks).toBeUndefined()
    },
  )

  it('gradePaper withholds the score of thirty right answers in 75 seconds, in every test', () => {
    for (const blueprint of [verbalTest, mathTest, logicTest]) {
      const own = paper(blueprint)
      const arrivals = own.map(({ question }, i) => ({
        question_id: question.id,
        device_id: 'phone',
        at: 2500 * (i + 1),
      }))
      const grade = gradePaper({ items: own, answers: answers(own, 30), arrivals })
      expect(grade.score_withheld?.code).toBe('answered_too_fast')
    }
  })

  it('gradePaper withholds the score of a sample of six questions, even if all are right', () => {
    const sample = paper(mathSample)
    const grade = gradePaper({ items: sample, answers: answers(sample, 6) })
    expect(grade).toMatchObject({ correct: 6, total: 6, score: null, score_withheld: { code: 'sample_too_short' } })
    expect(grade.score_withheld?.text).toMatch(/^Це коротка проба/)
  })

  it('gradePaper withholds a score that is too imprecise to be a number', () => {
    const easy = Array.from({ length: 12 }, (_, i) => ({
      ...items[0]!,
      difficulty: -4,
      question: { ...items[0]!.question, id: `q${i}` },
    }))
    expect(gradePaper({ items: easy, answers: answers(easy as typeof items, 12) }).score_withheld?.code).toBe(
      'too_imprecise',
    )
  })

  it('gradePaper scores a question that was left out like a wrong one, and remarks on their number', () => {
    const isLeftOut = (place: number) => place % 3 === 1
    const given = (isGiven: (place: number) => boolean) =>
      new Map(
        items
          .map(
            (item, place) => [item.question.id, isLeftOut(place) ? wrongFor(item.question) : item.key.right] as const,
          )
          .filter((_, place) => isGiven(place)),
      )
    const { remarks, ...left } = gradePaper({ items, answers: given((place) => !isLeftOut(place)) }).score!
    expect(left).toEqual(gradePaper({ items, answers: given(() => true) }).score)
    expect(remarks?.map(({ code, text }) => [code, /\d+/.exec(text)![0]])).toEqual([['left_out', '10']])
  })

  it('gradePaper takes the blank end of a paper for not reached, up to its last third, and says how long it was', () => {
    const said = (right: number, wrong = 0) => {
      const { theta, se, remarks } = gradePaper({ items, answers: answers(items, right, wrong) }).score!
      return { theta, se, remarks: remarks?.map(({ code, text }) => `${code} ${/\d+/.exec(text)![0]}`) ?? [] }
    }
    const whole = said(22, 8)
    const stopped = said(22)
    expect(stopped.remarks).toEqual(['not_reached 8'])
    // The same as those answers to the first 22 questions alone, and less certain than if all were answered.
    const first = gradePaper({ items: items.slice(0, 22), answers: answers(items, 22) }).score!
    expect([stopped.theta, stopped.se]).toEqual([first.theta, first.se])
    expect(stopped.theta).toBeGreaterThan(whole.theta)
    expect(said(20, 10).remarks).toEqual([])
    expect(said(20).remarks).toEqual(['not_reached 10'])
    expect(said(12).remarks).toEqual(['not_reached 10', 'left_out 8'])
    expect(said(12).theta).toBe(gradePaper({ items: items.slice(0, 20), answers: answers(items, 12, 8) }).score!.theta)
  })

  it('gradePaper scores a blank end with time left below not reached and above wrong, and that of an earlier paper as not reached', () => {
    const made = (generator: number) => items.map((item) => ({ ...item, generator }))
    const scoreOf = (hasTimeRunOut: boolean, generator = generatorVersion, wrong = 0) =>
      gradePaper({ items: made(generator), answers: answers(items, 22, wrong), hasTimeRunOut }).score!
    const [notReached, stopped, wrong] = [scoreOf(true), scoreOf(false), scoreOf(false, generatorVersion, 8)]
    expect(stopped.remarks?.map(({ code, text }) => [code, /\d+/.exec(text)![0]])).toEqual([['stopped', '8']])
    expect(stopped.theta).toBeLessThan(notReached.theta)
    expect(stopped.theta).toBeGreaterThan(wrong.theta)
    expect(scoreOf(false, 12)).toEqual(scoreOf(true, 12))
  })

  it.each([
    ['verbal', verbalTest],
    ['math', mathTest],
    ['logic', logicTest],
  ])(
    'guesses at the unread end of a %s paper lower its score on average, and leaving out a read question never raises it',
    (name, blueprint) => {
      const own = paper(blueprint)
      const rng = createRng(`guesses ${name}`)
      const thetaOf = (given: Map<string, AnswerValue>) => gradePaper({ items: own, answers: given }).score?.theta
      for (const right of [10, 14, 18]) {
        // Of the first 22 the easier ones are right; the last eight were not read.
        const read = answers(own, right, 22 - right)
        const filled = Array.from({ length: 60 }, () => {
          const guessed = new Map(read)
          for (const { question, key } of own.slice(22)) {
            const chance = question.options == null ? 0 : 1 / question.options.length
            guessed.set(question.id, rng.chance(chance) ? key.right : wrongFor(question))
          }
          return thetaOf(guessed)
        }).filter((theta) => theta !== undefined)
        expect(filled.reduce((sum, theta) => sum + theta, 0) / filled.length).toBeLessThan(thetaOf(read)!)
        const guessedRight = new Map(read).set(own[right]!.question.id, own[right]!.key.right)
        const leftOut = new Map(read)
        leftOut.delete(own[right]!.question.id)
        expect(thetaOf(leftOut)).toBe(thetaOf(read))
        expect(thetaOf(guessedRight)!).toBeGreaterThan(thetaOf(leftOut)!)
      }
    },
  )
})
