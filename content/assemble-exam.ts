import type { Blueprint } from './blueprint.ts'
import { generatorOf } from './generators/item-generators.ts'
import type { Item } from './item.ts'
import type { Partition } from './partition.ts'
import { createRng, type Rng } from './rng.ts'
import { ruleOf } from './rule-of.ts'
import { digestOfAsk, heldRuleName, heldRuleOf, heldMarkOf, stemOf } from './signature.ts'
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
 * Of the rules of exams alone a first paper of a family goes by some, by chance, and a later one by those that its person has not met. Else
 * the later paper would measure what its person remembers of the first (decision 0144). A free sample goes by none of them.
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
  const slots = slotsOf(blueprint, rng)
  const isWhole = partition === 'exam' && slots.length >= questionsOfWhole
  const filling = { seed, partition, seen, ...(isWhole && { isHeldWished: wishedOf(seen, seed) }) }
  yield* fillSlots(isWhole ? withAnchors(slots, rng) : slots, rng, filling)
}

/** A shorter paper is a free sample: it shows no anchor and no rule of exams alone. */
const questionsOfWhole = 18

/**
 * A place in a paper: the family and the difficulty (prior b, logits) of its item and, where one is wished for, its rule. `third`: which
 * third of the paper it may give an anchor to. The first whose anchor is new to this person and to the paper has it.
 */
export type Slot = { family: string; difficulty: number; rule?: string; third?: number }

/** So many places of a paper, one in each of its thirds, ask what other papers ask too: by these a calibration links papers. */
const anchorsEach = 3

function withAnchors(slots: readonly Slot[], rng: Rng): Slot[] {
  const part = Math.floor(slots.length / anchorsEach)
  const first = Array.from({ length: anchorsEach }, (_, third) => third * part + rng.int(0, part - 1))
  return slots.map((slot, place) => {
    const third = Math.min(anchorsEach - 1, Math.floor(place / part))
    return place < (first[third] as number) ? slot : { ...slot, third }
  })
}

const anchors = new Map<string, Item>()

/**
 * The one item that all papers share of a family at a difficulty: the first of its stream that lies in the partition of exams, by a rule of
 * exams alone where there is one.
 */
export function anchorOf({ family, difficulty }: Slot): Item {
  const name = `anchor/${family}/${difficulty}`
  const known = anchors.get(name)
  if (known) return known
  const rng = createRng(name)
  for (;;) {
    const item = generatorOf(family).generate(rng, difficulty, 'exam', undefined, () => true)
    if (item.partition !== 'exam') continue
    anchors.set(name, item)
    return item
  }
}

type Filling = { seed: string; partition: Partition; seen: ReadonlySet<string>; isHeldWished?: IsHeldWished }

/** Whether a paper shall go by a rule of exams alone of a family. */
type IsHeldWished = (family: string, rule: string) => boolean

const noneHeld: IsHeldWished = () => false

/** One item for each slot, in their order, by the rules of `assembleExam`. Throws `ItemsExhausted`. */
export function* fillSlots(
  slots: readonly Slot[],
  rng: Rng,
  { seed, partition, seen, isHeldWished = noneHeld }: Filling,
): Generator<Item, void, undefined> {
  const staleness = memoryOf(seen)
  const asked = new Set<string>()
  const shown = new Set<string>()
  const subjectsOf = new Map<string, Set<string>>()
  const parameters = new Set<string>()
  const anchored = new Set<number>()
  for (const [place, slot] of slots.entries()) {
    const used = subjectsOf.get(slot.family) ?? new Set()
    subjectsOf.set(slot.family, used)
    // Who is to meet a rule again meets its subject again.
    const waitsForSubject = slot.rule === undefined && hasOtherSubjects(slot, partition, used)
    const isUsed = ({ subject }: Item) => used.has(subject)
    const wishes: Wishes = {
      used: waitsForSubject ? used : new Set(),
      isOfNewSubject: (candidate) => !waitsForSubject || !isUsed(candidate),
      isOfNewParameters: (candidate) => slot.rule !== undefined || !parameters.has(candidate.parameters),
      isAllowed: (candidate) =>
        !(candidate.isOnlyOfSubject && isUsed(candidate)) &&
        candidate.partition === partition &&
        !candidate.asks.some((ask) => asked.has(ask)),
      repeatsWords: (candidate) => repeatsWords(candidate, asked, shown),
      isHeldWished,
      isOfNewRule: (candidate) => !candidate.isOfExams || !seen.has(digestOfAsk(heldRuleOf(candidate))),
      staleness,
    }
    const isAnchored = slot.third === undefined || anchored.has(slot.third)
    const anchor = isAnchored ? undefined : welcomeAnchor(slot, wishes)
    if (anchor !== undefined) anchored.add(slot.third as number)
    const item = anchor ?? drawItem(rng.split(`slot-${place}`), slot, partition, wishes)
    for (const ask of item.asks) asked.add(ask)
    for (const word of item.shows) shown.add(word)
    used.add(item.subject)
    if (item.parameters !== '') parameters.add(item.parameters)
    yield stampItem(item, { seed, questionId: `q${place + 1}` })
  }
}

/** A person's first paper of a family goes by so many of its rules of exams alone; another paper has the others. */
const shareOfFirst = 0.4

function wishedOf(seen: ReadonlySet<string>, seed: string): IsHeldWished {
  const known = new Map<string, boolean>()
  const isSeen = (name: string) => seen.has(digestOfAsk(name))
  return (family, rule) => {
    const name = heldRuleName(family, rule)
    // Papers of generator 13 left rules without the mark of their family.
    const decide = () =>
      !isSeen(name) && (isSeen(heldMarkOf(family)) || createRng(`${seed}/${name}`).chance(shareOfFirst))
    const isWished = known.get(name) ?? decide()
    known.set(name, isWished)
    return isWished
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
  isHeldWished: IsHeldWished
  /** No rule of exams alone that its person has met. */
  isOfNewRule: (item: Item) => boolean
  staleness: (item: Item) => Staleness
}

/** The first item that is new and varied; after so many draws the best of those that are allowed. */
function drawItem(rng: Rng, slot: Slot, partition: Partition, wishes: Wishes): Item {
  const { family, difficulty } = slot
  const draw = drawerOf(rng, slot, partition, wishes)
  let best: Judged | undefined
  for (let draws = 1; draws <= drawsAtMost; draws++) {
    const item = draw(draws)
    if (isTimely(item, draws, slot, wishes)) {
      const { asked, shown } = wishes.staleness(item)
      const drawn = { item, isAsked: asked > 0, staleness: asked + shown, isVaried: !wishes.repeatsWords(item) }
      if (best === undefined || isBetter(drawn, best)) best = drawn
    }
    if (best?.staleness === 0 && (best.isVaried || draws >= drawsForVariety)) return best.item
    if (best !== undefined && draws >= (best.isAsked ? drawsForNews : drawsForLook)) return best.item
  }
  throw new ItemsExhausted(`No item of ${family} at ${difficulty} asks anything else`)
}

/** Gives the slot's next item, by the number of its draw. */
function drawerOf(
  rng: Rng,
  { family, difficulty }: Slot,
  partition: Partition,
  wishes: Wishes,
): (draws: number) => Item {
  const generator = generatorOf(family)
  const { isHeldWished, used } = wishes
  return (draws) => {
    // A rule without numbers comes once in a paper: more draws for it are in vain.
    const isWished = draws > drawsForVariety ? noneHeld : isHeldWished
    return generator.generate(rng, difficulty, partition, used, (rule) => isWished(family, rule))
  }
}

/** Whether it may be taken at this draw. First what costs nothing: digests of an item are made when they are asked for. */
function isTimely(item: Item, draws: number, { rule }: Slot, wishes: Wishes): boolean {
  return (
    (draws > drawsForVariety || wishes.isOfNewSubject(item)) &&
    (rule === undefined || draws > drawsForRule || ruleOf(item) === rule) &&
    (draws > drawsForParameters || wishes.isOfNewParameters(item)) &&
    wishes.isAllowed(item)
  )
}

/** The anchor of a place, unless it repeats something of the paper, or what its person was asked. */
function welcomeAnchor(slot: Slot, wishes: Wishes): Item | undefined {
  const anchor = anchorOf(slot)
  const isNew = wishes.isOfNewSubject(anchor) && wishes.isOfNewParameters(anchor) && !wishes.repeatsWords(anchor)
  return isNew && wishes.isAllowed(anchor) && wishes.isOfNewRule(anchor) && wishes.staleness(anchor).asked === 0
    ? anchor
    : undefined
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
