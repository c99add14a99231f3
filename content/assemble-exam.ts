import type { Blueprint } from './blueprint.ts'
import { generatorOf } from './generators/item-generators.ts'
import type { Item } from './item.ts'
import type { Partition } from './partition.ts'
import { createRng, type Rng } from './rng.ts'
import { ruleOf } from './rule-of.ts'
import { digestOfAsk, stemOf } from './signature.ts'
import { stampItem } from './stamp-item.ts'

/**
 * How often a slot is drawn again for another subject, how often for a look and words that the person has not seen, how often
 * for what they were not asked, and how often before the blueprint is given up.
 */
const drawsForVariety = 30
const drawsForLook = 40
const drawsForNews = 60
const drawsAtMost = 1500
/** How often a slot that names a rule is drawn for it, before any rule of its difficulty will do. */
const drawsForRule = 120
/** How often a slot is drawn again for a rule that goes by other numbers than those of the paper before it. */
const drawsForParameters = 400

/**
 * A paper, one item at a time, so that a caller can report progress or stop between two. The same input gives the same
 * paper. Items come from easy to hard, all of one partition. None asks anything that another of the paper has asked or given
 * as a sample (`Item.asks`); a subject, and a rule with the same numbers, comes twice only when the family has no other at that
 * difficulty.
 *
 * `seen` is what the person was given before, the newest first: what `digestsOf` made of each item, and of papers that
 * releases up to version 2 made the first digits of signatures (`Item.digestBefore`). It comes again only when a slot has
 * nothing unseen; then the least and the oldest of it.
 *
 * `seed` is secret and of one attempt: anyone who knows it can make the paper and its keys. Ids of options are made of it.
 *
 * Throws `ItemsExhausted` when the family cannot fill a slot without asking twice in one paper.
 */
export function* assembleExam({
  blueprint,
  seed,
  partition,
  seen = new Set(),
}: {
  blueprint: Blueprint
  seed: string
  partition: Partition
  seen?: ReadonlySet<string>
}): Generator<Item, void, undefined> {
  const rng = createRng(`${seed}/paper`)
  yield* fillSlots(slotsOf(blueprint, rng), rng, { seed, partition, seen })
}

/** A place in a paper: the family and the difficulty (prior b, logits) of its item and, where one is wished for, its rule. */
export type Slot = { family: string; difficulty: number; rule?: string }

type Filling = { seed: string; partition: Partition; seen: ReadonlySet<string> }

/** One item for each slot, in their order, by the rules of `assembleExam`. Throws `ItemsExhausted`. */
export function* fillSlots(
  slots: readonly Slot[],
  rng: Rng,
  { seed, partition, seen }: Filling,
): Generator<Item, void, undefined> {
  const staleness = memoryOf(seen)
  const asked = new Set<string>()
  const shown = new Set<string>()
  const subjectsOf = new Map<string, Set<string>>()
  const parameters = new Set<string>()
  for (const [place, slot] of slots.entries()) {
    const used = subjectsOf.get(slot.family) ?? new Set()
    subjectsOf.set(slot.family, used)
    // Who is to meet a rule again meets its subject again.
    const waitsForSubject = slot.rule === undefined && hasOtherSubjects(slot, partition, used)
    const isUsed = ({ subject }: Item) => used.has(subject)
    const item = drawItem(rng.split(`slot-${place}`), slot, partition, {
      used: waitsForSubject ? used : new Set(),
      isOfNewSubject: (candidate) => !waitsForSubject || !isUsed(candidate),
      isOfNewParameters: (candidate) => slot.rule !== undefined || !parameters.has(candidate.parameters),
      isAllowed: (candidate) =>
        !(candidate.isOnlyOfSubject && isUsed(candidate)) &&
        candidate.partition === partition &&
        !candidate.asks.some((ask) => asked.has(ask)),
      repeatsWords: (candidate) => repeatsWords(candidate, asked, shown),
      staleness,
    })
    for (const ask of item.asks) asked.add(ask)
    for (const word of item.shows) shown.add(word)
    used.add(item.subject)
    if (item.parameters !== '') parameters.add(item.parameters)
    yield stampItem(item, { seed, questionId: `q${place + 1}` })
  }
}

/** A slot cannot be filled: everything that the family makes there asks what the paper has asked already. */
export class ItemsExhausted extends Error {
  override name = 'ItemsExhausted'
}

/** Families of one difficulty come in an order of chance; difficulties rise. */
function slotsOf({ parts }: Blueprint, rng: Rng): Slot[] {
  const slots = parts.flatMap(({ family, difficulties }) => difficulties.map((difficulty) => ({ family, difficulty })))
  return rng.shuffle(slots).sort((a, b) => a.difficulty - b.difficulty)
}

/** Whether it offers as wrong what was asked in this paper, or asks what stood among the options. */
function repeatsWords({ asks, shows }: Item, asked: ReadonlySet<string>, shown: ReadonlySet<string>): boolean {
  return asks.some((ask) => shown.has(ask)) || shows.some((word) => asked.has(word) || shown.has(word))
}

/** How much of what an item asks and of what it shows was seen, and how lately. */
type Staleness = { asked: number; shown: number }

/**
 * 0 for nothing, near 1 for one thing seen in the last paper, less for what was seen long ago, more for more of it.
 */
function memoryOf(seen: ReadonlySet<string>): (item: Item) => Staleness {
  if (seen.size === 0) return () => ({ asked: 0, shown: 0 })
  const ages = new Map<string, number>()
  const agesBefore = new Map<string, number>()
  for (const digest of seen) {
    const age = 1 - (0.9 * ages.size) / seen.size
    ages.set(digest, age)
    const stem = stemOf(digest)
    if (!agesBefore.has(stem)) agesBefore.set(stem, age)
  }
  const known = new Map<string, number>()
  const ageOf = (ask: string) => {
    const age = known.get(ask) ?? ages.get(digestOfAsk(ask)) ?? 0
    known.set(ask, age)
    return age
  }
  const ageOfAll = (asks: readonly string[]) => asks.reduce((sum, ask) => sum + ageOf(ask), 0)
  return ({ asks, shows, digestBefore }) => {
    const whole = agesBefore.get(digestBefore) ?? 0
    return { asked: asks.length * whole + ageOfAll(asks), shown: ageOfAll(shows) }
  }
}

type Wishes = {
  used: ReadonlySet<string>
  isOfNewSubject: (item: Item) => boolean
  isOfNewParameters: (item: Item) => boolean
  isAllowed: (item: Item) => boolean
  repeatsWords: (item: Item) => boolean
  staleness: (item: Item) => Staleness
}

/** The first item that is new and varied; after so many draws the best of those that are allowed. */
function drawItem(rng: Rng, { family, difficulty, rule }: Slot, partition: Partition, wishes: Wishes): Item {
  const generator = generatorOf(family)
  let best: Judged | undefined
  for (let draws = 1; draws <= drawsAtMost; draws++) {
    const item = generator.generate(rng, difficulty, partition, wishes.used)
    // First what costs nothing: digests of an item are made when they are asked for.
    const isTimely = draws > drawsForVariety || wishes.isOfNewSubject(item)
    const isOfRule = rule === undefined || draws > drawsForRule || ruleOf(item) === rule
    const isNewRule = draws > drawsForParameters || wishes.isOfNewParameters(item)
    if (isTimely && isOfRule && isNewRule && wishes.isAllowed(item)) {
      const { asked, shown } = wishes.staleness(item)
      const drawn = { item, isAsked: asked > 0, staleness: asked + shown, isVaried: !wishes.repeatsWords(item) }
      if (best === undefined || isBetter(drawn, best)) best = drawn
    }
    if (best?.staleness === 0 && (best.isVaried || draws >= drawsForVariety)) return best.item
    if (best !== undefined && draws >= (best.isAsked ? drawsForNews : drawsForLook)) return best.item
  }
  throw new ItemsExhausted(`No item of ${family} at ${difficulty} asks anything else`)
}

type Judged = { item: Item; isAsked: boolean; staleness: number; isVaried: boolean }

function isBetter(one: Judged, other: Judged): boolean {
  if (one.staleness !== other.staleness) return one.staleness < other.staleness
  return one.isVaried && !other.isVaried
}

/** Whether the family has a subject at this difficulty that has not come yet; where it has many, it does not say. */
function hasOtherSubjects({ family, difficulty }: Slot, partition: Partition, used: ReadonlySet<string>): boolean {
  const all = generatorOf(family).subjects?.(difficulty, partition)
  return all === undefined || [...all].some((subject) => !used.has(subject))
}
