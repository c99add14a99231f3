import { fillSlots, ItemsExhausted, type Slot } from './assemble-exam.ts'
import type { Blueprint } from './blueprint.ts'
import { nearestLevel } from './generators/item-generator.ts'
import { generatorOf } from './generators/item-generators.ts'
import type { Item } from './item.ts'
import { createRng } from './rng.ts'

export interface PracticeOrder {
  blueprint: Blueprint
  /** How many items: 1 or more. */
  size: number
  /** Only this family; all families of the blueprint if absent. */
  family?: string | undefined
  /** Slots to repeat, the latest first; they take turns until `size` is reached. If empty, the blueprint decides. */
  again?: readonly Slot[]
}

/**
 * The items of a practice, from easy to hard, all of the partition of training. `seed` and `seen` are those of
 * `assembleExam`. No item asks what another asks. The same input gives the same items. The list is shorter than `size` only
 * if a family has nothing else to ask. It is never empty: without a first item the call throws `ItemsExhausted`.
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
 * Repeats a rule at the nearest difficulty at which its family makes it today. For an exam-only rule, which an earlier
 * release may have shown in a training, the slot keeps the difficulty and drops the rule.
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

/** Mixes families in the blueprint's proportions, and spreads each over all its difficulties. */
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

/** Divides `size` in proportion to the weights, by largest remainders. Each weight gets at least 1 if `size` allows it. */
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
