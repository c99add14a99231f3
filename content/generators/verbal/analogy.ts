import type { Item } from '../../item.ts'
import { makeItem } from '../../make-item.ts'
import { type Partition, partitions } from '../../partition.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, nearestLevel } from '../item-generator.ts'
import { askOfWord, dealtSpelling, partitionOfSubject } from './dealt-words.ts'
import { mayBeReadAs } from './judgements.ts'
import { frames, mayStand, relationsBetween } from './lexicon.ts'
import type { Frame, Relation, Subject } from './lexicon/frame.ts'
import { shareRoot } from './roots.ts'

/** Six options form a grid: three subjects by two relations or, harder, two subjects by three relations. */
type Grid = { subjects: 2 | 3; relations: 2 | 3 }
type Plan = {
  frame: Frame
  subjects: readonly Subject[]
  relation: Relation
  /** Columns whose words may be options with the right one. */
  beside: readonly number[]
  grid: Grid
  level: number
}

const plansOf = Object.fromEntries(
  partitions.map((partition) => [partition, byLevel(frames.flatMap((frame) => framePlans(frame, partition)))]),
) as Record<Partition, Map<number, Plan[]>>

function byLevel(plans: readonly Plan[]): Map<number, Plan[]> {
  const found = new Map<number, Plan[]>()
  for (const plan of plans) found.set(plan.level, [...(found.get(plan.level) ?? []), plan])
  return found
}

/** The plans of a frame for the subjects that were dealt to a partition, if there are enough of them. */
function framePlans(frame: Frame, partition: Partition): Plan[] {
  const subjects = frame.subjects.filter(({ word }) => partitionOfSubject(word) === partition)
  return frame.relations.flatMap((relation, column) => {
    const { level } = relation
    if (level === undefined) return []
    const { near, alike, others } = otherColumns(frame, column)
    const enough = (beside: readonly number[], least: number) =>
      beside.filter((each) => subjects.filter(({ cells }) => cells[column] && cells[each]).length > least)
    const wide = [near, alike, others].map((beside) => enough(beside, 3)).find((beside) => beside.length > 0) ?? []
    const deep = enough(alike, 2)
    const plan = { frame, subjects, relation }
    const plans: Plan[] = []
    if (wide.length > 0) plans.push({ ...plan, beside: wide, grid: { subjects: 3, relations: 2 }, level })
    if (deep.length > 1) plans.push({ ...plan, beside: deep, grid: { subjects: 2, relations: 3 }, level: level + 0.5 })
    return plans
  })
}

/**
 * The other columns of a frame: all of them, those whose words look like the answers, and the one whose words are of the same
 * kind. A verb among nouns, or a name among lower-case words, would be found without a thought about the given pair.
 */
function otherColumns({ relations }: Frame, column: number): { near: number[]; alike: number[]; others: number[] } {
  const others = relations.map((_, i) => i).filter((i) => i !== column)
  const alike = others.filter((i) => relations[i]?.form === relations[column]?.form)
  return { others, alike, near: alike.filter((i) => relations[i]?.name === relations[column]?.beside) }
}

const levels = [...plansOf.exam.keys()].sort((a, b) => a - b)

type Drawn = {
  plan: Plan
  given: [string, string]
  asked: string
  right: string
  options: string[]
  others: readonly string[]
}

/**
 * «A : B, C : ?». The options are the words for several subjects, C among them, in several relations, one of them right. A
 * person who sees only the options sees a full grid, in which nothing is more frequent than anything else.
 */
export const verbalAnalogy: ItemGenerator = {
  family: 'verbal-analogy',
  levels,
  subjects: (difficulty, partition = 'exam') =>
    new Set(plansOf[partition].get(nearestLevel(levels, difficulty))?.map(({ relation }) => senseOf(relation))),
  generate(rng, difficulty, partition = 'exam') {
    // Not every partition has words for every level.
    const level = nearestLevel([...plansOf[partition].keys()], difficulty)
    const fitting = plansOf[partition].get(level) as Plan[]
    const drawn = drawUntilSound(() => soundAnalogy(rng, rng.pick(fitting)), `analogy of level ${level}`)
    return analogyItem(drawn, partition)
  },
}

function soundAnalogy(rng: Rng, plan: Plan): Drawn | undefined {
  const { frame, subjects: dealt, relation, beside, grid } = plan
  const own = frame.relations.indexOf(relation)
  const columns = [own, ...rng.sample(beside, grid.relations - 1)]
  const full = dealt.filter(({ cells }) => columns.every((column) => cells[column]))
  const given = rng.pick(dealt.filter(({ cells }) => cells[own]))
  const rest = full.filter((subject) => subject !== given)
  if (rest.length < grid.subjects) return undefined

  const subjects = rng.sample(rest, grid.subjects) as [Subject, ...Subject[]]
  const options = subjects.flatMap((subject) => columns.map((column) => wordOf(subject, column)))
  const [asked] = subjects
  const drawn = {
    plan,
    given: [given.word, wordOf(given, own)] as [string, string],
    asked: asked.word,
    right: wordOf(asked, own),
    options,
    others: subjects.slice(1).map(({ word }) => word),
  }
  return isSound(drawn) ? drawn : undefined
}

/** Relations whose words also answer: a stronger word answers for a synonym, a capital for a city of its country. */
const broader: Record<string, readonly string[]> = { synonym: ['synonym', 'stronger'], city: ['city', 'capital'] }
const answersTo = (relation: string) => broader[relation] ?? [relation]

/**
 * The proof by the lexicon. In every relation that the given pair has, or that readers may see in it, exactly one option
 * answers for the asked word: the key. No word comes twice, and the key is not alone in sharing the asked word's root.
 */
function isSound({ plan, given: [a, b], asked, right, options, others }: Drawn): boolean {
  const words = [a, b, asked, ...options]
  const known = [a, b, asked, right, ...others]
  const read = plan.frame.relations.filter(({ name }) => mayBeReadAs(plan.relation.name, name, [a, b]))
  const readings = [...relationsBetween(a, b), ...read.map(({ name }) => name)].flatMap(answersTo)
  const answers = options.filter((option) => readings.some((relation) => mayStand(relation, asked, option)))
  return (
    new Set(words).size === words.length &&
    new Set(known).size === known.length &&
    answers.length === 1 &&
    answers[0] === right &&
    !isAloneOfRoot(asked, right, options)
  )
}

function isAloneOfRoot(asked: string, right: string, options: readonly string[]): boolean {
  return shareRoot(asked, right) && options.filter((option) => shareRoot(asked, option)).length === 1
}

/** An asked word in a relation, its answer, and all wrong words that the dealing can offer with it. */
export type Offer = { relation: string; asked: string; right: string; wrong: readonly string[] }

/** All offers that a partition can make, whatever pair is given. Readers must have judged each of them. */
export function offersOf(partition: Partition): Offer[] {
  const offers = new Map<string, { relation: string; asked: string; right: string; wrong: Set<string> }>()
  for (const { frame, subjects, relation, beside } of [...plansOf[partition].values()].flat()) {
    const own = frame.relations.indexOf(relation)
    const full = subjects.filter(({ cells }) => cells[own] && beside.some((column) => cells[column]))
    const words = full.flatMap(({ cells }) => [own, ...beside].flatMap((column) => cells[column]?.word ?? []))
    for (const subject of full) {
      const { word: asked } = subject
      const isRight = (word: string) => answersTo(relation.name).some((each) => mayStand(each, asked, word))
      const key = `${relation.name}: ${asked}`
      const offer = offers.get(key) ?? { relation: relation.name, asked, right: wordOf(subject, own), wrong: new Set() }
      for (const word of words) if (word !== asked && !isRight(word)) offer.wrong.add(word)
      offers.set(key, offer)
    }
  }
  return [...offers.values()].map((offer) => ({ ...offer, wrong: [...offer.wrong] }))
}

/** A pair that can be a sample, and the relations whose wrong words may be offered with it. */
export type Sample = { relation: string; pair: [string, string]; besides: readonly string[] }

/** All pairs that can be samples in a partition. Readers must have judged how each of them may be read. */
export function samplesOf(partition: Partition): Sample[] {
  return [...plansOf[partition].values()].flat().flatMap(({ frame, subjects, relation, beside }) => {
    const own = frame.relations.indexOf(relation)
    const besides = beside.map((column) => nameOf(frame, column))
    return subjects
      .filter(({ cells }) => cells[own])
      .map((subject) => ({ relation: relation.name, pair: [subject.word, wordOf(subject, own)], besides }))
  })
}

/** Says why the most tempting words fail: those that belong to the asked word in another way. */
function nearestWrong(
  { relations, subjects }: Frame,
  asked: string,
  right: string,
  options: readonly string[],
): string {
  const cells = subjects.find(({ word }) => word === asked)?.cells ?? []
  const explained = cells.flatMap((cell, column) => {
    const isTempting = cell && cell.word !== right && options.includes(cell.word)
    return isTempting
      ? [`Слово «${cell.word}» теж пов’язане з «${asked}», але інакше: ${relations[column]?.said}.`]
      : []
  })
  return explained.join(' ')
}

/** Sayings are long, so their prompt is shorter: otherwise it would scroll on the smallest phone. */
const askedOf = ({ name }: Frame) =>
  name === 'sayings'
    ? 'Перша пара — зразок. Яке слово так само пов’язане з другим висловом?'
    : 'Слова в першій парі пов’язані за змістом. Яке слово так само пов’язане з першим словом другої пари?'

const senseOf = ({ sense, name }: Relation) => sense ?? name

const nameOf = ({ relations }: Frame, column: number) => (relations[column] as Relation).name

function wordOf(subject: Subject, column: number): string {
  return (subject.cells[column] as { word: string }).word
}

function analogyItem({ plan, given: [a, b], asked, right, options, others }: Drawn, partition: Partition): Item {
  const { relation, grid, level } = plan
  const nearest = nearestWrong(plan.frame, asked, right, options)
  return makeItem({
    family: verbalAnalogy.family,
    difficulty: level,
    subject: senseOf(relation),
    isOnlyOfSubject: relation.sense !== undefined,
    radicals: { relation: relation.name, given: a, asked, grid: `${grid.subjects}×${grid.relations}` },
    stem: `${relation.name}: ${dealtSpelling(asked)}`,
    stemBefore: `${relation.name}: ${dealtSpelling(a)}, ${dealtSpelling(asked)}`,
    asks: [asked, a, right, b].map(askOfWord),
    shows: others.map(askOfWord),
    partition,
    prompt: `${askedOf(plan.frame)}\n\n${a} — ${b}\n${asked} — ?`,
    answer: { options: options.map((text) => ({ text })), right: options.indexOf(right) },
    explanation: `Зв’язок у першій парі: ${relation.said}. Так само: ${asked} — ${right}.${nearest ? ` ${nearest}` : ''}`,
  })
}
