import { describe, expect, it } from 'vitest'
import { type Cell, type Layout, layouts } from '../generators/logic/cell.ts'
import { saidCell } from '../generators/logic/cell-words.ts'
import { analogyLayouts } from '../generators/logic/figure-analogy.ts'
import { stories } from '../generators/logic/ordering-stories.ts'
import { attributeWords } from '../generators/logic/rule-words.ts'
import { saidStrokes } from '../generators/logic/draw-strokes.ts'
import { itemGenerators } from '../generators/item-generators.ts'
import type { Item } from '../item.ts'
import { createRng } from '../rng.ts'
import { ruleOf } from '../rule-of.ts'
import { explainItem } from './explain-item.ts'
import { keptRules } from './explain-matrix.ts'

const of = (family: string, each = 12): Item[] => {
  const generator = itemGenerators.find((known) => known.family === family)!
  return generator.levels.flatMap((level) =>
    Array.from({ length: each }, (_, i) => generator.generate(createRng(`explained/${family}/${level}/${i}`), level)),
  )
}
const rightOf = ({ question, key }: Item) => question.options?.find(({ id }) => id === key.right)
const linesOf = (text: string) => text.split('\n')
const linesOfStrokes = (set: number) => saidStrokes(set).split(', ')

/** Whether the figure with these words has the value, whatever its other attributes are. */
function saysValue(words: string, layout: Layout, place: number, value: number): boolean {
  const sizes = layout.attributes.map(({ size }, i) =>
    i === place ? [value] : Array.from({ length: size }, (_, v) => v),
  )
  return sizes[0]!.some((x) => sizes[1]!.some((y) => sizes[2]!.some((z) => saidCell(layout, [x, y, z]) === words)))
}

describe('an explanation drawn from the rule', () => {
  const matrices = of('logic-matrix')
  const overlays = of('logic-overlay')
  const orderings = of('logic-ordering')
  const tables = of('math-table')
  const analogies = of('logic-analogy')
  const squares = of('logic-latin')
  const letters = of('math-letters')

  it('the explanation’s figure frames the answer and says so in words, in seven families', () => {
    for (const item of [...matrices, ...overlays, ...orderings, ...tables, ...analogies, ...squares, ...letters]) {
      const { explanation_figure: figure } = explainItem(item)
      expect(figure, item.question.prompt).not.toBeNull()
      const frames = figure!.shapes.filter((shape) => shape.shape === 'rect' && shape.pattern === 'empty')
      // Two rectangles are one thick frame; each of several orders has one. Squares of a matrix may be empty, too.
      expect(frames.length).toBeGreaterThanOrEqual(2)
      expect(figure!.alt).toMatch(
        /Остання клітинка — відповідь\.$|Місце, про яке запитано: \d\.|Запитано клітинку: рядок \d, стовпець \d\.$/,
      )
      expect(figure!.alt).not.toContain('знак питання')
      for (const shape of figure!.shapes) {
        if (shape.shape !== 'text') continue
        expect(shape.x).toBeGreaterThan(0)
        expect(shape.x).toBeLessThan(figure!.width)
        expect(shape.y).toBeLessThan(figure!.height)
      }
    }
  })

  it('the explanation of a matrix says and draws each changing rule alone, and then names the right answer', () => {
    for (const item of matrices) {
      const rules = String(item.radicals.rules).split(' ')
      const changing = rules.filter((rule) => !rule.endsWith(':constant'))
      const { explanation, explanation_steps: steps } = explainItem(item)
      expect(steps!.filter(({ figure }) => figure != null)).toHaveLength(changing.length)
      expect(steps!.map(({ text }) => text)).toEqual(linesOf(explanation))
      expect(linesOf(explanation)).toHaveLength(changing.length + 2)
      expect(explanation).not.toMatch(/[бвгджзйклмнпрстфхцчшщ] (?:в кожному|всюди)|[аеєиіїоуюя] (?:у кожному|усюди)/)
      expect(linesOf(explanation).at(-2)).toContain(`правильна відповідь: ${rightOf(item)!.figure!.alt}.`)
      for (const { text, figure } of steps!.slice(0, -2)) {
        expect(text).toMatch(/У третьому рядку/)
        expect(figure!.alt).toMatch(/^(Третій рядок|Три рядки), лише /)
      }
    }
  })

  it('the explanation of a figure analogy draws each change alone, and names every wrong attribute of a wrong option', () => {
    for (const item of analogies) {
      const layout = analogyLayouts.find(({ name }) => name === item.radicals.layout)!
      const changes = String(item.radicals.changes).split('+')
      const { explanation_steps: steps } = explainItem(item)
      expect(steps!.filter(({ figure }) => figure != null)).toHaveLength(changes.length)
      expect(steps!.at(-1)!.text).toMatch(new RegExp(`правильна відповідь: ${rightOf(item)!.figure!.alt}\\.$`))
      for (const { id, figure } of item.question.options!) {
        const last = explainItem(item, id).explanation.split('\n').at(-1)!
        if (id === item.key.right) {
          expect(last).not.toContain('хибне')
          continue
        }
        const wrong = last.match(/^В обраній фігурі хибне: (.*)\.$/)![1]!.split('; ')
        const named = layout.attributes.filter(({ name }) =>
          wrong.some((each) => each.startsWith(`${attributeWords[name].toLowerCase()} — `)),
        )
        expect(named).toHaveLength(wrong.length)
        const differing = ([...String(item.radicals.cells).split(' ').at(-1)!].map(Number) as unknown as Cell).filter(
          (value, i) => !saysValue(figure!.alt, layout, i, value),
        )
        expect(wrong).toHaveLength(differing.length)
      }
    }
  })

  it('the explanation of a Latin square fills the cells that lead to the answer, and gives a reason for each', () => {
    for (const item of squares) {
      const { explanation, explanation_figure: figure } = explainItem(item)
      const between = { 'cross-after-one': 1, 'place-after-one': 1, 'cross-after-two': 2 }[ruleOf(item)] ?? 0
      const lines = explanation.split('\n')
      expect(lines).toHaveLength(between + 2)
      for (const line of lines.slice(0, -1)) expect(line).toMatch(/^[А-Я’а-яїієґ]+ рядок, [а-яїієґ’]+ стовпець: у /)
      const empty = (alt: string) => alt.match(/порожньо/g)?.length ?? 0
      expect(empty(item.question.figure!.alt) - empty(figure!.alt)).toBe(between)
      expect(lines.at(-2)).toContain(rightOf(item)!.figure!.alt)
    }
  })

  it('the explanation of a letter series draws each track in its own row, with the answer last', () => {
    for (const item of letters) {
      const { explanation_figure: figure } = explainItem(item)
      const drawn = figure!.shapes.filter((shape) => shape.shape === 'text')
      expect(drawn.map(({ text }) => text)).toEqual([...String(item.radicals.terms).split(' '), rightOf(item)!.text])
      expect(new Set(drawn.map(({ y }) => y)).size).toBe(String(item.radicals.tracks).split(' ').length)
    }
  })

  it('the sums and turns that a matrix’s explanation names are true of its cells', () => {
    const sums = matrices.map((item) => explainItem(item).explanation.match(/(\d) ([+−]) (\d) = (\d)\./))
    const found = sums.filter((match) => match !== null)
    expect(found.length).toBeGreaterThan(20)
    for (const [, a, sign, b, c] of found) {
      expect(Number(a) + (sign === '+' ? 1 : -1) * Number(b)).toBe(Number(c))
    }
    const turns = matrices.filter(({ radicals }) => String(radicals.rules).includes('turn:progression'))
    expect(turns.length).toBeGreaterThan(5)
    for (const item of turns) {
      const [, degrees, way] = explainItem(item).explanation.match(/повертається на (\d+)° (за|проти)/)!
      const [before, last] = String(item.radicals.cells)
        .split(' ')
        .slice(7)
        .map((cell) => Number(cell[0]))
      expect((before! + (Number(degrees) / 45) * (way === 'за' ? 1 : -1) + 8) % 8).toBe(last)
    }
  })

  it('the explanation of a matrix names, for each of three attributes, the one wrong value among its options', () => {
    for (const item of matrices) {
      const layout = layouts.find(({ name }) => name === item.radicals.layout)!
      const [, told] = explainItem(item).explanation.match(/Хибні варіанти: (.*)\.$/)!
      const wrong = told!.split('; ').map((each) => each.match(/— (.*?) \((.*)\)$/)!.slice(1) as [string, string])
      expect(wrong).toHaveLength(3)
      const right = [...String(item.radicals.cells).split(' ').at(-1)!].map(Number)
      for (const [place, [value, why]] of wrong.entries()) {
        const words = Array.from({ length: layout.attributes[place]!.size }, (_, other) => right.with(place, other))
        const offered = words.filter((cell) => {
          const alt = saidCell(layout, cell as unknown as Cell)
          return alt !== rightOf(item)!.figure!.alt && item.question.options!.some(({ figure }) => figure!.alt === alt)
        })
        expect(offered).toHaveLength(1)
        if (/^\d$/.test(value)) expect(Number(value)).toBe(offered[0]![place]! + 1)
        const row = String(item.radicals.cells)
          .split(' ')
          .slice(6, 8)
          .map((cell) => Number(cell[place]))
        if (why === 'у цьому рядку вже є') expect(row).toContain(offered[0]![place])
      }
    }
  })

  it('the explanation of a wrong answer to a matrix names the wrong and the right attributes of its figure', () => {
    for (const item of matrices) {
      const layout = layouts.find(({ name }) => name === item.radicals.layout)!
      const right = [...String(item.radicals.cells).split(' ').at(-1)!].map(Number)
      for (const { id, figure } of item.question.options!) {
        const last = linesOf(explainItem(item, id).explanation).at(-1)!
        if (id === item.key.right) {
          expect(last).toMatch(/^Хибні варіанти: /)
          continue
        }
        const [, wrong, kept] = last.match(/^В обраній фігурі хибне: (.*?)\.(?: Решта в ній правильна: (.*)\.)?$/)!
        const names = [...wrong!.split('; ').map((each) => each.split(' — ')[0]!), ...(kept?.split(', ') ?? [])]
        expect(names.toSorted()).toEqual(
          layout.attributes.map(({ name }) => attributeWords[name].toLowerCase()).toSorted(),
        )
        // Some cell has the kept values, and other values where the figure is wrong.
        const isKept = layout.attributes.map(({ name }) =>
          kept?.split(', ').includes(attributeWords[name].toLowerCase()),
        )
        const values = layout.attributes.map(({ size: all }, place) =>
          isKept[place]
            ? [right[place]!]
            : Array.from({ length: all }, (_, value) => value).filter((v) => v !== right[place]),
        )
        const cells = values[0]!.flatMap((x) => values[1]!.flatMap((y) => values[2]!.map((z): Cell => [x, y, z])))
        expect(cells.map((cell) => saidCell(layout, cell))).toContain(figure!.alt)
      }
    }
  })

  it('keptRules lists which changing rules of a matrix each option keeps: the right one all, all options together a half', () => {
    for (const item of matrices) {
      const changing = String(item.radicals.rules)
        .split(' ')
        .map((rule) => rule.split(':')[1])
        .filter((rule) => rule !== 'constant')
      const kept = item.question.options!.map(({ figure }) => keptRules(item, figure!.alt))
      for (const rules of kept) expect(rules.map(({ rule }) => rule)).toEqual(changing)
      const right = item.question.options!.findIndex(({ id }) => id === item.key.right)
      expect(kept[right]!.every(({ isKept }) => isKept)).toBe(true)
      // A blind choice keeps each rule in every second option.
      const all = kept.flat()
      expect(all.filter(({ isKept }) => isKept)).toHaveLength(all.length / 2)
    }
    expect(keptRules(matrices[0]!, 'щось інше')).toEqual([])
  })

  it('the explanation of a wrong answer to an overlay names exactly its wrong lines', () => {
    for (const item of overlays) {
      const right = linesOfStrokes(Number(String(item.radicals.cells).split(' ')[8]))
      for (const { id, figure } of item.question.options!) {
        if (id === item.key.right) continue
        const own = figure!.alt.split(', ')
        const differ = [...own.filter((line) => !right.includes(line)), ...right.filter((line) => !own.includes(line))]
        const last = linesOf(explainItem(item, id).explanation).at(-1)!
        const [, wrong] = last.match(/^В обраній фігурі хибне: (.*)\.$/)!
        const named = wrong!.split('; ').flatMap((each) => each.split(' — ')[0]!.split(', '))
        expect(named.toSorted()).toEqual(differ.toSorted())
        for (const each of wrong!.split('; ')) {
          const isSpare = own.includes(each.split(' — ')[0]!.split(', ')[0]!)
          expect(each).toMatch(isSpare ? /тож (зника|не з’явля)/ : /тож (лиша|з’явля)/)
        }
      }
    }
  })

  it('the explanation of an overlay compares the third row line by line, and names the three lines that betray wrong options', () => {
    for (const item of overlays) {
      const sets = String(item.radicals.cells).split(' ')
      const places = item.radicals.along === 'columns' ? [2, 5, 8] : [6, 7, 8]
      const [a, b, c] = places.map((place) => linesOfStrokes(Number(sets[place])))
      const steps = explainItem(item).explanation_steps!.map(({ text }) => text)
      const groups = [
        ...steps[1]!.matchAll(/(В обох клітинках|Лише в першій|Лише в другій|У жодній): (.*?) — (лиша|зника)/g),
      ]
      const explainedBy = new Map(groups.map(([, where, lines, fate]) => [where, { lines: lines!.split(', '), fate }]))
      const where = {
        'В обох клітинках': a!.filter((line) => b!.includes(line)),
        'Лише в першій': a!.filter((line) => !b!.includes(line)),
        'Лише в другій': b!.filter((line) => !a!.includes(line)),
      }
      for (const [name, lines] of Object.entries(where)) {
        expect(explainedBy.get(name)?.lines ?? []).toEqual(lines)
        if (lines.length > 0) expect(explainedBy.get(name)!.fate).toBe(c!.includes(lines[0]!) ? 'лиша' : 'зника')
      }
      const spare =
        steps
          .at(-1)!
          .match(/зайв[аі] — (.*?)[;.]/)?.[1]
          ?.split(', ') ?? []
      const missing =
        steps
          .at(-1)!
          .match(/пропущен[аі] — (.*?)[;.]/)?.[1]
          ?.split(', ') ?? []
      expect(spare.length + missing.length).toBe(3)
      expect(spare.filter((line) => c!.includes(line))).toEqual([])
      expect(missing.filter((line) => !c!.includes(line))).toEqual([])
    }
  })

  it('the explanation of an overlay draws vanished lines with dashes, unless its rule is «or»', () => {
    for (const item of overlays) {
      const { explanation, explanation_figure: figure } = explainItem(item)
      const dashed = figure!.shapes.filter((shape) => 'stroke' in shape && shape.stroke === 'dashed')
      expect(dashed.length > 0).toBe(item.radicals.rule !== 'or')
      expect(explanation.includes('штрихами')).toBe(item.radicals.rule !== 'or')
    }
  })

  it('the explanation of an order numbers every clue, and shows the right name at the asked place in up to three possible orders', () => {
    for (const item of orderings) {
      const { explanation, explanation_figure: figure } = explainItem(item)
      const clues = String(item.radicals.clues)
        .match(/[^.]+\./g)!
        .map((clue) => clue.trim())
      const lines = linesOf(explanation)
      expect(lines.slice(0, clues.length + 1)).toEqual(['Умови:', ...clues.map((clue, i) => `${i + 1}. ${clue}`)])
      expect(lines.at(-1)).toBe(item.key.explanation)
      const drawn = figure!.alt.split(`${item.radicals.place} — ${rightOf(item)!.text}`).length - 1
      const expected = item.radicals.models === 1 ? 1 : Math.min(3, Number(item.radicals.models))
      expect(drawn).toBeGreaterThanOrEqual(expected)
    }
  })

  it('the explanation of an order draws an arrow for each clue of who is above whom, and for no other clue', () => {
    for (const item of orderings.filter(({ radicals }) => radicals.models === 1)) {
      const { more, less } = stories.find(({ name }) => name === item.radicals.story)!
      const comparatives = [...Object.values(more), ...Object.values(less)]
      const ofOrder = String(item.radicals.clues)
        .match(/[^.]+\./g)!
        .filter((clue) => comparatives.some((word) => clue.includes(` ${word} за `)))
      const heads = explainItem(item).explanation_figure!.shapes.filter(
        (shape) => shape.shape === 'polygon' && shape.fill === 'ink',
      )
      expect(heads, String(item.radicals.clues)).toHaveLength(ofOrder.length)
    }
  })

  it('the explanation of an order uses every clue once, counts the orders that are left, and excludes every wrong name once', () => {
    for (const item of orderings) {
      const { place, count, models, clues } = item.radicals
      const chain = linesOf(explainItem(item).explanation).filter((line) => line.includes('можливих порядків'))
      const steps = chain.map((line) =>
        line
          .match(/умов[аи] (\d): можливих порядків було (\d+), лишилося (\d+)\./)!
          .slice(1)
          .map(Number),
      )
      expect(steps.map(([number]) => number).toSorted()).toEqual(
        String(clues)
          .match(/[^.]+\./g)!
          .map((_, i) => i + 1),
      )
      let before = Array.from({ length: Number(count) }, (_, i) => i + 1).reduce((all, number) => all * number)
      for (const [, from, now] of steps) {
        expect(from).toBe(before)
        expect(now).toBeLessThan(before)
        before = now!
      }
      expect(before).toBe(models)
      const excluded = chain.flatMap(
        (line) => line.match(new RegExp(`На місці ${place} вже не мож\\S+ бути: (.*)\\.`))?.[1]?.split(', ') ?? [],
      )
      const wrong = item.question.options!.filter(({ id }) => id !== item.key.right).map(({ text }) => text)
      expect(excluded.toSorted()).toEqual(wrong.toSorted())
    }
  })

  it('explainItem keeps the stored explanation of a key that an operator corrected or another release made', () => {
    for (const item of [
      ...matrices.slice(0, 9),
      ...overlays.slice(0, 9),
      ...orderings.slice(0, 9),
      ...tables.slice(0, 9),
    ]) {
      const { question, key, family, radicals } = item
      const { explanation_figure: figure, ...bare } = key
      const stored = { explanation: key.explanation, explanation_figure: figure ?? null }
      expect(explainItem({ question, key, family })).toEqual(stored)
      expect(explainItem({ question, key, family, radicals: {} })).toEqual(stored)
      // A later release may have more values of an attribute, or more places.
      const unknown = { ...radicals, cells: '999 999 999 999 999 999 999 999 999', place: 99, table: '1 2 3' }
      expect(explainItem({ question, key, family, radicals: unknown })).toEqual(stored)
      const other = question.options?.find(({ id }) => id !== key.right)?.id ?? '1234567'
      const mended = { ...bare, right: other, explanation: 'Пояснення оператора.' }
      const said = { explanation: 'Пояснення оператора.', explanation_figure: null }
      expect(explainItem({ question, key: mended, family, radicals })).toEqual(said)
      expect(explainItem({ question, key: { ...mended, right: [other, other] }, family, radicals })).toEqual(said)
      // Even if its words end in its answer, no figure frames the old one.
      const { figure: shown, text = other } = question.options?.find(({ id }) => id === other) ?? {}
      const explained = `Пояснення оператора: ${shown?.alt ?? text}.`
      expect(explainItem({ question, key: { ...mended, explanation: explained }, family, radicals })).toEqual({
        ...said,
        explanation: explained,
      })
    }
  })
})
