import type { Item } from '../../item.ts'
import { makeItemLater } from '../../make-item.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, kindsByLevel } from '../item-generator.ts'
import { allOrders, type Clue, type Hint, holds, Models, type Order, personsOf, placeOf } from './ordering-clues.ts'
import { type Story, stories } from './ordering-stories.ts'
import { type Person, people } from './people.ts'
import { joined, saidClue } from './ordering-words.ts'

type Grade = {
  level: number
  count: number
  sorts: readonly Clue['sort'][]
  ends: boolean
  /** How many orders fit the clues; absent for either. */
  orders?: 'one' | 'several'
  /** An exam-only sort of clue. Each puzzle of the grade needs one, drawn first, and has more only if `sorts` names it. */
  special?: Clue['sort']
  isOfExams?: boolean
}

/**
 * The grades. Harder: more people, clues that do not compare, a place in the middle, and several possible orders that agree
 * only on the asked place. Distances are hardest without clues of neighbours.
 */
const grades: readonly Grade[] = [
  { level: -1.5, count: 4, sorts: ['above'], ends: true },
  { level: -1, count: 4, sorts: ['above', 'next-above', 'not-top', 'not-bottom'], ends: false },
  ofExams('neighbours', { level: -1, count: 4, sorts: ['above', 'neighbours', 'not-top', 'not-bottom'] }),
  { level: -0.5, count: 5, sorts: ['above', 'next-above'], ends: false, orders: 'one' },
  { level: 0, count: 5, sorts: ['above', 'next-above', 'not-top', 'not-bottom'], ends: false },
  ofExams('neighbours', { level: 0, count: 5, sorts: ['above', 'neighbours', 'not-top', 'not-bottom'] }),
  { level: 0.5, count: 5, sorts: ['above', 'next-above', 'apart', 'not-bottom'], ends: false, orders: 'several' },
  ofExams('middle', { level: 0.5, count: 5, sorts: ['above', 'next-above', 'not-bottom'], orders: 'several' }),
  { level: 1, count: 5, sorts: ['above', 'apart', 'not-top', 'not-bottom'], ends: false },
  ofExams('either', { level: 1, count: 5, sorts: ['above', 'apart', 'not-bottom'] }),
  { level: 1.5, count: 6, sorts: ['above', 'next-above', 'apart', 'not-top'], ends: false, orders: 'several' },
  ofExams('middle', { level: 1.5, count: 6, sorts: ['above', 'next-above', 'apart'], orders: 'several' }),
]

function ofExams(special: Clue['sort'], grade: Omit<Grade, 'ends'>): Grade {
  return { ...grade, ends: false, special, isOfExams: true }
}

/** For `ruleOf` the special clue of a puzzle names its rule. */
const byLevel = kindsByLevel(grades, ({ special }) => special as string)
const inAlphabet = people.toSorted((a, b) => new Intl.Collator('uk').compare(a.name, b.name))
const alphabetOf = new Map(inAlphabet.map((person, place) => [person, place]))
const byAlphabet = (a: Person, b: Person) => (alphabetOf.get(a) as number) - (alphabetOf.get(b) as number)
const ordersOf = new Map([4, 5, 6].map((count) => [count, allOrders(count)]))

type Drawn = { grade: Grade; clues: Clue[]; place: number; order: Order; models: number }

/** «Who is third?» The order of four to six people follows from the clues. */
export const logicOrdering: ItemGenerator = {
  family: 'logic-ordering',
  ...byLevel.facts,
  generate(rng, difficulty, partition, _used, isWished) {
    const grade = rng.pick(byLevel.at(difficulty, partition, isWished))
    const rank = rng.int(0, grade.count - 1)
    const share = rng.next()
    let draws = 0
    const drawn = drawUntilSound(() => {
      const puzzle = soundPuzzle(rng, grade, share)
      draws += 1
      return puzzle && (draws > drawsForRank || rankOf(rng, puzzle) === rank) ? puzzle : undefined
    }, `ordering of level ${grade.level}`)
    return orderingItem(rng, drawn)
  },
}

/** Draws for a puzzle with the wanted rank of the right person; some ranks are rare. */
const drawsForRank = 1500

/**
 * How many people the clues name more often than the right one, with ties broken at random. The rank is drawn before the
 * puzzle, each equally often, so a count of names finds nobody. By chance alone the middle of an order is named most.
 */
function rankOf(rng: Rng, { clues, place, order }: Drawn): number {
  const named = order.map(() => 0)
  for (const clue of clues) for (const person of personsOf(clue)) named[person] = (named[person] as number) + 1
  for (let person = 0; person < named.length; person++) named[person] = (named[person] as number) + rng.next()
  const right = named[order.indexOf(place - 1)] as number
  return named.filter((times) => times > right).length
}

/**
 * Draws a special clue. It speaks of the right person exactly if `share`, from 0 to 1, is below the share of people of whom
 * it speaks. By chance the person in the middle was right in two of five puzzles, one of two for the top in one of seven.
 */
function drawSpecial(rng: Rng, special: Clue['sort'], share: number, { order, place, models }: Begun): Hint {
  for (;;) {
    const hint = drawTrueClue(rng, special, order, models)
    const spoken = hint.clue.sort === 'middle' ? [hint.clue.one] : personsOf(hint.clue)
    if (spoken.includes(order.indexOf(place - 1)) === share < spoken.length / order.length) return hint
  }
}

type Begun = { order: Order; place: number; models: Models }

/** Adds clues until they decide the place, then removes every clue that is not needed. */
function soundPuzzle(rng: Rng, grade: Grade, share: number): Drawn | undefined {
  const { count, sorts, ends, orders: wanted, special } = grade
  const order = rng.pick(ordersOf.get(count) as Order[])
  const place = ends ? rng.pick([1, count]) : rng.int(2, count - 1)
  const models = new Models(order, place - 1)
  const hints = special === undefined ? [] : [drawSpecial(rng, special, share, { order, place, models })]
  while (!models.decide(hints) && hints.length < 7) hints.push(drawTrueClue(rng, rng.pick(sorts), order, models))
  if (hints.length < count - 2 || !isVaried(hints, grade) || !models.decide(hints)) return undefined

  for (let at = hints.length - 1; at >= 0; at--) {
    if (models.decide(hints.toSpliced(at, 1))) hints.splice(at, 1)
  }
  if (hints.length < count - 2 || !isVaried(hints, grade)) return undefined

  const allowed = models.count(hints)
  const isWanted = wanted === undefined || wanted === (allowed === 1 ? 'one' : 'several')
  if (!isWanted) return undefined
  const clues = rng.shuffle(hints).map(({ clue }) => clue)
  return { grade, clues, place, order, models: allowed }
}

/** Whether the clues are of as many sorts as their grade needs. */
function isVaried(hints: readonly Hint[], { sorts, count, special }: Grade): boolean {
  if (sorts.length === 1) return true
  const said = new Set(hints.map(({ clue }) => clue.sort))
  return said.size >= Math.min(count === 4 ? 2 : 3, sorts.length) && (special === undefined || said.has(special))
}

function drawTrueClue(rng: Rng, sort: Clue['sort'], order: Order, models: Models): Hint {
  for (;;) {
    shuffleHand(rng, order)
    const [one, other, third] = [hand[0] as number, hand[1] as number, hand[2] as number]
    const between = Math.abs(placeOf(order, one) - placeOf(order, other)) - 1
    if (sort === 'apart' && (between < 1 || between > 2)) continue
    const hint = models.hint(sort, one, other, sort === 'middle' ? third : between)
    if (holds(hint.clue, order)) return hint
  }
}

/** The shuffled people of an order. A paper draws ten thousand pairs and refuses most, so all share one list. */
const hand: number[] = []

/** Draws exactly as `rng.shuffle` does, so that its first three are those of `rng.sample`. */
function shuffleHand(rng: Rng, order: Order): void {
  for (let i = 0; i < order.length; i++) hand[i] = order[i] as number
  for (let i = order.length - 1; i > 0; i--) {
    const j = rng.int(0, i)
    const moved = hand[i] as number
    hand[i] = hand[j] as number
    hand[j] = moved
  }
}

function orderingItem(rng: Rng, { grade, clues, place, order, models }: Drawn): Item {
  const { level, count, special, isOfExams } = grade
  const story: Story = rng.pick(stories)
  const cast = rng.sample(people, count)
  const who = (number: number) => cast[number] as Person
  const said = clues.map((clue) => saidClue(clue, who, story, rng.chance(0.5)))
  const names = cast.toSorted(byAlphabet).map(({ name }) => name)
  const subject = `ordering/${story.name}/${place}/${count}`
  const head = {
    family: logicOrdering.family,
    difficulty: level,
    subject,
    isOfExams,
    shows: [`${logicOrdering.family} like ${subject}`],
    radicals: {
      story: story.name,
      place,
      count,
      models,
      clues: said.join(' '),
      ...(special && { rule: special }),
    },
    stem: [story.name, ...names, ...said, place].join(' '),
  }
  return makeItemLater(head, () => {
    const listed = joined(names.slice(0, -1).join(', '), names.at(-1) as string)
    const ranked = order.map((_, at) => who(order.indexOf(at)))
    const right = ranked[place - 1] as Person
    return {
      prompt: [story.setting(listed), ...said, '', story.ask(place, count)].join('\n'),
      answer: { options: names.map((text) => ({ text })), right: names.indexOf(right.name) },
      explanation: explainedOrder(ranked, right, models),
    }
  })
}

/** People from the first place to the last. */
export type Ranked = readonly Person[]

/** Says why `right` is at the asked place: by the only order that the clues allow, or by one of several. */
export function explainedOrder(ranked: Ranked, right: Person, models: number): string {
  const order = ranked.map(({ name }) => name).join(', ')
  if (models === 1) return `Умовам відповідає лише один порядок: ${order}. Отже, правильна відповідь: ${right.name}.`
  return `Умовам відповідає кілька порядків, наприклад: ${order}. У кожному з них на цьому місці ${right.name}.`
}
