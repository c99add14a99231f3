import type { ExplanationStep } from '#contract/explanation.ts'
import type { AttributeRule, Triple } from '../generators/logic/attribute-rules.ts'
import { type Attribute, type Cell, flagLayout, type Layout, layouts } from '../generators/logic/cell.ts'
import { fillAdjectives, saidCell, saidValue } from '../generators/logic/cell-words.ts'
import { drawCell, drawDot } from '../generators/logic/draw-cell.ts'
import { drawMatrix } from '../generators/logic/draw-matrix.ts'
import { cellPicture } from '../generators/logic/figure-matrix.ts'
import { attributeWords, theSame } from '../generators/logic/rule-words.ts'
import type { Item } from '../item.ts'
import { type Between, drawStrip } from './draw-strip.ts'
import type { Explanation } from './explanation.ts'
import { markLast } from './mark-last.ts'

type RuleName = AttributeRule['name']

interface Obeyed {
  attribute: Attribute
  rule: RuleName
  rows: readonly [Triple, Triple, Triple]
}

/** Explains a matrix. Each rule that changes something is drawn alone. Null for radicals of another release. */
export function explainMatrix(item: Pick<Item, 'question' | 'radicals'>, given: string | null): Explanation | null {
  const read = readMatrix(item.radicals)
  if (read === null) return null
  const { layout, shown, obeyed } = read
  const changing = obeyed.filter(({ rule }) => rule !== 'constant')
  const constant = obeyed.filter(({ rule }) => rule === 'constant').map(saidRule)
  const conclusion = [...constant, `Отже, правильна відповідь: ${saidCell(layout, shown[8] as Cell)}.`].join(' ')
  const steps: ExplanationStep[] = [
    ...changing.map((each) => ({ text: saidRule(each), figure: drawRule(each) })),
    { text: conclusion },
    ...wrongValues({ layout, question: item.question, obeyed, given }).map((text) => ({ text })),
  ]
  return {
    explanation: steps.map(({ text }) => text).join('\n'),
    explanation_figure: markLast(drawMatrix(shown.map((cell) => cellPicture(layout, cell)))),
    explanation_steps: steps,
  }
}

/** The cells of a matrix and the rule of each attribute. Null for radicals of another release. */
function readMatrix({ layout: name, rules, cells }: Item['radicals']) {
  const layout = layouts.find((each) => each.name === name)
  const shown = String(cells)
    .split(' ')
    .map((cell) => Array.from(cell, Number) as unknown as Cell)
  const named = String(rules).split(' ')
  if (layout === undefined || shown.length !== 9 || named.length !== 3) return null
  const obeyed = layout.attributes.map((attribute, i): Obeyed => {
    const values = shown.map((cell) => cell[i] as number)
    const rows = [0, 3, 6].map((from) => values.slice(from, from + 3)) as unknown as Obeyed['rows']
    return { attribute, rule: String(named[i]).split(':')[1] as RuleName, rows }
  })
  return { layout, shown, obeyed }
}

/** As `rulesOfChoice`, but only for rules that change something. */
export const keptRules = (item: Pick<Item, 'question' | 'radicals'>, given: string) =>
  rulesOfChoice(item, given).filter(({ rule }) => rule !== 'constant')

/** Says for each rule whether a chosen figure keeps it; the right one keeps all. `given`: its words. [] if unknown. */
export function rulesOfChoice({ question, radicals }: Pick<Item, 'question' | 'radicals'>, given: string) {
  const read = readMatrix(radicals)
  if (read === null) return []
  const { layout, obeyed } = read
  const { changes } = chosenOf({ layout, question, obeyed, given })
  return obeyed.flatMap(({ rule }, place) =>
    changes === undefined ? [] : [{ rule, isKept: changes[place] === false }],
  )
}

interface Offered {
  layout: Layout
  question: Item['question']
  obeyed: readonly Obeyed[]
  given: string | null
}

/**
 * Names each wrong attribute of the given option and the rule that refuses it. If no wrong option was given, it names those
 * of all wrong options. [] if nothing is known.
 */
function wrongValues(offered: Offered): string[] {
  const { obeyed } = offered
  const { wrong, changes: chosen } = chosenOf(offered)
  const named = obeyed.flatMap((each, place) => {
    const value = wrong[place]
    if (value === undefined || chosen?.[place] === false) return []
    const { attribute } = each
    return [`${attributeWords[attribute.name].toLowerCase()} — ${saidValue(attribute, value)} (${whyNot(each, value)})`]
  })
  if (named.length === 0) return []
  if (chosen === undefined) return [`Хибні варіанти: ${named.join('; ')}.`]
  const kept = obeyed
    .filter((_, place) => chosen[place] === false)
    .map(({ attribute }) => attributeWords[attribute.name])
  const rest = kept.length === 0 ? '' : ` Решта в ній правильна: ${kept.join(', ').toLowerCase()}.`
  return [`В обраній фігурі хибне: ${named.join('; ')}.${rest}`]
}

/** The wrong value that the options offer of each attribute, and which of them the choice has; undefined if unknown. */
function chosenOf({ layout, question, obeyed, given }: Offered) {
  const right = obeyed.map(({ rows }) => rows[2][2])
  const offered = new Set(question.options?.map(({ figure }) => figure?.alt))
  const wrong = obeyed.map(({ attribute }, place) =>
    Array.from({ length: attribute.size }, (_, value) => value).find(
      (value) => value !== right[place] && offered.has(saidCell(layout, right.with(place, value) as unknown as Cell)),
    ),
  )
  const changes = Array.from({ length: 8 }, (_, bits) => right.map((_value, place) => (bits >> place) % 2 === 1))
    .filter((each) => each.every((changed, place) => !changed || wrong[place] !== undefined))
    .find((each) => given === saidCell(layout, right.map((value, i) => (each[i] ? wrong[i] : value)) as never))
  return { wrong, changes }
}

/** Says how the third row refuses a value in its last place. */
function whyNot({ attribute, rule, rows }: Obeyed, wrong: number): string {
  const [a, b, c] = rows[2]
  const right = saidValue(attribute, c)
  switch (rule) {
    case 'constant':
      return `у цьому рядку лише ${right}`
    case 'progression':
      return `після «${saidValue(attribute, b)}» іде «${right}»`
    case 'distribution':
      return wrong === a || wrong === b ? 'у цьому рядку вже є' : `має бути «${right}»`
    case 'sum':
    case 'difference':
      return `має бути ${right}`
  }
}

/** «У», or «в» after a vowel. */
const inAfter = (word: string) => (/[аеєиіїоуюя]$/.test(word) ? 'в' : 'у')

function saidRule(obeyed: Obeyed): string {
  const { attribute, rule, rows } = obeyed
  const title = attributeWords[attribute.name]
  const values = rows[2].map((value) => saidValue(attribute, value))
  const [a, b, c] = values
  switch (rule) {
    case 'constant':
      if (new Set(rows.flat()).size > 1) {
        return `${title} ${inAfter(title)} кожному рядку не змінюється; у третьому рядку — ${c}.`
      }
      return `${title} ${inAfter(title)}сюди ${theSame[attribute.name]}: ${c}.`
    case 'progression':
      return `${saidStep(obeyed)} У третьому рядку: ${values.join(' → ')}.`
    case 'distribution':
      return `${title}: у кожному рядку ті самі три значення, кожне по одному разу. У третьому рядку вже є «${a}» та «${b}», лишається «${c}».`
    case 'sum':
      return `${title}: у третій клітинці кожного рядка стільки, скільки в перших двох разом. У третьому рядку: ${a} + ${b} = ${c}.`
    case 'difference':
      return `${title}: у третій клітинці кожного рядка стільки, на скільки в першій більше, ніж у другій. У третьому рядку: ${a} − ${b} = ${c}.`
  }
}

/** The step of an attribute from one cell to the next; for a turn, the shorter way round. */
function stepOf({ attribute: { order, size }, rows }: Obeyed): number {
  const step = rows[2][1] - rows[2][0]
  if (order !== 'circle') return step
  const onward = ((step % size) + size) % size
  return onward > size / 2 ? onward - size : onward
}

function saidStep(obeyed: Obeyed): string {
  const step = stepOf(obeyed)
  const [isMore, by] = [step > 0, Math.abs(step)]
  switch (obeyed.attribute.name) {
    case 'fill':
      return `Заливка в кожному рядку щоразу на крок ${isMore ? 'густіша' : 'рідша'} (за густотою: ${fillAdjectives.map((each) => each[1]).join(', ')}).`
    case 'size':
      return `Розмір у кожному рядку щоразу на крок ${isMore ? 'більший' : 'менший'}.`
    case 'turn':
      return `У кожному рядку фігура щоразу повертається на ${by * 45}° ${isMore ? 'за годинниковою стрілкою' : 'проти годинникової стрілки'}.`
    case 'place':
      return `У кожному рядку точка щоразу переходить на ${by} ${by === 1 ? 'місце' : 'місця'} з восьми ${isMore ? 'за годинниковою стрілкою' : 'проти годинникової стрілки'}.`
    default:
      return `${attributeWords[obeyed.attribute.name]} у кожному рядку щоразу ${isMore ? 'більша' : 'менша'} на ${by}.`
  }
}

function drawRule(obeyed: Obeyed) {
  const { attribute, rule, rows } = obeyed
  // A distribution shows only in all three rows, a step shows in one.
  const drawn = rule === 'distribution' ? rows : [rows[2]]
  const saidRows = drawn.map((row) => row.map((value) => saidValue(attribute, value)).join(', '))
  const which = rule === 'distribution' ? 'Три рядки' : 'Третій рядок'
  return drawStrip(
    drawn.map((row) => row.map((value) => ({ draw: (centre) => drawAlone(attribute.name, value, centre) }))),
    betweenOf(obeyed),
    `${which}, лише ${attributeWords[attribute.name].toLowerCase()}: ${saidRows.join('; ')}.`,
  )
}

function betweenOf(obeyed: Obeyed): readonly [Between, Between] {
  const { attribute, rule } = obeyed
  if (rule === 'sum') return [{ sign: '+' }, { sign: '=' }]
  if (rule === 'difference') return [{ sign: '−' }, { sign: '=' }]
  if (rule !== 'progression') return [null, null]
  const step = stepOf(obeyed)
  const signed = `${step > 0 ? '+' : '−'}${Math.abs(step)}`
  const arrow =
    { count: signed, place: String(Math.abs(step)), turn: `${Math.abs(step) * 45}°` }[attribute.name as string] ?? ''
  return [{ arrow }, { arrow }]
}

/** Draws a value alone: the other attributes have their plainest values. */
export function drawAlone(name: Attribute['name'], value: number, centre: [number, number]) {
  const [group, single, pointer] = layouts as readonly [Layout, Layout, Layout]
  const [large, square, circle, empty, solid] = [3, 1, 3, 0, 3]
  switch (name) {
    case 'count':
      return drawCell(group, [value, circle, solid], centre)
    case 'shape':
      return drawCell(single, [large, value, empty], centre)
    case 'fill':
      return drawCell(single, [large, square, value], centre)
    case 'size':
      return drawCell(single, [value, circle, empty], centre)
    case 'kind':
      return drawCell(pointer, [0, value, empty], centre)
    case 'turn':
      return drawCell(pointer, [value, 0, solid], centre)
    case 'place':
      return [drawDot(value, centre)]
    case 'side':
      return drawCell(flagLayout, [0, value, empty], centre)
  }
}
