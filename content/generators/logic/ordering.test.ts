import { describe, expect, it } from 'vitest'
import type { Item } from '../../item.ts'
import { createRng, type Rng } from '../../rng.ts'
import { ruleOf } from '../../rule-of.ts'
import { logicOrdering } from './ordering.ts'
import { people } from './people.ts'

/** Reads the printed clues without any knowledge of how they were made, and tries every order. */
function solve(prompt: string, names: string[]): Set<string> {
  const lines = prompt.split('\n')
  const clues = lines.slice(1, lines.indexOf(''))
  const question = lines.at(-1)!
  const found = new Set<string>()
  for (const order of ordersOf(names)) {
    if (clues.every((clue) => fits(clue, order))) found.add(order[placeAsked(question, names.length)]!)
  }
  return found
}

function fits(clue: string, order: string[]): boolean {
  const place = (word: string) => order.findIndex((name) => formsOf(name).includes(word))
  const named = clue
    .match(/[А-ЯІЇЄҐ][а-яіїєґ’]+/g)!
    .filter((word) => people.some(({ name }) => formsOf(name).includes(word)))
  const [one, other, third] = named.map(place) as [number, number, number]
  if (clue.includes(' або ')) {
    expect(clue).toMatch(/^((Найвища|Найстарша) серед них людина — або|Перегони виграв хтось із двох:) /)
    return one === 0 || other === 0
  }
  if (clue.includes(' десь між ')) return Math.min(other, third) < one && one < Math.max(other, third)
  if (/між \S+ (і|та) \S+ (нікого немає|ніхто не прибіг)/i.test(clue)) return Math.abs(one - other) === 1
  if (clue.includes(' не най') || clue.includes(' не прибі')) {
    const top = /не (найвищ|найстарш|прибіг(ла)? перш)/.test(clue)
    return top ? one !== 0 : one !== order.length - 1
  }
  if (clue.includes('рівно')) return Math.abs(one - other) === (clue.includes('одна людина') ? 2 : 3)
  const above = /вищ|старш|раніше/.test(clue)
  return (above ? one < other : one > other) && (!clue.includes('нікого') || Math.abs(one - other) === 1)
}

function formsOf(name: string): string[] {
  const { than, between } = people.find((person) => person.name === name)!
  return [name, than, between]
}

function placeAsked(question: string, count: number): number {
  const ordinals = ['перше', 'друге', 'третє', 'четверте', 'п’яте']
  const at = ordinals.findIndex((word) => question.includes(`${word} місце`))
  if (at >= 0) return at
  return /найвищий на|найстарший за|першим/.test(question) ? 0 : count - 1
}

function ordersOf(names: string[]): string[][] {
  if (names.length < 2) return [names]
  return names.flatMap((name) => ordersOf(names.filter((each) => each !== name)).map((rest) => [name, ...rest]))
}

/** Generates an item by the rules of trainings or, if `isOfExams`, by an exam-only clue. */
const generate = (rng: Rng, level: number, isOfExams: boolean) =>
  logicOrdering.generate(rng, level, 'exam', undefined, () => isOfExams)

describe('logic-ordering', () => {
  const items = logicOrdering.levels.flatMap((level) =>
    [false, true].flatMap((isOfExams) =>
      Array.from({ length: 25 }, (_, i) => generate(createRng(`ordering/${level}/${i}`), level, isOfExams)),
    ),
  )

  it('only exam-only items of orders have special clues, which name their rules: either, middle and neighbours', () => {
    const rulesOf = (isOfExams: boolean) => new Set(items.filter((item) => item.isOfExams === isOfExams).map(ruleOf))
    expect([...rulesOf(true)].toSorted()).toEqual(['either', 'middle', 'neighbours'])
    expect([...rulesOf(false)].filter((rule) => !/^[456]\/(one order|several orders)$/.test(rule))).toEqual([])
    const special = / або | десь між |між \S+ (і|та) \S+ ні(кого немає|хто не прибіг)/i
    for (const { isOfExams, question } of items) expect(special.test(question.prompt)).toBe(isOfExams)
  })

  it.each<[string, number, RegExp, chance: number]>([
    ['in the middle', 0.5, /([А-ЯІЇЄҐ][а-яіїєґ]+)(?: прибіг(?:ла)?)? десь між/g, 0.2],
    ['named for the top', 1, /(?:або|двох:) ([А-ЯІЇЄҐ][а-яіїєґ]+)/g, 0.4],
  ])('an order item asks for the person %s as often as chance would @full', (_who, level, named, chance) => {
    const drawn = Array.from({ length: 400 }, (_, i) => generate(createRng(`spoken/${level}/${i}`), level, true))
    const isNamed = ({ question, key }: Item) => {
      const right = question.options!.find(({ id }) => id === key.right)!.text!
      return [...question.prompt.matchAll(named)].some(([, name]) => name === right)
    }
    const share = drawn.filter(isNamed).length / drawn.length
    // By chance alone two of five were in the middle, and one of seven was named for the top.
    expect(Math.abs(share - chance)).toBeLessThan(0.09)
  })

  it('every order that fits the printed clues has the key in the asked place', () => {
    for (const { question, key } of items) {
      const names = question.options!.map(({ text }) => text!)
      const right = question.options!.find(({ id }) => id === key.right)!.text!
      expect([...solve(question.prompt, names)]).toEqual([right])
    }
  })

  it('a guess at the person whom the clues name most or least beats chance by under 10 points at every level @full', () => {
    const rng = createRng('named')
    for (const level of logicOrdering.levels) {
      const gains = { most: 0, least: 0 }
      const drawn = Array.from({ length: 300 }, () => logicOrdering.generate(rng, level))
      for (const { question, key } of drawn) {
        const clues = question.prompt
          .split('\n')
          .slice(1, -2)
          .join(' ')
          .match(/[А-ЯІЇЄҐ][а-яіїєґ’]+/g)!
        const options = question.options!.map(({ id, text }) => ({
          isRight: id === key.right,
          times: clues.filter((word) => formsOf(text!).includes(word)).length,
        }))
        const times = options.map((each) => each.times)
        for (const [name, picked] of [
          ['most', Math.max(...times)],
          ['least', Math.min(...times)],
        ] as const) {
          const left = options.filter((each) => each.times === picked)
          gains[name] += (Number(left.some(({ isRight }) => isRight)) / left.length - 1 / options.length) / drawn.length
        }
      }
      // The bound is the five points that a count may gain, plus two standard errors of this sample.
      expect([level, Math.max(gains.most, gains.least) < 0.095]).toEqual([level, true])
    }
  })

  it('an order item needs every clue: without any one of them the answer is open', () => {
    for (const { question } of items.filter((_, i) => i % 5 === 0)) {
      const names = question.options!.map(({ text }) => text!)
      const lines = question.prompt.split('\n')
      for (let i = 1; i < lines.indexOf(''); i++) {
        expect(solve(lines.toSpliced(i, 1).join('\n'), names).size).toBeGreaterThan(1)
      }
    }
  })
})
