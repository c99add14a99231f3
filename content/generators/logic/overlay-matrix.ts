import type { Item } from '../../item.ts'
import { makeItemLater } from '../../make-item.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, nearestLevel } from '../item-generator.ts'
import { drawMatrix, drawOption, type Picture } from './draw-matrix.ts'
import { drawStrokes, has, saidStrokes, size } from './draw-strokes.ts'
import { keepOrChange } from './keep-or-change.ts'
import {
  demandsOf,
  type OverlayRule,
  overlay,
  overlayRules,
  type Row,
  type Strokes,
  strokeCount,
} from './overlay-rules.ts'

const ruleOfLevel = new Map<number, OverlayRule>([
  [-0.5, overlayRules[0]],
  [0, overlayRules[1]],
  [0.5, overlayRules[2]],
  [1, overlayRules[3]],
])
const levels = [...ruleOfLevel.keys()]

type Drawn = { rule: OverlayRule; rows: readonly [Row, Row, Row]; options: Strokes[] }

/** A 3 × 3 matrix whose third column is the first two laid over each other by one logical rule; eight options. */
export const logicOverlay: ItemGenerator = {
  family: 'logic-overlay',
  levels,
  subjects: (difficulty) => new Set([subjectOf(ruleOfLevel.get(nearestLevel(levels, difficulty)) as OverlayRule)]),
  generate(rng, difficulty) {
    const level = nearestLevel(levels, difficulty)
    const rule = ruleOfLevel.get(level) as OverlayRule
    const plan = drawPlan(rng, rule)
    return overlayItem(
      drawUntilSound(() => soundOverlay(rng, rule, plan), `overlay ${rule.name}`),
      level,
    )
  },
}

/**
 * What the right picture has of the three strokes in which the options differ, and what all eight have. Both are drawn
 * before the rows: of the options each is right as often as the others, whatever the number of its strokes.
 */
type Plan = { present: number; absent: number; common: number }

/** Of three strokes each is there or not by an even lot, but that of the plans that `overlayRules` leave out. */
function drawPlan(rng: Rng, { common, mostPresent = 3, leastPresent = 0 }: OverlayRule): Plan {
  const present = rng.pick([0, 1, 1, 1, 2, 2, 2, 3].filter((count) => count >= leastPresent && count <= mostPresent))
  return { present, absent: 3 - present, common: rng.pick(common) }
}

function soundOverlay(rng: Rng, rule: OverlayRule, plan: Plan): Drawn | undefined {
  const rows = [0, 1, 2].map(() => drawRow(rng, rule)) as unknown as Drawn['rows']
  const [first, second, third] = rows
  const right = third[2]
  const readable = rows.every((row) => row.every((set) => size(set) >= 1 && size(set) <= 6))
  if (!readable || size(right) !== plan.common + plan.present || new Set(rows.flat()).size < 8) return undefined

  const demands = demandsOf([first, second], [third[0], third[1]])
  return demands.length === 1 && demands[0] === right
    ? { rule, rows, options: optionsAround(rng, right, plan) }
    : undefined
}

function drawRow(rng: Rng, rule: OverlayRule): Row {
  const draw = () => rng.sample(strokePlaces, rng.int(2, 6)).reduce((set, stroke) => set | (1 << stroke), 0)
  const [a, b] = [draw(), draw()]
  return [a, b, overlay(rule, a, b)]
}

/**
 * All ways to have or not to have three strokes, some of which the right picture has. So a wrong option may be a part of
 * what the first two pictures have together, as the right one is. (Swaps of strokes, of which one is always foreign to the
 * right picture, left no other part of an «or»: a glance at the union told the answer.)
 */
function optionsAround(rng: Rng, right: Strokes, plan: Plan): Strokes[] {
  const present = strokePlaces.filter((stroke) => has(right, stroke))
  const absent = strokePlaces.filter((stroke) => !has(right, stroke))
  const varied = [...rng.sample(present, plan.present), ...rng.sample(absent, plan.absent)]
  return keepOrChange((changes) =>
    changes.reduce((set, changed, i) => (changed ? set ^ (1 << (varied[i] as number)) : set), right),
  )
}

const strokePlaces = Array.from({ length: strokeCount }, (_, i) => i)

function overlayItem({ rule, rows, options }: Drawn, level: number): Item {
  const sets = rows.flat()
  const head = {
    family: logicOverlay.family,
    difficulty: level,
    subject: subjectOf(rule),
    radicals: { rule: rule.name, cells: sets.join(' ') },
    stem: sets.join(' '),
    shows: [`${logicOverlay.family} like ${subjectOf(rule)}`],
  }
  return makeItemLater(head, () => {
    const pictures = sets.map(picture)
    return {
      prompt: 'Яка фігура має стояти замість знака питання?',
      figure: drawMatrix(pictures.with(8, null as never)),
      answer: { options: options.map((set) => ({ figure: drawOption(picture(set)) })), right: 0 },
      explanation: `У кожному рядку ${rule.why}. Отже, правильна відповідь: ${saidStrokes(rows[2][2])}.`,
      explanationFigure: drawMatrix(pictures),
    }
  })
}

const subjectOf = (rule: OverlayRule) => `overlay/${rule.name}`

function picture(set: Strokes): Picture {
  return { name: `strokes ${set}`, say: () => saidStrokes(set), draw: (centre) => drawStrokes(set, centre) }
}
