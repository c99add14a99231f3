import type { Item } from '../item.ts'
import type { Partition } from '../partition.ts'
import type { Rng } from '../rng.ts'

/**
 * One family of items. `levels` are the difficulties (prior b, logits, ascending) that it can make; asked for another,
 * it makes the nearest. `generate` always returns an item that has passed its family's proof of uniqueness. Families
 * whose stock was dealt make it of this partition's; the others leave it to chance (`partitionOf` tells).
 */
export type ItemGenerator = {
  family: string
  levels: readonly number[]
  /** All subjects that items of this difficulty have, where they are few: when all have come, none is waited for. */
  subjects?(difficulty: number, partition?: Partition): ReadonlySet<string>
  /** Where items of this rule (`ruleOf`) are made, none of an unknown one; of a family that does not say, at the difficulty that is known. */
  levelsOf?(rule: string): readonly number[]
  /** Whether no training shows the rule (`ruleOf`). Absent: all rules come in trainings. */
  isOfExams?(rule: string): boolean
  /**
   * `used` are subjects that its paper has. A family that can tell an item in words of any subject takes another, while there is
   * one: its items are too dear to be drawn until the words are new. The others leave it to their caller to draw again.
   * `isWished` says which rules of exams alone it shall go by (`shownIn`).
   */
  generate(rng: Rng, difficulty: number, partition?: Partition, used?: ReadonlySet<string>, isWished?: IsWished): Item
}

/** Whether an exam shall go by a rule of exams alone, named as `ruleOf` does. */
export type IsWished = (rule: string) => boolean

/** What a family makes its items of, each of one difficulty. `isOfExams`: no training and no example shows its rule. */
type Kind = { level: number; isOfExams?: boolean | undefined }

/** The kinds of a family by their levels; `nameOf` names the rule of a kind, at least of one of exams alone, as `ruleOf` does. */
export function kindsByLevel<T extends Kind>(all: readonly T[], nameOf: (kind: T) => string) {
  const levels = [...new Set(all.map(({ level }) => level))]
  return {
    levelsOf: (rule: string) => all.filter((kind) => nameOf(kind) === rule).map(({ level }) => level),
    /** What every family says of itself; those that name all their rules add `levelsOf`. */
    facts: {
      levels,
      isOfExams(rule: string): boolean {
        const named = all.filter((kind) => nameOf(kind) === rule)
        return named.length > 0 && named.every(({ isOfExams }) => isOfExams === true)
      },
    },
    /** Those of the nearest level from which a partition draws (`shownIn`). */
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
 * Those of these, all of one difficulty, that a partition may show. A rule that is of exams alone comes in no training and no example: who
 * has trained much would else have met every rule before the exam, which then measures what they remember (decision 0138). Where some
 * are wished for it is one of these, else none of exams alone, while there is another.
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

/** Draws drafts until one passes its proof. A family that cannot pass in so many draws is broken, not unlucky. */
export function drawUntilSound<T>(draw: () => T | undefined, what: string): T {
  for (let tries = 0; tries < 2000; tries++) {
    const drawn = draw()
    if (drawn !== undefined) return drawn
  }
  throw new Error(`No sound item in 2000 draws: ${what}`)
}
