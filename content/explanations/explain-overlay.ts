import type { Shape } from '#contract/figure.ts'
import { drawMatrix, type Picture } from '../generators/logic/draw-matrix.ts'
import { drawStrokes, saidStrokes } from '../generators/logic/draw-strokes.ts'
import { type OverlayRule, overlayRules, type Strokes } from '../generators/logic/overlay-rules.ts'
import type { Radicals } from '../item.ts'
import { type Between, drawStrip } from './draw-strip.ts'
import type { Explanation } from './explanation.ts'
import { markLast } from './mark-last.ts'

/** Pictures laid over each other: what went is drawn in the third column too, with dashes. Null for radicals of another release. */
export function explainOverlay({ rule: name, cells }: Radicals): Explanation | null {
  const rule = overlayRules.find((each) => each.name === name)
  const sets = String(cells).split(' ').map(Number)
  if (rule === undefined || sets.length !== 9) return null
  const pictures = sets.map((set, place) => {
    const before = place % 3 === 2 ? (sets[place - 2] as Strokes) | (sets[place - 1] as Strokes) : set
    return pictureOf(set, before & ~set)
  })
  const said = `У кожному рядку ${rule.why}.${rule.name === 'or' ? '' : ' Лінії, які зникли, показано штрихами.'}`
  const conclusion = `Отже, правильна відповідь: ${saidStrokes(sets[8] as Strokes)}.`
  const alt = `Третій рядок: ${pictures
    .slice(6)
    .map((picture) => picture.say())
    .join('; ')}.`
  return {
    explanation: `${said}\n${conclusion}`,
    explanation_figure: markLast(drawMatrix(pictures)),
    explanation_steps: [
      { text: said, figure: drawStrip([pictures.slice(6)], betweenOf[rule.name], alt) },
      { text: conclusion },
    ],
  }
}

/** What has a sign in everybody's school has it here. */
const betweenOf: Record<OverlayRule['name'], readonly [Between, Between]> = {
  or: [{ sign: '+' }, { sign: '=' }],
  minus: [{ sign: '−' }, { sign: '=' }],
  and: [null, { arrow: '' }],
  xor: [null, { arrow: '' }],
}

/** Strokes that are there, and those that are not there any more. */
function pictureOf(set: Strokes, gone: Strokes): Picture {
  return {
    name: gone === 0 ? `strokes ${set}` : `strokes ${set}, gone ${gone}`,
    say: () => [saidStrokes(set), gone !== 0 && `зникли: ${saidStrokes(gone)}`].filter(Boolean).join('; '),
    draw: (centre) => [...drawStrokes(gone, centre).map(dashed), ...drawStrokes(set, centre)],
  }
}

/** A line cannot be dashed in the drawing language, the outline of a shape can: this one is all outline. */
function dashed(shape: Shape): Shape {
  if (shape.shape !== 'line') return shape
  return { shape: 'polygon', points: [shape.from, shape.to], fill: 'none', stroke: 'dashed' }
}
