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
    return overlayItem(
      drawUntilSound(() => soundOverlay(rng, rule), `overlay ${rule.name}`),
      level,
    )
  },
}

function soundOverlay(rng: Rng, rule: OverlayRule): Drawn | undefined {
  const rows = [0, 1, 2].map(() => drawRow(rng, rule)) as unknown as Drawn['rows']
  const [first, second, third] = rows
  const right = third[2]
  const readable = rows.every((row) => row.every((set) => size(set) >= 1 && size(set) <= 6)) && canBeSwapped(right)
  if (!readable || new Set(rows.flat()).size < 8) return undefined

  const demands = demandsOf([first, second], [third[0], third[1]])
  return demands.length === 1 && demands[0] === right ? { rule, rows, options: optionsAround(rng, right) } : undefined
}

function drawRow(rng: Rng, rule: OverlayRule): Row {
  const draw = () => rng.sample(strokePlaces, rng.int(2, 6)).reduce((set, stroke) => set | (1 << stroke), 0)
  const [a, b] = [draw(), draw()]
  return [a, b, overlay(rule, a, b)]
}

/**
 * Three times a stroke of the right picture changes places with one that is not in it. All eight options so have as many
 * strokes, and neither the fullest nor the emptiest gives itself away. (Strokes only added or only removed did: a solver
 * blind to the matrix gained six points on chance.)
 */
function optionsAround(rng: Rng, right: Strokes): Strokes[] {
  const present = rng.shuffle(strokePlaces.filter((stroke) => has(right, stroke)))
  const absent = rng.shuffle(strokePlaces.filter((stroke) => !has(right, stroke)))
  const swaps = [0, 1, 2].map((i) => (1 << (present[i] as number)) | (1 << (absent[i] as number)))
  return keepOrChange((changes) =>
    changes.reduce((set, changed, i) => (changed ? set ^ (swaps[i] as number) : set), right),
  )
}

/** Three strokes to take away and three to add. */
function canBeSwapped(set: Strokes): boolean {
  return size(set) >= 3 && size(set) <= strokeCount - 3
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
