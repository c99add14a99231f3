import type { Item } from '../item.ts'
import type { Partition } from '../partition.ts'
import type { Rng } from '../rng.ts'

/**
 * One family of items. `levels` are the difficulties (prior b, logits, ascending) that it can make; for another it makes the
 * nearest. Every item of `generate` has passed its family's proof of uniqueness. A family with a dealt stock makes items of
 * the given partition; other families leave the partition to chance (`partitionOf`).
 */
export type ItemGenerator = {
  family: string
  levels: readonly number[]
  /** All subjects at this difficulty, if they are few. Once a paper has all of them, it waits for no new subject. */
  subjects?(difficulty: number, partition?: Partition): ReadonlySet<string>
  /** The levels at which a rule (`ruleOf`) is made, [] for an unknown one. Absent: repeat a rule at its known difficulty. */
  levelsOf?(rule: string): readonly number[]
  /** Whether a rule (`ruleOf`) comes in exams only. Absent: all rules come in trainings. */
  isOfExams?(rule: string): boolean
  /**
   * `used` are the subjects of the paper so far. A family that can tell an item by any subject takes an unused one if it can,
   * because its items are too expensive to draw again. For other families the caller draws again. `isWished` says which
   * exam-only rules to use (`shownIn`).
   */
  generate(rng: Rng, difficulty: number, partition?: Partition, used?: ReadonlySet<string>, isWished?: IsWished): Item
}

/** Whether an exam should use this exam-only rule, by its name from `ruleOf`. */
export type IsWished = (rule: string) => boolean

/** A kind of item of one difficulty. `isOfExams`: no training and no example has its rule. */
type Kind = { level: number; isOfExams?: boolean | undefined }

/** The kinds of a family by level. `nameOf` gives a kind's rule as `ruleOf` does, at least for exam-only kinds. */
export function kindsByLevel<T extends Kind>(all: readonly T[], nameOf: (kind: T) => string) {
  const levels = [...new Set(all.map(({ level }) => level))]
  return {
    levelsOf: (rule: string) => all.filter((kind) => nameOf(kind) === rule).map(({ level }) => level),
    /** Every family spreads these into its generator. A family that names all its rules adds `levelsOf`. */
    facts: {
      levels,
      isOfExams(rule: string): boolean {
        const named = all.filter((kind) => nameOf(kind) === rule)
        return named.length > 0 && named.every(({ isOfExams }) => isOfExams === true)
      },
    },
    /** The kinds of the nearest level that a partition may draw (`shownIn`). */
    at(difficulty: number, partition?: Partition, isWished?: IsWished): readonly T[] {
      const nearest = nearestLevel(levels, difficulty)
      return shownIn(
        all.filter(({ level }) => level === nearest),
        partition,
        isWished && ((kind) => isWished(nameOf(kind))),
      )
    },
  }
}

/**
 * The kinds, all of one difficulty, that a partition may show. An exam-only rule comes in no training and no example:
 * otherwise much training would show every rule, and the exam would measure memory (decision 0138). In an exam, wanted
 * exam-only kinds come first; without any, the others do, if there are others.
 */
export function shownIn<T extends Pick<Kind, 'isOfExams'>>(
  all: readonly T[],
  partition: Partition = 'exam',
  isWished?: (one: T) => boolean,
): readonly T[] {
  if (partition === 'exam' && isWished === undefined) return all
  const wished = partition === 'exam' ? all.filter((one) => one.isOfExams === true && isWished?.(one)) : []
  if (wished.length > 0) return wished
  const others = all.filter(({ isOfExams }) => isOfExams !== true)
  return others.length > 0 || partition !== 'exam' ? others : all
}

export function nearestLevel(levels: readonly number[], difficulty: number): number {
  return levels.reduce((best, level) => (Math.abs(level - difficulty) < Math.abs(best - difficulty) ? level : best))
}

/** Draws drafts until one passes its proof. After 2,000 failures it throws: the family is broken, not unlucky. */
export function drawUntilSound<T>(draw: () => T | undefined, what: string): T {
  for (let tries = 0; tries < 2000; tries++) {
    const drawn = draw()
    if (drawn !== undefined) return drawn
  }
  throw new Error(`No sound item in 2000 draws: ${what}`)
}
