import type { Item } from '../../item.ts'
import { makeItemLater } from '../../make-item.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, kindsByLevel } from '../item-generator.ts'
import { drawMatrix, drawOption, type Picture, saidOnce } from './draw-matrix.ts'
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

type Along = 'rows' | 'columns'

/**
 * The rule of each level, and its direction: down the columns a rule is seen later. In published items people find what two
 * pictures share no earlier than what only one of them has (decision 0138).
 */
type Kind = { level: number; rule: OverlayRule['name']; along: Along; isOfExams?: boolean }
const kinds: readonly Kind[] = [
  { level: -0.75, rule: 'or', along: 'rows' },
  { level: -0.75, rule: 'minus', along: 'rows', isOfExams: true },
  { level: -0.25, rule: 'or', along: 'columns' },
  { level: -0.25, rule: 'minus', along: 'columns', isOfExams: true },
  { level: 0, rule: 'and', along: 'rows' },
  { level: 0, rule: 'xor', along: 'rows' },
  { level: 0.5, rule: 'and', along: 'columns' },
  { level: 0.5, rule: 'xor', along: 'columns' },
  { level: 0.5, rule: 'later', along: 'rows', isOfExams: true },
  { level: 1, rule: 'later', along: 'columns', isOfExams: true },
  { level: 1, rule: 'neither', along: 'rows' },
]
const byLevel = kindsByLevel(kinds, ({ rule }) => rule)

type Lines = readonly [Row, Row, Row]
type Drawn = { rule: OverlayRule; along: Along; rows: Lines; options: Strokes[] }

/** A 3 × 3 matrix whose third column, or row, overlays the first two by one logical rule. There are eight options. */
export const logicOverlay: ItemGenerator = {
  family: 'logic-overlay',
  ...byLevel.facts,
  subjects: (difficulty, partition) => new Set(byLevel.at(difficulty, partition).map(subjectOf)),
  levelsOf: byLevel.levelsOf,
  generate(rng, difficulty, partition, _used, isWished) {
    const kind = rng.pick(byLevel.at(difficulty, partition, isWished))
    const rule = overlayRules.find(({ name }) => name === kind.rule) as OverlayRule
    const plan = drawPlan(rng, rule)
    return overlayItem(
      drawUntilSound(() => soundOverlay(rng, rule, kind.along, plan), `overlay ${rule.name}`),
      kind,
    )
  },
}

/**
 * Numbers of strokes: of the three in which the options differ, those that the right picture has and lacks; and those that
 * all eight share. A plan is drawn before the rows, so each option is right equally often, however many strokes it has.
 */
type Plan = { present: number; absent: number; common: number }

/** Each of three strokes is there or not with equal chance, except for the counts that `overlayRules` exclude. */
function drawPlan(rng: Rng, { common, mostPresent = 3, leastPresent = 0 }: OverlayRule): Plan {
  const present = rng.pick([0, 1, 1, 1, 2, 2, 2, 3].filter((count) => count >= leastPresent && count <= mostPresent))
  return { present, absent: 3 - present, common: rng.pick(common) }
}

function soundOverlay(rng: Rng, rule: OverlayRule, along: Along, plan: Plan): Drawn | undefined {
  const lines = [0, 1, 2].map(() => drawRow(rng, rule)) as unknown as Lines
  const right = lines[2][2]
  const readable = lines.every((line) => line.every((set) => size(set) >= 1 && size(set) <= 6))
  if (!readable || size(right) !== plan.common + plan.present || new Set(lines.flat()).size < 8) return undefined

  const rows = along === 'rows' ? lines : columnsOf(lines)
  const [first, second, third] = rows
  const demands = demandsOf([first, second], [third[0], third[1]])
  return demands.length === 1 && demands[0] === right
    ? { rule, along, rows, options: optionsAround(rng, right, plan) }
    : undefined
}

function columnsOf([first, second, third]: Lines): Lines {
  return [0, 1, 2].map((place) => [first[place], second[place], third[place]]) as unknown as Lines
}

function drawRow(rng: Rng, rule: OverlayRule): Row {
  const draw = () => rng.sample(strokePlaces, rng.int(2, 6)).reduce((set, stroke) => set | (1 << stroke), 0)
  const [a, b] = [draw(), draw()]
  return [a, b, overlay(rule, a, b)]
}

/**
 * All ways to have or lack three strokes, some of which the right picture has. So a wrong option may also be a part of the
 * union of the first two pictures, as the right one is. (Swaps of strokes always brought in a foreign stroke. Then only the
 * right option of an «or» was a part of the union, and a glance found it.)
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

function overlayItem({ rule, along, rows, options }: Drawn, { level, isOfExams }: Kind): Item {
  const sets = rows.flat()
  const subject = subjectOf({ rule: rule.name, along })
  const head = {
    family: logicOverlay.family,
    difficulty: level,
    subject,
    isOfExams,
    radicals: { rule: rule.name, along, cells: sets.join(' ') },
    stem: sets.join(' '),
    shows: [`${logicOverlay.family} like ${subject}`],
  }
  return makeItemLater(head, () => {
    const pictures = sets.map(picture)
    return {
      prompt: 'Яка фігура має стояти замість знака питання?',
      figure: drawMatrix(pictures.with(8, null as never)),
      answer: { options: options.map((set) => ({ figure: drawOption(picture(set)) })), right: 0 },
      explanation: `У кожному ${along === 'rows' ? 'рядку' : 'стовпці'} ${rule.why}. Отже, правильна відповідь: ${saidStrokes(rows[2][2])}.`,
      explanationFigure: drawMatrix(pictures),
    }
  })
}

const subjectOf = ({ rule, along }: { rule: OverlayRule['name']; along: Along }) => `overlay/${rule}/${along}`

/** One picture for each set of strokes; each is made and put into words once. */
function picture(set: Strokes): Picture {
  pictures[set] ??= saidOnce({
    name: `strokes ${set}`,
    say: () => saidStrokes(set),
    draw: (centre) => drawStrokes(set, centre),
  })
  return pictures[set]
}

const pictures: Picture[] = []
