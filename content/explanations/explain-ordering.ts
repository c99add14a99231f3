import type { Figure, Shape } from '#contract/figure.ts'
import { drawArrow } from '../generators/draw-arrow.ts'
import { explainedOrder, type Ranked } from '../generators/logic/ordering.ts'
import { allOrders, type Clue, holds, type Order, personsOf, placeOf } from '../generators/logic/ordering-clues.ts'
import { type Story, stories } from '../generators/logic/ordering-stories.ts'
import { saidClue } from '../generators/logic/ordering-words.ts'
import { type Person, people } from '../generators/logic/people.ts'
import type { Item } from '../item.ts'
import { drawMark } from './draw-mark.ts'
import type { Explanation } from './explanation.ts'

type Asked = Pick<Item, 'question' | 'key' | 'radicals'>

/** The most orders that are drawn side by side, if the clues allow several. */
const mostColumns = 3

/**
 * Explains an order. Draws the names in their places and, if only one order fits, a lane for each clue with a dot at each of
 * its people. Reads the clues from their sentences. Null if a sentence is of another release, or if the key's text differs.
 */
export function explainOrdering({ question, key, radicals }: Asked): Explanation | null {
  const story = stories.find(({ name }) => name === radicals.story)
  const cast = (question.options ?? []).map(({ text }) => people.find(({ name }) => name === text))
  if (story === undefined || cast.length < 3 || cast.length > 6 || cast.includes(undefined)) return null
  const present = cast as Person[]
  const clues = cluesIn(String(radicals.clues), present, story)
  if (clues === null) return null
  const { place } = radicals
  const orders = allOrders(present.length).filter((order) => clues.every(({ clue }) => holds(clue, order)))
  const rankings = orders.map((order) => rankedBy(order, present))
  const shown = rankings.findIndex(
    (ranked) => explainedOrder(ranked, ranked[Number(place) - 1]!, orders.length) === key.explanation,
  )
  if (shown === -1) return null
  const first = [rankings[shown]!, ...rankings.filter((_, i) => i !== shown)]
  const numbered = clues.map(({ said }, i) => `${i + 1}. ${said}`)
  const order = orders[shown]!
  const chain = chainOf(
    clues.map(({ clue }) => clue),
    present,
    Number(place) - 1,
  )
  const steps = [['Умови:', ...numbered].join('\n'), ...chain, key.explanation]
  return {
    explanation: steps.join('\n'),
    explanation_steps: steps.map((text) => ({ text })),
    explanation_figure:
      orders.length === 1
        ? drawLadder(
            first[0]!,
            clues.map(({ clue }) => laneOf(clue, order)),
            Number(place),
          )
        : drawColumns(first, Number(place)),
  }
}

/**
 * Takes the clues one by one, each time the one that leaves the fewest orders. Says how many are left, who is now bound to
 * one or two places, and who can no longer be at the asked place.
 */
function chainOf(clues: readonly Clue[], cast: readonly Person[], asked: number): string[] {
  const said: string[] = []
  const left = clues.map((clue, i) => ({ clue, number: i + 1 }))
  let orders = allOrders(cast.length)
  while (left.length > 0) {
    const after = left.map(({ clue }) => orders.filter((order) => holds(clue, order)))
    const at = after.reduce((best, each, i) => (each.length < after[best]!.length ? i : best), 0)
    const [taken] = left.splice(at, 1)
    said.push(saidStep(taken!.number, { cast, asked, before: orders, now: after[at]!, isFirst: said.length === 0 }))
    orders = after[at]!
  }
  return said
}

interface Step {
  cast: readonly Person[]
  asked: number
  before: readonly Order[]
  now: readonly Order[]
  isFirst: boolean
}

function saidStep(number: number, { cast, asked, before, now, isFirst }: Step): string {
  const placesIn = (orders: readonly Order[], person: number) =>
    [...new Set(orders.map((order) => placeOf(order, person)))].sort((a, b) => a - b)
  const bound: string[] = []
  const out: string[] = []
  for (const [person, { name }] of cast.entries()) {
    const [had, has] = [placesIn(before, person), placesIn(now, person)]
    if (has.length < had.length && has.length < 3)
      bound.push(`${name} — місце ${has.map((each) => each + 1).join(' або ')}`)
    if (had.includes(asked) && !has.includes(asked)) out.push(name)
  }
  return [
    `${isFirst ? `Почніть з умови ${number}` : `Далі умова ${number}`}: можливих порядків було ${before.length}, лишилося ${now.length}.`,
    ...(bound.length > 0 ? [`${bound.join(', ')}.`] : []),
    ...(out.length > 0
      ? [`На місці ${asked + 1} вже не ${out.length === 1 ? 'може бути' : 'можуть бути'}: ${out.join(', ')}.`]
      : []),
  ].join(' ')
}

const rankedBy = (order: Order, cast: readonly Person[]): Ranked => order.map((_, at) => cast[order.indexOf(at)]!)

/** The places of a clue's persons, and whether the clue says which of the two is above: only such a clue gets an arrow. */
const laneOf = (clue: Clue, order: Order) => ({
  places: personsOf(clue).map((person) => placeOf(order, person)),
  isDirected: clue.sort === 'above' || clue.sort === 'next-above',
})

/** Each sentence with its clue; null if a sentence is no clue of these people. */
function cluesIn(text: string, cast: readonly Person[], story: Story): { said: string; clue: Clue }[] | null {
  const sayable = new Map(
    everyClue(cast.length).flatMap((clue) =>
      [true, false].map(
        (turned) => [inOneWording(saidClue(clue, (number) => cast[number]!, story, turned)), clue] as const,
      ),
    ),
  )
  const sentences = text.match(/[^.]+\./g)?.map((sentence) => sentence.trim()) ?? []
  const clues = sentences.map((said) => ({ said, clue: sayable.get(inOneWording(said)) }))
  return clues.every((each): each is { said: string; clue: Clue } => each.clue !== undefined) ? clues : null
}

/** Makes one wording of two: generators before 14 joined names by «і». */
const inOneWording = (said: string) => said.replace(/ і (?=\p{Lu})/u, ' та ')

function everyClue(count: number): Clue[] {
  const numbers = Array.from({ length: count }, (_, number) => number)
  return numbers.flatMap((one): Clue[] => [
    { sort: 'not-top', one },
    { sort: 'not-bottom', one },
    ...numbers
      .filter((other) => other !== one)
      .flatMap((other): Clue[] => [
        { sort: 'above', one, other },
        { sort: 'next-above', one, other },
        { sort: 'apart', one, other, between: 1 },
        { sort: 'apart', one, other, between: 2 },
        { sort: 'neighbours', one, other },
        { sort: 'either', one, other },
        ...numbers
          .filter((third) => third !== one && third !== other)
          .map((third): Clue => ({ sort: 'middle', one, other, third })),
      ]),
  ])
}

const row = 44
const margin = 3
const numberWidth = 30
const nameWidth = 124
const lane = 30

const boxAt = (place: number, column = 0) => ({
  x: margin + numberWidth + column * (nameWidth + 10),
  y: margin + place * row,
  width: nameWidth,
  height: row - 6,
})
const middleOf = (place: number) => margin + place * row + (row - 6) / 2

function drawNames(ranked: Ranked, asked: number, column = 0): Shape[] {
  return ranked.flatMap(({ name }, place): Shape[] => {
    const box = boxAt(place, column)
    return [
      { shape: 'rect', ...box, fill: 'none' },
      { shape: 'text', x: box.x + nameWidth / 2, y: middleOf(place), size: 22, text: name },
      ...(place + 1 === asked ? drawMark(box) : []),
    ]
  })
}

const drawPlaces = (count: number): Shape[] =>
  Array.from({ length: count }, (_, place) => ({
    shape: 'text',
    x: margin + numberWidth / 2 - 4,
    y: middleOf(place),
    size: 18,
    text: String(place + 1),
  }))

const saidRanking = (ranked: Ranked) => ranked.map(({ name }, place) => `${place + 1} — ${name}`).join(', ')
const saidMark = (asked: number) => `Місце, про яке запитано: ${asked}.`

/** One order, and next to it a lane for each clue, with its number below. */
function drawLadder(ranked: Ranked, clues: readonly ReturnType<typeof laneOf>[], asked: number): Figure {
  const start = boxAt(0).x + nameWidth + 6
  const lanes = clues.flatMap(({ places, isDirected }, number): Shape[] => {
    const x = start + lane * (number + 0.5)
    const ends: Shape[] = places.map((place) => ({
      shape: 'circle',
      cx: x,
      cy: middleOf(place),
      r: 5,
      fill: 'ink',
      stroke: 'none',
    }))
    const [from, to] = [Math.min(...places), Math.max(...places)]
    const arrow = drawArrow([x, middleOf(from)], [x, middleOf(to) - 6])
    const line: Shape = { shape: 'line', from: [x, middleOf(from)], to: [x, middleOf(to)] }
    return [
      ...(places.length === 2 ? (isDirected ? arrow : [line]) : []),
      ...ends,
      { shape: 'text', x, y: margin + ranked.length * row + 10, size: 18, text: String(number + 1) },
    ]
  })
  return {
    width: start + lane * clues.length + margin,
    height: ranked.length * row + 24 + 2 * margin,
    alt: `Порядок: ${saidRanking(ranked)}. ${saidMark(asked)} Умови: ${clues
      .map(({ places }, number) => `${number + 1} — ${places.map((place) => ranked[place]!.name).join(' і ')}`)
      .join('; ')}.`,
    shapes: [...drawPlaces(ranked.length), ...drawNames(ranked, asked), ...lanes],
  }
}

/** Several orders with the same name at the asked place. */
function drawColumns(rankings: readonly Ranked[], asked: number): Figure {
  const shown = rankings.slice(0, mostColumns)
  const count = shown[0]!.length
  return {
    width: boxAt(0, shown.length - 1).x + nameWidth + margin,
    height: count * row + 2 * margin - 6,
    alt: `Порядки, які відповідають умовам, ${shown.length} з ${rankings.length}. ${shown.map((ranked) => `${saidRanking(ranked)}.`).join(' ')} ${saidMark(asked)}`,
    shapes: [...drawPlaces(count), ...shown.flatMap((ranked, column) => drawNames(ranked, asked, column))],
  }
}
