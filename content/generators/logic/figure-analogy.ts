import type { Item } from '../../item.ts'
import { makeItemLater } from '../../make-item.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, kindsByLevel } from '../item-generator.ts'
import { drawValues, placesByArrow, type Values } from './analogy-values.ts'
import { type Attribute, type Cell, flagLayout, isReadable, type Layout, layouts } from './cell.ts'
import { saidCell, saidValue } from './cell-words.ts'
import { drawOption } from './draw-matrix.ts'
import { drawPairs, saidPairs } from './draw-pairs.ts'
import { cellPicture } from './figure-matrix.ts'
import { keepOrChange } from './keep-or-change.ts'
import { attributeWords } from './rule-words.ts'

type Change = Attribute['name']
type Kind = { level: number; layout: Layout['name']; changes: readonly Change[]; isOfExams?: boolean }

/**
 * The changes of each level. Their order is that of published items (Blum, Holling, Galibert & Forthmann, 2016, Intelligence
 * 56, 72–81): a turned or mirrored figure is a logit harder than a moved dot, and each further rule adds .62 of a deviation.
 * The scale is a supposition (decision 0144).
 */
const kinds: readonly Kind[] = [
  { level: -1.5, layout: 'group', changes: ['count'] },
  { level: -1.5, layout: 'single', changes: ['size'] },
  { level: -1.5, layout: 'layers', changes: ['place'], isOfExams: true },
  { level: -1, layout: 'pointer', changes: ['turn'] },
  { level: -1, layout: 'group', changes: ['count', 'fill'] },
  { level: -1, layout: 'single', changes: ['size', 'shape'] },
  { level: -1, layout: 'group', changes: ['count', 'shape'], isOfExams: true },
  { level: -1, layout: 'single', changes: ['size', 'fill'], isOfExams: true },
  { level: -1, layout: 'layers', changes: ['place', 'fill'] },
  { level: -0.5, layout: 'pointer', changes: ['turn', 'fill'] },
  { level: -0.5, layout: 'pointer', changes: ['turn', 'kind'], isOfExams: true },
  { level: -0.5, layout: 'flag', changes: ['side'], isOfExams: true },
  { level: 0, layout: 'flag', changes: ['side', 'fill'] },
  { level: 0, layout: 'single', changes: ['size', 'shape', 'fill'] },
  { level: 0, layout: 'layers', changes: ['turn', 'place'], isOfExams: true },
  { level: 0, layout: 'group', changes: ['count', 'shape', 'fill'], isOfExams: true },
  { level: 0.5, layout: 'pointer', changes: ['turn', 'kind', 'fill'] },
  { level: 0.5, layout: 'layers', changes: ['turn', 'place', 'fill'], isOfExams: true },
  { level: 0.5, layout: 'flag', changes: ['turn', 'side'], isOfExams: true },
]
const nameOf = ({ changes }: Pick<Kind, 'changes'>) => changes.toSorted().join('+')
const byLevel = kindsByLevel(kinds, nameOf)
const subjectOf = (kind: Kind) => `analogy/${nameOf(kind)}`

/** `values` has those of each attribute; the first option is the fourth figure. */
type Drawn = { layout: Layout; kind: Kind; values: readonly Values[]; cells: readonly Cell[]; options: Cell[] }

/** «The second figure was made from the first: which one is so made from the third?» There are eight options. */
export const logicAnalogy: ItemGenerator = {
  family: 'logic-analogy',
  ...byLevel.facts,
  subjects: (difficulty, partition) => new Set(byLevel.at(difficulty, partition).map(subjectOf)),
  levelsOf: byLevel.levelsOf,
  generate(rng, difficulty, partition, _used, isWished) {
    const kind = rng.pick(byLevel.at(difficulty, partition, isWished))
    return analogyItem(drawUntilSound(() => soundAnalogy(rng, kind), subjectOf(kind)))
  },
}

export const analogyLayouts: readonly Layout[] = [...layouts, flagLayout]

function soundAnalogy(rng: Rng, kind: Kind): Drawn | undefined {
  const layout = analogyLayouts.find(({ name }) => name === kind.layout) as Layout
  const isMirrored = kind.changes.includes('side')
  const drawn = layout.attributes.map((each) => drawValues(rng, each, kind.changes.includes(each.name), isMirrored))
  if (!drawn.every((each) => each !== undefined) || isReadTogether(kind, drawn)) return undefined
  const cellOf = (of: (values: Values) => number) => drawn.map(of) as unknown as Cell
  const cells = [cellOf(({ a }) => a), cellOf(({ b }) => b), cellOf(({ c }) => c), cellOf(({ d }) => d)]
  const options = keepOrChange((changes) => drawn.map(({ d, wrong }, i) => (changes[i] ? wrong : d)) as unknown as Cell)
  const areApart = new Set(cells.map((cell) => cell.join())).size === cells.length
  const areReadable = [...cells, ...options].every((cell) => isReadable(layout, cell))
  return areApart && areReadable ? { layout, kind, values: drawn, cells, options } : undefined
}

/**
 * Whether an arrow and its dot can be read together. They may be mirrored in one axis, which the eye takes for one motion of
 * the whole. Or the arrow may lead the dot to an offered wrong place.
 */
function isReadTogether({ layout }: Kind, [arrow, dot]: readonly Values[]): boolean {
  if (layout !== 'layers' || arrow === undefined || dot === undefined) return false
  const [one, other] = [(arrow.a + arrow.b) % 8, (dot.a + dot.b) % 8]
  return (one === other && one % 2 === 0) || placesByArrow(arrow, dot).includes(dot.wrong)
}

function analogyItem({ layout, kind, values, cells, options }: Drawn): Item {
  const shown = cells.map((cell) => cell.join('')).join(' ')
  const head = {
    family: logicAnalogy.family,
    difficulty: kind.level,
    subject: subjectOf(kind),
    isOfExams: kind.isOfExams,
    radicals: { layout: layout.name, changes: nameOf(kind), cells: shown },
    stem: `${layout.name}: ${shown}`,
    shows: [`${logicAnalogy.family} like ${nameOf(kind)}`],
  }
  return makeItemLater(head, () => {
    const pictures = cells.map((cell) => cellPicture(layout, cell))
    const said = pictures.map((picture) => picture.say())
    return {
      prompt:
        'У кожній парі другу фігуру утворено з першої за одним і тим самим правилом. Яка фігура має бути на місці знака питання?',
      figure: drawPairs(pictures.with(3, null as never), () => saidPairs(said.with(3, 'знак питання'))),
      answer: { options: options.map((cell) => ({ figure: drawOption(cellPicture(layout, cell)) })), right: 0 },
      explanation: `${saidChanges(layout, values).join(' ')} Отже, правильна відповідь: ${saidCell(layout, options[0] as Cell)}.`,
    }
  })
}

/** A sentence for each attribute that changes, and one for all others. */
export function saidChanges({ attributes }: Layout, values: readonly Omit<Values, 'wrong'>[]): string[] {
  const changes = attributes.flatMap((attribute, i) => {
    const each = values[i] as Values
    return each.a === each.b ? [] : [saidChange(attribute, each)]
  })
  return changes.length === attributes.length ? changes : [...changes, 'Решта в парі не змінюється.']
}

/** Says how an attribute changes in the first pair, and therefore in the second. */
export function saidChange(attribute: Attribute, { a, b, c, d }: Omit<Values, 'wrong'>): string {
  const said = (value: number) => saidValue(attribute, value)
  const first = `${attributeWords[attribute.name]}: ${said(a)} → ${said(b)}`
  const step = saidStep(attribute, b - a)
  const how = step === '' ? '' : ` (${step})`
  return a === c
    ? `${first}${how}, у другій парі так само.`
    : `${first}${how}, тож у другій парі ${said(c)} → ${said(d)}.`
}

function saidStep({ name, size, order }: Attribute, step: number): string {
  const onward = ((step % size) + size) % size
  const by = order === 'circle' ? Math.min(onward, size - onward) : Math.abs(step)
  const way = by === 4 ? '' : onward < 4 ? ' за годинниковою стрілкою' : ' проти годинникової стрілки'
  switch (name) {
    case 'turn':
      return `поворот на ${by * 45}°${way}`
    case 'place':
      return `на ${by} ${by === 1 ? 'місце' : 'місця'} з восьми${way}`
    case 'count':
      return `на ${by} ${step > 0 ? 'більше' : 'менше'}`
    case 'size':
      return `на ${by === 1 ? 'крок' : `${by} кроки`} ${step > 0 ? 'більший' : 'менший'}`
    default:
      return ''
  }
}
