import type { Item } from '../../item.ts'
import { makeItemLater } from '../../make-item.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, nearestLevel } from '../item-generator.ts'
import { allOrders, type Clue, type Hint, holds, Models, type Order, personsOf, placeOf } from './ordering-clues.ts'
import { type Story, stories } from './ordering-stories.ts'
import { type Person, people } from './people.ts'
import { saidClue } from './ordering-words.ts'

type Grade = {
  level: number
  count: number
  sorts: readonly Clue['sort'][]
  ends: boolean
  /** How many orders fit the clues; where it does not say, one or several. */
  orders?: 'one' | 'several'
}

/**
 * What makes a puzzle harder: more people, clues that do not compare, a place in the middle, and several orders that
 * all fit and agree only on the place asked. Distances are hardest where no neighbours are told.
 */
const grades: readonly Grade[] = [
  { level: -1.5, count: 4, sorts: ['above'], ends: true },
  { level: -1, count: 4, sorts: ['above', 'next-above', 'not-top', 'not-bottom'], ends: false },
  { level: -0.5, count: 5, sorts: ['above', 'next-above'], ends: false, orders: 'one' },
  { level: 0, count: 5, sorts: ['above', 'next-above', 'not-top', 'not-bottom'], ends: false },
  { level: 0.5, count: 5, sorts: ['above', 'next-above', 'apart', 'not-bottom'], ends: false, orders: 'several' },
  { level: 1, count: 5, sorts: ['above', 'apart', 'not-top', 'not-bottom'], ends: false },
  { level: 1.5, count: 6, sorts: ['above', 'next-above', 'apart', 'not-top'], ends: false, orders: 'several' },
]
const levels = grades.map(({ level }) => level)
const inAlphabet = people.toSorted((a, b) => new Intl.Collator('uk').compare(a.name, b.name))
const alphabetOf = new Map(inAlphabet.map((person, place) => [person, place]))
const byAlphabet = (a: Person, b: Person) => (alphabetOf.get(a) as number) - (alphabetOf.get(b) as number)
const ordersOf = new Map([4, 5, 6].map((count) => [count, allOrders(count)]))

type Drawn = { clues: Clue[]; place: number; order: Order; count: number; models: number }

/** «Who is third?»: an order of four to six people that follows from the clues. */
export const logicOrdering: ItemGenerator = {
  family: 'logic-ordering',
  levels,
  generate(rng, difficulty) {
    const level = nearestLevel(levels, difficulty)
    const grade = grades.find((each) => each.level === level) as Grade
    const rank = rng.int(0, grade.count - 1)
    let draws = 0
    const drawn = drawUntilSound(() => {
      const puzzle = soundPuzzle(rng, grade)
      draws += 1
      return puzzle && (draws > drawsForRank || rankOf(rng, puzzle) === rank) ? puzzle : undefined
    }, `ordering of level ${level}`)
    return orderingItem(rng, drawn, level)
  },
}

/** So often a puzzle is drawn again for a right person who is named as often as was drawn; some ranks are rare. */
const drawsForRank = 1500

/**
 * How many people the clues name more often than the right one; among equals at random. It is drawn before the puzzle, each
 * rank as often as the others, so that counting names finds nobody: left to chance the middle of an order is named most.
 */
function rankOf(rng: Rng, { clues, place, order }: Drawn): number {
  const named = order.map(() => 0)
  for (const clue of clues) for (const person of personsOf(clue)) named[person] = (named[person] as number) + 1
  for (let person = 0; person < named.length; person++) named[person] = (named[person] as number) + rng.next()
  const right = named[order.indexOf(place - 1)] as number
  return named.filter((times) => times > right).length
}

/** Clues are added until the place is decided, and then every clue that is not needed is taken away. */
function soundPuzzle(rng: Rng, grade: Grade): Drawn | undefined {
  const { count, sorts, ends, orders: wanted } = grade
  const order = rng.pick(ordersOf.get(count) as Order[])
  const place = ends ? rng.pick([1, count]) : rng.int(2, count - 1)
  const models = new Models(order, place - 1)
  const hints: Hint[] = []
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
  return { clues, place, order, count, models: allowed }
}

/** Whether these clues are of so many sorts as their grade can ask for. */
function isVaried(hints: readonly Hint[], { sorts, count }: Grade): boolean {
  if (sorts.length === 1) return true
  const said = sorts.filter((sort) => hints.some(({ clue }) => clue.sort === sort))
  return said.length >= Math.min(count === 4 ? 2 : 3, sorts.length)
}

function drawTrueClue(rng: Rng, sort: Clue['sort'], order: Order, models: Models): Hint {
  for (;;) {
    shuffleHand(rng, order)
    const [one, other] = [hand[0] as number, hand[1] as number]
    const between = Math.abs(placeOf(order, one) - placeOf(order, other)) - 1
    const hint = models.hint(sort, one, other, between)
    if (holds(hint.clue, order) && (sort !== 'apart' || (between > 0 && between < 3))) return hint
  }
}

/** The people of an order, shuffled. A paper draws ten thousand pairs and refuses most: they are dealt into one list. */
const hand: number[] = []

/** Draws what `rng.shuffle` draws, so that its first two are those of `rng.sample`. */
function shuffleHand(rng: Rng, order: Order): void {
  for (let i = 0; i < order.length; i++) hand[i] = order[i] as number
  for (let i = order.length - 1; i > 0; i--) {
    const j = rng.int(0, i)
    const moved = hand[i] as number
    hand[i] = hand[j] as number
    hand[j] = moved
  }
}

function orderingItem(rng: Rng, { clues, place, order, count, models }: Drawn, level: number): Item {
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
    shows: [`${logicOrdering.family} like ${subject}`],
    radicals: { story: story.name, place, count, models, clues: said.join(' ') },
    stem: [story.name, ...names, ...said, place].join(' '),
  }
  return makeItemLater(head, () => {
    const listed = `${names.slice(0, -1).join(', ')} та ${names.at(-1)}`
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

/** Why `right` stands where it was asked: by the only order that the clues allow, or by one of several. */
export function explainedOrder(ranked: Ranked, right: Person, models: number): string {
  const order = ranked.map(({ name }) => name).join(', ')
  if (models === 1) return `Умовам відповідає лише один порядок: ${order}. Отже, правильна відповідь: ${right.name}.`
  return `Умовам відповідає кілька порядків, наприклад: ${order}. У кожному з них на цьому місці ${right.name}.`
}
