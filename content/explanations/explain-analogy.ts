import type { ExplanationStep } from '#contract/explanation.ts'
import type { Values } from '../generators/logic/analogy-values.ts'
import type { Attribute, Cell, Layout } from '../generators/logic/cell.ts'
import { saidCell, saidValue } from '../generators/logic/cell-words.ts'
import { drawPairs, lastOfPairs, saidPairs } from '../generators/logic/draw-pairs.ts'
import { analogyLayouts, saidChange, saidChanges } from '../generators/logic/figure-analogy.ts'
import { cellPicture } from '../generators/logic/figure-matrix.ts'
import { attributeWords } from '../generators/logic/rule-words.ts'
import type { Item } from '../item.ts'
import { drawMark } from './draw-mark.ts'
import { drawAlone } from './explain-matrix.ts'
import type { Explanation } from './explanation.ts'

type Change = Omit<Values, 'wrong'>

/**
 * Explains two pairs of figures. Each change has a drawing of its own in both pairs, without the other attributes. For a
 * wrong option that was given, it names the missed changes. Null for radicals of another release.
 */
export function explainAnalogy({ radicals }: Pick<Item, 'radicals'>, given: string | null): Explanation | null {
  const read = readAnalogy(radicals)
  if (read === null) return null
  const { layout, cells, values } = read
  const right = cells[3] as Cell
  const changes = layout.attributes.flatMap((attribute, i) => {
    const each = values[i] as Change
    return each.a === each.b ? [] : [{ text: saidChange(attribute, each), figure: drawChange(attribute, each) }]
  })
  const rest = saidChanges(layout, values).slice(changes.length)
  const steps: ExplanationStep[] = [
    ...changes,
    { text: [...rest, `Отже, правильна відповідь: ${saidCell(layout, right)}.`].join(' ') },
    ...wrongValues(layout, values, right, given).map((text) => ({ text })),
  ]
  const pictures = cells.map((cell) => cellPicture(layout, cell))
  const whole = drawPairs(pictures, () => saidPairs(pictures.map((picture) => picture.say())))
  return {
    explanation: steps.map(({ text }) => text).join('\n'),
    explanation_figure: {
      width: whole.width,
      height: whole.height,
      alt: `${whole.alt} Остання клітинка — відповідь.`,
      shapes: [...whole.shapes, ...drawMark(lastOfPairs)],
    },
    explanation_steps: steps,
  }
}

/** The attributes that a chosen figure, by its words, has wrong; [] if it is right or unknown. */
export function wrongAttributes(radicals: Item['radicals'], words: string): Attribute['name'][] {
  const read = readAnalogy(radicals)
  const chosen = read === null ? undefined : cellSaid(read.layout, words)
  if (read === null || chosen === undefined) return []
  return read.layout.attributes.flatMap(({ name }, i) => (chosen[i] === read.values[i]!.d ? [] : [name]))
}

/** Null for radicals of another release. */
function readAnalogy(radicals: Item['radicals']) {
  const layout = analogyLayouts.find(({ name }) => name === radicals.layout)
  const cells = String(radicals.cells)
    .split(' ')
    .map((cell) => Array.from(cell, Number) as unknown as Cell)
  if (layout === undefined || cells.length !== 4) return null
  const values = layout.attributes.map((_, i): Change => {
    const [a, b, c, d] = cells.map((cell) => cell[i] as number) as [number, number, number, number]
    return { a, b, c, d }
  })
  return { layout, cells, values }
}

function drawChange(attribute: Attribute, { a, b, c, d }: Change) {
  const shown = [a, b, c, d]
  return drawPairs(
    shown.map((value) => ({ draw: (centre) => drawAlone(attribute.name, value, centre) })),
    () =>
      saidPairs(
        shown.map((value) => `${attributeWords[attribute.name].toLowerCase()} — ${saidValue(attribute, value)}`),
      ),
  )
}

/** Names what is wrong in the given figure, attribute by attribute; [] if it is right or unknown. */
function wrongValues(layout: Layout, values: readonly Change[], right: Cell, given: string | null): string[] {
  const chosen = given === null ? undefined : cellSaid(layout, given)
  if (chosen === undefined) return []
  const wrong = layout.attributes.flatMap((attribute, i) => {
    const [{ a, b, c, d }, value] = [values[i] as Change, chosen[i] as number]
    if (value === d) return []
    const said = `${attributeWords[attribute.name].toLowerCase()} — ${saidValue(attribute, value)}`
    if (a === b) return [`${said} (не змінюється, має бути «${saidValue(attribute, right[i] as number)}»)`]
    return [value === c ? `${said} (не помічено зміну)` : `${said} (має бути «${saidValue(attribute, d)}»)`]
  })
  return wrong.length === 0 ? [] : [`В обраній фігурі хибне: ${wrong.join('; ')}.`]
}

function cellSaid(layout: Layout, words: string): Cell | undefined {
  const [first, second, third] = layout.attributes.map(({ size }) => Array.from({ length: size }, (_, value) => value))
  for (const x of first!) {
    for (const y of second!) {
      for (const z of third!) if (saidCell(layout, [x, y, z]) === words) return [x, y, z]
    }
  }
  return undefined
}
