import { fillSlots, ItemsExhausted, type Slot } from './assemble-exam.ts'
import type { Blueprint } from './blueprint.ts'
import { nearestLevel } from './generators/item-generator.ts'
import { generatorOf } from './generators/item-generators.ts'
import type { Item } from './item.ts'
import { createRng } from './rng.ts'

export interface PracticeOrder {
  /** What the test is made of. */
  blueprint: Blueprint
  /** How many items: 1 or more. */
  size: number
  /** Only of this family; of all of the blueprint where there is none. */
  family?: string | undefined
  /** What is to be met again, the latest first; taken in turn as often as it takes. Where there is none, the blueprint decides. */
  again?: readonly Slot[]
}

/**
 * The items of a training that is taken one by one, from easy to hard, all of the partition of training. `seed` and `seen` are
 * those of `assembleExam`, and nothing is asked twice here either. The same input gives the same items. There are fewer than
 * `size` only where a family has no more that asks anything else, never none.
 */
export function assemblePractice(
  order: PracticeOrder,
  { seed, seen = new Set() }: { seed: string; seen?: ReadonlySet<string> },
): Item[] {
  const rng = createRng(`${seed}/practice`)
  const { again = [], size } = order
  const slots = again.length > 0 ? inTurn(again.map(whereMade), size) : spreadSlots(order, () => rng.next())
  const sorted = rng.shuffle(slots).sort((a, b) => a.difficulty - b.difficulty)
  const items: Item[] = []
  try {
    for (const item of fillSlots(sorted, rng, { seed, partition: 'training', seen })) items.push(item)
  } catch (error) {
    if (!(error instanceof ItemsExhausted) || items.length === 0) throw error
  }
  return items
}

/**
 * A rule is repeated at the nearest difficulty at which its family makes it today. Of a rule that is of exams alone today the difficulty
 * alone is repeated: an earlier release may have shown it in a training.
 */
function whereMade({ family, difficulty, rule }: Slot): Slot {
  const { isOfExams, levelsOf } = generatorOf(family)
  if (rule === undefined || isOfExams?.(rule)) return { family, difficulty }
  const levels = levelsOf?.(rule) ?? []
  return { family, difficulty: levels.length === 0 ? difficulty : nearestLevel(levels, difficulty), rule }
}

function inTurn(again: readonly Slot[], size: number): Slot[] {
  return Array.from({ length: size }, (_, turn) => again[turn % again.length] as Slot)
}

/** As the blueprint mixes its families, and within each over all its difficulties. */
function spreadSlots({ blueprint, size, family }: PracticeOrder, chance: () => number): Slot[] {
  const parts = blueprint.parts.filter((part) => family === undefined || part.family === family)
  const shares = sharesOf(
    parts.map(({ difficulties }) => difficulties.length),
    size,
  )
  return parts.flatMap(({ family: each, difficulties }, at) => {
    const share = shares[at] as number
    const rising = difficulties.toSorted((a, b) => a - b)
    return Array.from({ length: share }, (_, i) => {
      const place = Math.floor(((i + chance()) * rising.length) / share)
      return { family: each, difficulty: rising[place] as number }
    })
  })
}

/** `size` parted in proportion to these weights, by the largest remainders; who has weight gets one while they last. */
function sharesOf(weights: readonly number[], size: number): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const exact = weights.map((weight) => (size * weight) / all)
  const shares = exact.map((share) => Math.max(size >= weights.length ? 1 : 0, Math.floor(share)))
  const spare = () => size - shares.reduce((sum, share) => sum + share, 0)
  const gap = (at: number) => (exact[at] as number) - (shares[at] as number)
  const places = weights.map((_, at) => at)
  while (spare() !== 0) {
    const step = Math.sign(spare())
    const at = places
      .filter((place) => step > 0 || (shares[place] as number) > 1)
      .reduce((best, place) => (step * gap(place) > step * gap(best) ? place : best))
    shares[at] = (shares[at] as number) + step
  }
  return shares
}
