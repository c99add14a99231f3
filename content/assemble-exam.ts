import type { Blueprint } from './blueprint.ts'
import { generatorOf } from './generators/item-generators.ts'
import type { Item } from './item.ts'
import { type Partition, partitionOf } from './partition.ts'
import { createRng, type Rng } from './rng.ts'
import { seenAs, stemOf } from './signature.ts'
import { stampItem } from './stamp-item.ts'

/**
 * How often a slot is drawn again for another subject, how often for a question that none of the items to avoid has asked
 * with other options, and how often before the blueprint is given up.
 */
const drawsForVariety = 60
const drawsForNews = 300
const drawsAtMost = 600

/**
 * A paper, one item at a time, so that a caller can report progress or stop between two. The same input gives the same
 * paper. Items come from easy to hard, all of one partition, none that asks what another has asked and none of `avoid`; a
 * subject comes twice only when the family has no other at that difficulty, and a question that was asked before with other
 * options only when no new one is found.
 *
 * `avoid` has signatures, or what is kept of them (`seenAs`).
 *
 * `seed` is secret and of one attempt: whoever knows it can make the paper and its keys. Ids of options are made of it.
 *
 * Throws `ItemsExhausted` when `avoid` leaves a slot without items. The stock holds for dozens of papers, not for ever:
 * where papers are unlimited (training), avoid those of the last ten, not all.
 */
export function* assembleExam({
  blueprint,
  seed,
  partition,
  avoid = new Set(),
}: {
  blueprint: Blueprint
  seed: string
  partition: Partition
  avoid?: ReadonlySet<string>
}): Generator<Item, void, undefined> {
  const rng = createRng(`${seed}/paper`)
  const asked = new Set([...avoid].map(stemOf))
  const seen = new Set([...avoid].map(seenAs))
  const stems = new Set<string>()
  const subjects = new Set<string>()
  for (const [place, slot] of slotsOf(blueprint, rng).entries()) {
    const patience = hasOtherSubjects(slot, subjects) ? drawsForVariety : 0
    const item = drawItem(rng.split(`slot-${place}`), slot, (candidate, draws) => {
      // First what costs nothing: the signature of an item is made when it is asked for.
      if (draws <= patience && subjects.has(subjectOf(candidate))) return false
      const { signature } = candidate
      const stem = stemOf(signature)
      const fresh = partitionOf(signature) === partition && !seen.has(seenAs(signature)) && !stems.has(stem)
      return fresh && (draws > drawsForNews || !asked.has(stem))
    })
    stems.add(stemOf(item.signature))
    subjects.add(subjectOf(item))
    yield stampItem(item, { seed, questionId: `q${place + 1}` })
  }
}

/** All items that may be drawn for a slot have been used or are to be avoided. */
export class ItemsExhausted extends Error {
  override name = 'ItemsExhausted'
}

type Slot = { family: string; difficulty: number }

/** Families of one difficulty come in an order of chance; difficulties rise. */
function slotsOf({ parts }: Blueprint, rng: Rng): Slot[] {
  const slots = parts.flatMap(({ family, difficulties }) => difficulties.map((difficulty) => ({ family, difficulty })))
  return rng.shuffle(slots).sort((a, b) => a.difficulty - b.difficulty)
}

function drawItem(rng: Rng, { family, difficulty }: Slot, suits: (item: Item, draws: number) => boolean): Item {
  const generator = generatorOf(family)
  for (let draws = 1; draws <= drawsAtMost; draws++) {
    const item = generator.generate(rng, difficulty)
    if (suits(item, draws)) return item
  }
  throw new ItemsExhausted(`No unseen item of ${family} at ${difficulty}`)
}

/** Whether the family has a subject at this difficulty that has not come yet; where it has many, it does not say. */
function hasOtherSubjects({ family, difficulty }: Slot, used: ReadonlySet<string>): boolean {
  const all = generatorOf(family).subjects?.(difficulty)
  return all === undefined || [...all].some((subject) => !used.has(subjectOf({ family, subject })))
}

function subjectOf({ family, subject }: Pick<Item, 'family' | 'subject'>): string {
  return `${family}/${subject}`
}
