import { describe, expect, it } from 'vitest'
import type { Item } from '../../item.ts'
import { createRng } from '../../rng.ts'
import { ruleOf } from '../../rule-of.ts'
import { demandsOf } from './analogy-values.ts'
import type { Attribute, Cell } from './cell.ts'
import { saidCell } from './cell-words.ts'
import { analogyLayouts, logicAnalogy } from './figure-analogy.ts'

const items = logicAnalogy.levels.flatMap((level) =>
  Array.from({ length: 60 }, (_, i) => logicAnalogy.generate(createRng(`analogy/${level}/${i}`), level)),
)
const layoutOf = ({ radicals }: Item) => analogyLayouts.find(({ name }) => name === radicals.layout)!
const cellsOf = ({ radicals }: Item) =>
  String(radicals.cells)
    .split(' ')
    .map((cell) => [...cell].map(Number) as unknown as Cell)
const isMirrored = ({ radicals }: Item) => String(radicals.changes).split('+').includes('side')
const turn: Attribute = { name: 'turn', size: 8, order: 'circle' }
const count: Attribute = { name: 'count', size: 9, order: 'line', counted: true }

describe('the values that an analogy demands of its fourth figure', () => {
  it('demandsOf returns one value for a turn by 45°, which has no other reading', () => {
    expect(demandsOf(turn, [0, 1, 6], false)).toEqual([7])
  })

  it('demandsOf returns two values for an arrow from up to down, which may be turned or mirrored', () => {
    expect(demandsOf(turn, [0, 4, 2], false).sort()).toEqual([2, 6])
  })

  it('demandsOf returns two values if «two more» may also be «twice as many»', () => {
    expect(demandsOf(count, [1, 3, 2], false).sort()).toEqual([4, 5])
  })

  it('demandsOf returns no value if a step leads out of the scale', () => {
    expect(demandsOf(count, [1, 4, 7], false)).toEqual([])
  })

  it('demandsOf returns one value for a mirrored figure only if every axis of the page agrees', () => {
    expect(demandsOf(turn, [1, 1, 5], true)).toEqual([5])
    expect(demandsOf(turn, [1, 1, 3], true).sort()).toEqual([3, 7])
  })
})

describe('logic-analogy', () => {
  it('exactly one option of a figure analogy is what every natural reading demands, and it is the key', () => {
    for (const item of items) {
      const layout = layoutOf(item)
      const [a, b, c, d] = cellsOf(item) as [Cell, Cell, Cell, Cell]
      const demanded = layout.attributes.map((attribute, i) =>
        demandsOf(attribute, [a[i]!, b[i]!, c[i]!], isMirrored(item)),
      )
      expect(demanded).toEqual(d.map((value) => [value]))
      const right = item.question.options!.filter(({ figure }) => figure!.alt === saidCell(layout, d))
      expect(right.map(({ id }) => id)).toEqual([item.key.right])
    }
  })

  it('a figure analogy offers no wrong value that copies a change of the second figure or mirrors it in any axis', () => {
    for (const item of items) {
      const layout = layoutOf(item)
      const [a, b, c, d] = cellsOf(item) as [Cell, Cell, Cell, Cell]
      const said = item.question.options!.map(({ figure }) => figure!.alt)
      for (const [i, { size, order }] of layout.attributes.entries()) {
        const wrong = Array.from({ length: size }, (_, value) => value).filter(
          (value) => value !== d[i] && said.includes(saidCell(layout, d.with(i, value) as unknown as Cell)),
        )
        expect(wrong).toHaveLength(1)
        if (a[i] !== b[i]) expect(wrong).not.toContain(b[i])
        if (order === 'circle' && (a[i]! + b[i]!) % 2 === 0) {
          expect(wrong).not.toContain((a[i]! + b[i]! - c[i]! + 2 * size) % size)
        }
      }
    }
  })

  it('a figure analogy offers no wrong dot at the second dot’s place relative to its arrow, or at an end of the arrow', () => {
    const ofDots = items.filter(({ radicals }) => radicals.layout === 'layers')
    expect(ofDots.length).toBeGreaterThan(60)
    for (const item of ofDots) {
      const layout = layoutOf(item)
      const [a, b, c, d] = cellsOf(item) as [Cell, Cell, Cell, Cell]
      const [arrow, dot] = ['turn', 'place'].map((name) => layout.attributes.findIndex((each) => each.name === name))
      const said = item.question.options!.map(({ figure }) => figure!.alt)
      const isOffered = (place: number) => said.includes(saidCell(layout, d.with(dot!, place) as unknown as Cell))
      const ahead = (b[dot!]! - a[arrow!]! + 8) % 8
      const besides = [(d[arrow!]! + b[dot!]! - b[arrow!]! + 8) % 8]
      if (ahead === 0 || ahead === 4) besides.push((c[arrow!]! + ahead) % 8)
      expect(besides.filter((place) => place !== d[dot!] && isOffered(place))).toEqual([])
    }
  })

  it('a figure analogy changes what its rule names and nothing else, and its four figures differ', () => {
    for (const item of items) {
      const cells = cellsOf(item)
      const [a, b, c, d] = cells as [Cell, Cell, Cell, Cell]
      const changed = layoutOf(item).attributes.filter((_, i) => a[i] !== b[i])
      expect(changed.map(({ name }) => name).toSorted()).toEqual(ruleOf(item).split('+'))
      for (const [i] of a.entries()) expect(a[i] === b[i]).toBe(c[i] === d[i])
      expect(new Set(cells.map((cell) => cell.join())).size).toBe(4)
    }
  })

  it('figure analogies have 19 rules in exams, and nine of them never occur in trainings', () => {
    const rulesIn = (partition: 'exam' | 'training') => {
      const rng = createRng(`rules in ${partition}`)
      const drawn = logicAnalogy.levels.flatMap((level) =>
        Array.from({ length: 120 }, () => ruleOf(logicAnalogy.generate(rng, level, partition))),
      )
      return new Set(drawn)
    }
    const [ofExams, ofTrainings] = [rulesIn('exam'), rulesIn('training')]
    expect(ofExams.size).toBe(19)
    expect(ofExams.size - ofTrainings.size).toBe(9)
    expect([...ofTrainings].filter((rule) => !ofExams.has(rule))).toEqual([])
  })
})
