import { describe, expect, it } from 'vitest'
import { figureFills, figurePatterns } from '#contract/figure-paint.ts'
import type { Item } from '../../item.ts'
import { createRng } from '../../rng.ts'
import { demandsOf as demandsOfAttribute, type Triple } from './attribute-rules.ts'
import { type Cell, layouts } from './cell.ts'
import { saidCell } from './cell-words.ts'
import { saidStrokes } from './draw-strokes.ts'
import { logicMatrix } from './figure-matrix.ts'
import { logicOverlay } from './overlay-matrix.ts'
import { demandsOf as demandsOfOverlay, overlayRules, type Row } from './overlay-rules.ts'

const altOfKey = ({ question, key }: Item) => question.options!.find(({ id }) => id === key.right)!.figure!.alt

describe('the proof of a figure matrix', () => {
  const count = layouts[0]!.attributes[0]

  it('demandsOf finds all three values if a distribution, a progression and a sum disagree', () => {
    expect(
      demandsOfAttribute(
        [
          [0, 1, 2],
          [0, 1, 2],
          [1, 2],
        ],
        count,
      ).sort(),
    ).toEqual([0, 3, 4])
  })

  it('demandsOf finds a rule that holds only along the columns', () => {
    expect(
      demandsOfAttribute(
        [
          [3, 0, 5],
          [3, 0, 5],
          [3, 0],
        ],
        count,
      ),
    ).toEqual([5])
  })
})

describe('logic-matrix', () => {
  const items = logicMatrix.levels.flatMap((level) =>
    Array.from({ length: 25 }, (_, i) => logicMatrix.generate(createRng(`matrix/${level}/${i}`), level)),
  )

  it('exactly one option of a figure matrix is what its rules demand, and it is the key', () => {
    for (const item of items) {
      const layout = layouts.find(({ name }) => name === item.radicals.layout)!
      const cells = (item.radicals.cells as string).split(' ').map((cell) => [...cell].map(Number))
      const demanded = layout.attributes.map((attribute, i) => {
        const values = cells.map((cell) => cell[i] as number)
        const rows = [values.slice(0, 3), values.slice(3, 6)] as unknown as [Triple, Triple]
        return demandsOfAttribute([...rows, [values[6]!, values[7]!]], attribute)
      })
      for (const values of demanded) expect(values).toHaveLength(1)
      const alt = saidCell(layout, demanded.flat() as unknown as Cell)
      expect(item.question.options!.filter(({ figure }) => figure!.alt === alt)).toHaveLength(1)
      expect(altOfKey(item)).toBe(alt)
    }
  })

  it('a figure matrix shows eight options, and four of them have the fill of the first', () => {
    for (const { question } of items) {
      expect(question.options).toHaveLength(8)
      const fills = question.options!.map(({ figure }) =>
        figure!.shapes.map((shape) => 'fill' in shape && shape.fill).at(0),
      )
      expect(fills.filter((fill) => fill === fills[0])).toHaveLength(4)
    }
  })

  it('a figure matrix paints every shape with a pattern, and names the fill that pages of earlier releases know', () => {
    const painted = items.flatMap(({ question }) =>
      question.options!.flatMap(({ figure }) => figure!.shapes.flatMap((shape) => ('fill' in shape ? [shape] : []))),
    )
    expect(new Set(painted.map(({ pattern }) => pattern))).toEqual(new Set(figurePatterns))
    const fallbacks = painted.map(({ pattern }) => figureFills[figurePatterns.indexOf(pattern!)])
    expect(fallbacks).toEqual(painted.map(({ fill }) => fill))
  })

  it('the question of a figure matrix has a question mark in place of the answer, and the explanation’s figure has the answer', () => {
    for (const item of items) {
      expect(item.question.figure!.alt).toContain('знак питання')
      expect(item.key.explanation_figure!.alt).not.toContain('знак питання')
      expect(item.key.explanation_figure!.alt.endsWith(`; ${altOfKey(item)}.`)).toBe(true)
    }
  })

  it('the wrong value of an attribute is in the figure matrix too, if the right value and another one are', () => {
    for (const item of items) {
      const layout = layouts.find(({ name }) => name === item.radicals.layout)!
      const cells = String(item.radicals.cells)
        .split(' ')
        .map((cell) => [...cell].map(Number))
      const said = item.question.options!.map(({ figure }) => figure!.alt)
      for (const place of [0, 1, 2] as const) {
        const shown = cells.slice(0, 8).map((cell) => cell[place]!)
        const right = cells[8]![place]!
        const others = Array.from({ length: layout.attributes[place].size }, (_, value) => value).filter(
          (value) =>
            value !== right && said.includes(saidCell(layout, cells[8]!.with(place, value) as unknown as Cell)),
        )
        expect(others).toHaveLength(1)
        const seen = new Set(shown)
        if (seen.has(right) && seen.size > 1) expect(seen.has(others[0]!)).toBe(true)
      }
      const constants = [0, 1, 2].filter((place) => new Set(cells.map((cell) => cell[place])).size === 1)
      expect(constants.length).toBeLessThan(2)
    }
  })

  it('a figure matrix draws no dotted star in a group, because it would have room for one dot', () => {
    for (const { question } of items) {
      for (const { figure } of question.options!)
        expect(figure!.alt).not.toMatch(/^(дв|три|чоти|п’ят|шіс|сім|віс|дев|одна).*крапчас.*зір/)
    }
  })

  it('a figure matrix of three rules has an arrow and a dot, which move by different steps if both move', () => {
    const rng = createRng('layers')
    const layered = Array.from({ length: 60 }, () => logicMatrix.generate(rng, -0.25))
    for (const { radicals } of layered) {
      expect(radicals.layout).toBe('layers')
      const [first, second] = String(radicals.cells)
        .split(' ')
        .map((cell) => [...cell].map(Number))
      const steps = [0, 1].map((place) => (second![place]! - first![place]! + 8) % 8)
      const areBothMotions = String(radicals.rules).startsWith('turn:progression place:progression')
      if (areBothMotions) expect(steps[0]).not.toBe(steps[1])
    }
  })

  it('figure matrices use five rules: constant, difference, distribution, progression and sum', () => {
    const rules = new Set(
      items.flatMap(({ radicals }) => (radicals.rules as string).split(' ').map((rule) => rule.split(':')[1])),
    )
    expect([...rules].sort()).toEqual(['constant', 'difference', 'distribution', 'progression', 'sum'])
  })
})

describe('logic-overlay', () => {
  const items = logicOverlay.levels.flatMap((level) =>
    Array.from({ length: 60 }, (_, i) => logicOverlay.generate(createRng(`overlay/${level}/${i}`), level)),
  )

  it('an overlay has one answer under all sixteen stroke-by-stroke rules, and it is the key', () => {
    for (const item of items) {
      const cells = (item.radicals.cells as string).split(' ').map(Number)
      const rows = [cells.slice(0, 3), cells.slice(3, 6)] as unknown as [Row, Row]
      const demands = demandsOfOverlay(rows, [cells[6]!, cells[7]!])
      expect(demands.map(saidStrokes)).toEqual([altOfKey(item)])
    }
  })

  it('demandsOf finds several answers to an overlay whose rows fit two rules', () => {
    const apart: [Row, Row] = [
      [0b0011, 0b1100, 0b1111],
      [0b0101, 0b1010, 0b1111],
    ]
    expect(demandsOfOverlay(apart, [0b0011, 0b0110]).length).toBeGreaterThan(1)
  })

  it('the eight options of an overlay differ in three strokes, four have each of them, and the key has no telling number', () => {
    const ranks = [0, 0, 0, 0]
    for (const { question, key } of items) {
      const strokes = question.options!.map(({ figure }) => figure!.alt.split(', '))
      const shared = new Set(
        strokes.flat().filter((stroke, _, all) => all.filter((each) => each === stroke).length < 8),
      )
      expect(shared.size).toBe(3)
      for (const stroke of shared) expect(strokes.filter((own) => own.includes(stroke))).toHaveLength(4)
      const right = question.options!.findIndex(({ id }) => id === key.right)
      ranks[strokes[right]!.filter((stroke) => shared.has(stroke)).length]! += 1 / items.length
    }
    expect(Math.max(ranks[0]!, ranks[3]!)).toBeLessThan(0.2)
    expect(Math.min(ranks[1]!, ranks[2]!)).toBeGreaterThan(0.3)
  })

  it('an overlay by «or» offers another part of the union as a wrong option, and one by «and» another figure around the intersection', () => {
    for (const { question, key, radicals } of items) {
      const sets = String(radicals.cells).split(' ').map(Number)
      const [a, b] = (radicals.along === 'columns' ? [sets[2], sets[5]] : [sets[6], sets[7]]) as [number, number]
      const others = question.options!.filter(({ id }) => id !== key.right).map(({ figure }) => figure!.alt.split(', '))
      const [union, both] = [saidStrokes(a | b).split(', '), saidStrokes(a & b).split(', ')]
      const isNear = {
        or: (own: string[]) => own.every((stroke) => union.includes(stroke)),
        and: (own: string[]) => both.every((stroke) => own.includes(stroke)),
      }[String(radicals.rule)]
      if (isNear) expect(others.filter(isNear).length).toBeGreaterThan(0)
    }
  })

  it('overlays have more than one rule at each level, and go along rows and along columns', () => {
    for (const level of logicOverlay.levels) {
      const kinds = items.filter(({ difficulty }) => difficulty === level).map(({ subject }) => subject)
      expect([level, new Set(kinds)]).toEqual([level, logicOverlay.subjects!(level)])
      expect(new Set(kinds).size).toBeGreaterThan(1)
    }
    expect(new Set(items.map(({ radicals }) => radicals.along))).toEqual(new Set(['rows', 'columns']))
  })

  it('overlays use every rule of their grammar', () => {
    expect(new Set(items.map(({ radicals }) => radicals.rule))).toEqual(new Set(overlayRules.map(({ name }) => name)))
  })
})
