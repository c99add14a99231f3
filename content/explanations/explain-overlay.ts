import type { ExplanationStep } from '#contract/explanation.ts'
import type { Shape } from '#contract/figure.ts'
import { drawMatrix, type Picture } from '../generators/logic/draw-matrix.ts'
import { drawStrokes, saidStrokes, size, strokesSaid } from '../generators/logic/draw-strokes.ts'
import { type OverlayRule, overlayRules, type Row, type Strokes } from '../generators/logic/overlay-rules.ts'
import type { Item } from '../item.ts'
import { type Between, drawStrip } from './draw-strip.ts'
import type { Explanation } from './explanation.ts'
import { markLast } from './mark-last.ts'

/**
 * Explains an overlay: draws the vanished lines dashed in the third column, or row, and compares the lines of the asked row,
 * or column, one by one. Null for radicals of another release.
 */
export function explainOverlay(
  { question, radicals }: Pick<Item, 'question' | 'radicals'>,
  given: string | null,
): Explanation | null {
  const { rule: name, cells } = radicals
  const rule = overlayRules.find((each) => each.name === name)
  const sets = String(cells).split(' ').map(Number)
  if (rule === undefined || sets.length !== 9) return null
  // Papers of generators before 9 have no direction: theirs is along the rows.
  const isDown = radicals.along === 'columns'
  const step = isDown ? 3 : 1
  const isThird = (place: number) => (isDown ? place > 5 : place % 3 === 2)
  const pictures = sets.map((set, place) => {
    const before = isThird(place) ? (sets[place - 2 * step] as Strokes) | (sets[place - step] as Strokes) : set
    return pictureOf(set, before & ~set)
  })
  const asked = [8 - 2 * step, 8 - step, 8]
  const said = `У кожному ${isDown ? 'стовпці' : 'рядку'} ${rule.why}.${rule.name === 'or' ? '' : ' Лінії, які зникли, показано штрихами.'}`
  const conclusion = `Отже, правильна відповідь: ${saidStrokes(sets[8] as Strokes)}.`
  const line = asked.map((place) => pictures[place] as Picture)
  const which = isDown ? 'Третій стовпець' : 'Третій рядок'
  const row = asked.map((place) => sets[place]) as unknown as Row
  const alt = `${which}: ${line.map((picture) => picture.say()).join('; ')}.`
  const steps: ExplanationStep[] = [
    { text: said, figure: drawStrip([line], betweenOf[rule.name], alt) },
    { text: comparedLines(rule, which, row) },
    { text: conclusion },
    ...(missedLines(rule, row, given) ?? wrongLines(question, sets[8] as Strokes)).map((text) => ({ text })),
  ]
  return {
    explanation: steps.map(({ text }) => text).join('\n'),
    explanation_figure: markLast(drawMatrix(pictures)),
    explanation_steps: steps,
  }
}

/** Says where each line of the asked row is, and what the rule does with it. */
function comparedLines(rule: OverlayRule, which: string, row: Row): string {
  const explained = placesOf(rule, row).flatMap(({ where, lines, fate: [one, many] }) => {
    if (lines === 0) return []
    return [`${where}: ${saidStrokes(lines)} — ${size(lines) === 1 ? one : many}.`]
  })
  return `${which}, лінія за лінією. ${explained.join(' ')}`
}

/** Says which lines of the given option are wrong, and why. Null if none was given, or its words are of another release. */
function missedLines(rule: OverlayRule, row: Row, given: string | null): string[] | null {
  const chosen = given === null ? undefined : strokesSaid(given)
  if (chosen === undefined) return null
  const places = placesOf(rule, row)
  const named = places.reduce((all, { lines }) => all | lines, 0)
  const spare = { where: 'У жодній', lines: ~named, fate: ['не з’являється', 'не з’являються'] as const }
  const missed = [...places, spare].flatMap(({ where, lines, fate: [one, many] }) => {
    const wrong = lines & (chosen ^ row[2])
    return wrong === 0 ? [] : [`${saidStrokes(wrong)} — ${where.toLowerCase()}, тож ${size(wrong) === 1 ? one : many}`]
  })
  return [`В обраній фігурі хибне: ${missed.join('; ')}.`]
}

const [staying, going, coming] = [
  ['лишається', 'лишаються'],
  ['зникає', 'зникають'],
  ['з’являється', 'з’являються'],
] as const

/** The lines of a row by the pictures that have them, with their fate. Of lines in neither picture, those that appear. */
function placesOf({ truth }: OverlayRule, [a, b, c]: Row) {
  return [
    { where: 'В обох клітинках', lines: a & b, fate: truth[3] ? staying : going },
    { where: 'Лише в першій', lines: a & ~b, fate: truth[1] ? staying : going },
    { where: 'Лише в другій', lines: b & ~a, fate: truth[2] ? staying : going },
    { where: 'У жодній', lines: truth[0] ? c & ~(a | b) : 0, fate: coming },
  ]
}

/** The lines by which the wrong options are wrong; [] for words of another release. */
function wrongLines(question: Item['question'], right: Strokes): string[] {
  const options = question.options ?? []
  const offered = options.map(({ figure }) => strokesSaid(figure?.alt ?? ''))
  if (offered.length === 0 || offered.some((set) => set === undefined)) return []
  const sets = offered as Strokes[]
  const spare = sets.reduce((all, set) => all | set, 0) & ~right
  const missing = right & ~sets.reduce((all, set) => all & set, right)
  const explained = [
    ...(spare ? [`${size(spare) === 1 ? 'зайва' : 'зайві'} — ${saidStrokes(spare)}`] : []),
    ...(missing ? [`${size(missing) === 1 ? 'пропущена' : 'пропущені'} — ${saidStrokes(missing)}`] : []),
  ]
  return [`Хибні варіанти видають ці лінії: ${explained.join('; ')}.`]
}

/** Only rules that have a sign in school have one here. */
const betweenOf: Record<OverlayRule['name'], readonly [Between, Between]> = {
  or: [{ sign: '+' }, { sign: '=' }],
  minus: [{ sign: '−' }, { sign: '=' }],
  and: [null, { arrow: '' }],
  xor: [null, { arrow: '' }],
  later: [null, { arrow: '' }],
  neither: [null, { arrow: '' }],
}

/** A picture of the strokes that are there and, dashed, of those that vanished. */
function pictureOf(set: Strokes, gone: Strokes): Picture {
  return {
    name: gone === 0 ? `strokes ${set}` : `strokes ${set}, gone ${gone}`,
    say: () => [saidStrokes(set), gone !== 0 && `зникли: ${saidStrokes(gone)}`].filter(Boolean).join('; '),
    draw: (centre) => [...drawStrokes(gone, centre).map(dashed), ...drawStrokes(set, centre)],
  }
}

/** The drawing language has no dashed line, but a shape may have a dashed outline: this shape is only outline. */
function dashed(shape: Shape): Shape {
  if (shape.shape !== 'line') return shape
  return { shape: 'polygon', points: [shape.from, shape.to], fill: 'none', stroke: 'dashed' }
}
