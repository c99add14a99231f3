import type { Blueprint } from './blueprint.ts'
import { generatorOf } from './generators/item-generators.ts'
import type { Item } from './item.ts'
import type { Partition } from './partition.ts'
import { createRng, type Rng } from './rng.ts'
import { ruleOf } from './rule-of.ts'
import { digestOfAsk, heldRuleName, heldRuleOf, heldMarkOf, stemOf } from './signature.ts'
import { stampItem } from './stamp-item.ts'

/** Bounds on the draws of one slot: for another subject, for an unseen look and words, for an unasked question, and in all. */
const drawsForVariety = 30
const drawsForLook = 40
const drawsForNews = 60
const drawsAtMost = 1500
/** Draws of a slot that names a rule, before any rule of its difficulty will do. */
const drawsForRule = 120
/** Draws for a rule with numbers that the paper does not have yet. */
const drawsForParameters = 400

/**
 * Yields the items of a paper one at a time, so that a caller can report progress or stop. The same input gives the same
 * paper. Items rise in difficulty and are all of one partition. None asks anything that another asks or gives as a sample
 * (`Item.asks`). A subject, or a rule with the same numbers, comes twice only if the family has no other at that difficulty.
 *
 * Some rules come in exams only. A person's first paper of a family uses some of them at random, a later one those that the
 * person has not met. Otherwise a later paper would measure memory of the first (decision 0144). Free samples use none.
 *
 * `seen` is what the person was given before, the newest first, as `digestsOf` made it. Papers of releases up to version 2
 * left `Item.digestBefore`. Seen things come again only when a slot has nothing unseen: first the fewest and oldest.
 *
 * `seed` is a secret of one attempt: anyone who knows it can make the paper, its keys and the ids of its options.
 *
 * Throws `ItemsExhausted` when a family cannot fill a slot without asking the same thing twice in one paper.
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

/** A paper with fewer questions is a free sample: it has no anchor and no exam-only rule. */
const questionsOfWhole = 18

/**
 * A place in a paper: the family and difficulty (prior b, logits) of its item, and the rule that it asks for, if any. Places
 * with the same `third` may hold the anchor of that third. The first place whose anchor is new to person and paper gets it.
 */
export type Slot = { family: string; difficulty: number; rule?: string; third?: number }

/** Number of anchors in a paper, one in each third. All papers share them, so a calibration can link papers. */
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

/** The item that all papers share for a slot: the first exam item of a fixed stream, by an exam-only rule if one exists. */
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

/** Whether a paper should use this exam-only rule of a family. */
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
    // A slot that names a rule may repeat its subject, too.
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

/** A first paper of a family uses each exam-only rule with this probability, a later one all that the person has not met. */
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

/** A slot cannot be filled: everything that its family makes there asks something that the paper has asked already. */
export class ItemsExhausted extends Error {
  override name = 'ItemsExhausted'
}

/** Slots in rising difficulty; families of one difficulty come in random order. */
function slotsOf({ parts }: Blueprint, rng: Rng): Slot[] {
  const slots = parts.flatMap(({ family, difficulties }) => difficulties.map((difficulty) => ({ family, difficulty })))
  return rng.shuffle(slots).sort((a, b) => a.difficulty - b.difficulty)
}

/** Whether an item asks what this paper has shown, or shows what this paper has asked or shown. */
function repeatsWords({ asks, shows }: Item, asked: ReadonlySet<string>, shown: ReadonlySet<string>): boolean {
  return asks.some((ask) => shown.has(ask)) || shows.some((word) => asked.has(word) || shown.has(word))
}

/** How much the person has seen of what an item asks and shows; recent things weigh more. */
type Staleness = { asked: number; shown: number }

/** Returns a function that weighs the seen things of an item: from 1 for the newest to about .1 for the oldest, 0 if unseen. */
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
  /** False for an exam-only rule that the person has met. */
  isOfNewRule: (item: Item) => boolean
  staleness: (item: Item) => Staleness
}

/** The first item that is new and varied. After the bounds above, the best of the allowed items. */
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

/** Returns a function that draws the slot's next item, given the number of the draw. */
function drawerOf(
  rng: Rng,
  { family, difficulty }: Slot,
  partition: Partition,
  wishes: Wishes,
): (draws: number) => Item {
  const generator = generatorOf(family)
  const { isHeldWished, used } = wishes
  return (draws) => {
    // A rule without numbers comes once in a paper, so more draws for it would be in vain.
    const isWished = draws > drawsForVariety ? noneHeld : isHeldWished
    return generator.generate(rng, difficulty, partition, used, (rule) => isWished(family, rule))
  }
}

/** Whether an item may be taken at this draw. Cheap checks come first: an item makes its digests only when they are read. */
function isTimely(item: Item, draws: number, { rule }: Slot, wishes: Wishes): boolean {
  return (
    (draws > drawsForVariety || wishes.isOfNewSubject(item)) &&
    (rule === undefined || draws > drawsForRule || ruleOf(item) === rule) &&
    (draws > drawsForParameters || wishes.isOfNewParameters(item)) &&
    wishes.isAllowed(item)
  )
}

/** The anchor of a place. Undefined if it repeats something of the paper, or something that the person has met. */
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

/** Whether the family has an unused subject at this difficulty. True for a family that has too many to list. */
function hasOtherSubjects({ family, difficulty }: Slot, partition: Partition, used: ReadonlySet<string>): boolean {
  const all = generatorOf(family).subjects?.(difficulty, partition)
  return all === undefined || [...all].some((subject) => !used.has(subject))
}
