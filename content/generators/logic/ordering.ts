import type { Item } from '../../item.ts'
import { makeItem } from '../../make-item.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, nearestLevel } from '../item-generator.ts'
import { allOrders, type Clue, holds, Models, type Order, placeOf } from './ordering-clues.ts'
import { type Story, stories } from './ordering-stories.ts'
import { type Person, people } from './people.ts'
import { saidClue } from './ordering-words.ts'

type Grade = { level: number; count: number; sorts: readonly Clue['sort'][]; ends: boolean; manyModels: boolean }

/**
 * What makes a puzzle harder: more people, clues that do not compare, a place in the middle, and several orders that
 * all fit and agree only on the place asked.
 */
const grades: readonly Grade[] = [
  { level: -1.5, count: 4, sorts: ['above'], ends: true, manyModels: false },
  { level: -1, count: 4, sorts: ['above'], ends: false, manyModels: false },
  { level: -0.5, count: 5, sorts: ['above', 'next-above'], ends: false, manyModels: false },
  { level: 0, count: 5, sorts: ['above', 'next-above', 'not-top', 'not-bottom'], ends: false, manyModels: false },
  { level: 0.5, count: 5, sorts: ['above', 'apart', 'not-top', 'not-bottom'], ends: false, manyModels: false },
  { level: 1, count: 5, sorts: ['above', 'next-above', 'apart', 'not-bottom'], ends: false, manyModels: true },
  { level: 1.5, count: 6, sorts: ['above', 'next-above', 'apart', 'not-top'], ends: false, manyModels: true },
]
const levels = grades.map(({ level }) => level)
const byAlphabet = new Intl.Collator('uk').compare
const ordersOf = new Map([4, 5, 6].map((count) => [count, allOrders(count)]))

type Drawn = { clues: Clue[]; place: number; order: Order; count: number; models: number }

/** «Who is third?»: an order of four to six people that follows from the clues. */
export const logicOrdering: ItemGenerator = {
  family: 'logic-ordering',
  levels,
  generate(rng, difficulty) {
    const level = nearestLevel(levels, difficulty)
    const grade = grades.find((each) => each.level === level) as Grade
    const drawn = drawUntilSound(() => soundPuzzle(rng, grade), `ordering of level ${level}`)
    return orderingItem(rng, drawn, level)
  },
}

/** Clues are added until the place is decided, and then every clue that is not needed is taken away. */
function soundPuzzle(rng: Rng, { count, sorts, ends, manyModels }: Grade): Drawn | undefined {
  const orders = ordersOf.get(count) as Order[]
  const order = rng.pick(orders)
  const place = ends ? rng.pick([1, count]) : rng.int(2, count - 1)
  const models = new Models(order, place - 1)
  const clues: Clue[] = []
  while (!models.decide(clues) && clues.length < 7) clues.push(drawTrueClue(rng, rng.pick(sorts), order))
  const isVaried = (some: readonly Clue[]) =>
    sorts.length === 1 || new Set(some.map(({ sort }) => sort)).size >= Math.min(3, sorts.length)
  if (clues.length < count - 2 || !isVaried(clues) || !models.decide(clues)) return undefined

  const needed = clues.reduceRight<Clue[]>((kept, clue) => {
    const without = kept.filter((each) => each !== clue)
    return models.decide(without) ? without : kept
  }, clues)
  if (needed.length < count - 2 || !isVaried(needed)) return undefined

  const allowed = models.count(needed)
  return manyModels === allowed > 1 ? { clues: rng.shuffle(needed), place, order, count, models: allowed } : undefined
}

function drawTrueClue(rng: Rng, sort: Clue['sort'], order: Order): Clue {
  for (;;) {
    const [one, other] = rng.sample(order, 2) as [number, number]
    const between = Math.abs(placeOf(order, one) - placeOf(order, other)) - 1
    const clue: Clue = { sort, one, other, between }
    if (holds(clue, order) && (sort !== 'apart' || (between > 0 && between < 3))) return clue
  }
}

function orderingItem(rng: Rng, { clues, place, order, count, models }: Drawn, level: number): Item {
  const story: Story = rng.pick(stories)
  const cast = rng.sample(people, count)
  const who = (number: number) => cast[number] as Person
  const names = cast.map(({ name }) => name).sort(byAlphabet)
  const listed = `${names.slice(0, -1).join(', ')} та ${names.at(-1)}`
  const ranked = order.map((_, at) => who(order.indexOf(at)))
  const right = ranked[place - 1] as Person
  const said = clues.map((clue) => saidClue(clue, who, story, rng.chance(0.5)))
  return makeItem({
    family: logicOrdering.family,
    difficulty: level,
    subject: `ordering/${story.name}/${place}/${count}`,
    radicals: { story: story.name, place, count, models, clues: said.join(' ') },
    stem: [story.name, ...names, ...said, place].join(' '),
    prompt: [story.setting(listed), ...said, '', story.ask(place, count)].join('\n'),
    answer: { options: names.map((text) => ({ text })), right: names.indexOf(right.name) },
    explanation: explainedOrder(ranked, right, models),
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
