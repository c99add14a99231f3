import { describe, expect, it } from 'vitest'
import { assembleExam } from '#content/assemble-exam.ts'
import { mathTest, verbalTest } from '#content/blueprints.ts'
import type { Item } from '#content/item.ts'
import { asksTwice, measureRepeats } from '../benches/items/repeats.ts'
import { secondAnswersOf } from '../benches/items/second-answers.ts'
import { guessingOf } from '#content/score/guessing.ts'
import { generatorVersion } from '#content/generator-version.ts'
import { generatorOf } from '#content/generators/item-generators.ts'
import { createRng } from '#content/rng.ts'
import { alikeAssociates } from '../benches/score/blind.ts'
import { measureStock } from '../benches/items/stock.ts'

const verbal = [...assembleExam({ blueprint: verbalTest, seed: 'report', partition: 'exam' })]
const math = [...assembleExam({ blueprint: mathTest, seed: 'report', partition: 'exam' })]
const firstOf = (items: readonly Item[], family: string) => items.find((item) => item.family === family)!

/** A few items and papers in place of the thousands of `npm run items:report`. */
describe('the questions on sale', () => {
  it('questions on sale have no second answer by the wider grammars or by the readers’ judgements of words', () => {
    const stock = measureStock(150)
    expect(stock.filter(({ secondAnswers }) => secondAnswers !== undefined)).toHaveLength(4)
    expect(stock.filter(({ secondAnswers }) => (secondAnswers ?? 0) > 0)).toEqual([])
    for (const { family, distinct } of stock) expect([family, distinct > 75]).toEqual([family, true])
  })

  it('a guess by the look of a word analogy’s options exceeds the guessing parameter by 2 points at most, at every level', () => {
    const { levels, generate } = generatorOf('verbal-analogy')
    const beyond = levels.flatMap((level) => {
      const rng = createRng(`associates/${level}`)
      const items = Array.from({ length: 300 }, () => generate(rng, level))
      const reached = items.map((item) => {
        const marks = alikeAssociates(item)
        const best = marks.filter((mark) => mark === Math.max(...marks)).length
        const own = marks[item.question.options!.findIndex(({ id }) => id === item.key.right)]!
        return own === Math.max(...marks) ? 1 / best : 0
      })
      const share = reached.reduce((sum, each) => sum + each, 0) / items.length
      const c = guessingOf({ ...items[0]!, generator: generatorVersion })
      return share > c + 0.02 ? [{ level, share, c }] : []
    })
    expect(beyond).toEqual([])
  })

  it('questions come once in an exam, at most 5 % again in the next one, and at most 2 % after ten trainings with their answer @full', () => {
    for (const { withPairTwice, secondExamAsks, secondExamWords, seenInTrainings } of measureRepeats(6)) {
      expect(withPairTwice).toBe(0)
      expect(secondExamAsks).toBeLessThanOrEqual(5)
      expect(secondExamWords).toBeLessThanOrEqual(10)
      expect(seenInTrainings).toBeLessThanOrEqual(2)
    }
  })
})

describe('the report', () => {
  it('the report finds a second rule of a table, and a series that continues in two ways', () => {
    const table = firstOf(math, 'math-table')
    const alt = 'Таблиця три на три. Перший рядок: 8, 5, 40. Другий рядок: 6, 5, 30. Третій рядок: 3, 6, знак питання.'
    const twoRules = { ...table, question: { ...table.question, figure: { ...table.question.figure!, alt } } }
    expect(secondAnswersOf({ ...twoRules, key: { ...table.key, right: '18' } })).toContain('15')
    const series = firstOf(math, 'math-series')
    const prompt = 'Яке число має бути наступним у ряді?\n\n1, 2, 4, 8, 16, ?'
    const bare = { ...series, question: { ...series.question, options: undefined, prompt } }
    expect(secondAnswersOf({ ...bare, key: { ...series.key, right: '31' } })).toContain('32')
  })

  it('the report finds words that answer as well, and another odd word', () => {
    const analogy = firstOf(verbal, 'verbal-analogy')
    const options = ['мукає', 'рохкає', 'реве', 'гавкає'].map((text, i) => ({ id: `${i}`, text }))
    const prompt = 'Яке слово?\n\nлев — ричить\nкорова — ?'
    const twoVoices = {
      ...analogy,
      radicals: { ...analogy.radicals, relation: 'voice' },
      question: { ...analogy.question, options, prompt },
      key: { ...analogy.key, right: '0' },
    }
    // No exam offers a dog's voice: nobody has judged it.
    expect(secondAnswersOf(twoVoices)).toEqual(['реве', 'гавкає'])
    // An apology helps against an offence, and an offence also leads to it, as rain leads to a puddle.
    const rain = ['помилка', 'свербіж', 'калюжа', 'сітка', 'парасоля'].map((text, i) => ({ id: `${i}`, text }))
    const apology = {
      ...twoVoices,
      radicals: { ...analogy.radicals, relation: 'remedy' },
      question: { ...analogy.question, options: rain, prompt: 'Яке слово?\n\nобраза — вибачення\nдощ — ?' },
      key: { ...analogy.key, right: '4' },
    }
    expect(secondAnswersOf(apology)).toEqual(['калюжа'])
    const odd = firstOf(verbal, 'verbal-odd-one-out')
    const words = ['туба', 'скрипка', 'бандура', 'арфа', 'кобза'].map((text, i) => ({ id: `${i}`, text }))
    const question = { ...odd.question, options: words }
    expect(secondAnswersOf({ ...odd, question, key: { ...odd.key, right: '0' } })).toEqual([])
    expect(secondAnswersOf({ ...odd, question, key: { ...odd.key, right: '1' } })).toEqual(['туба', 'not скрипка'])
  })

  it('the report sees a pair that a paper prints twice', () => {
    expect(asksTwice(verbal)).toBe(false)
    expect(asksTwice([...verbal, firstOf(verbal, 'verbal-analogy')])).toBe(true)
  })
})
