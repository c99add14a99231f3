/** An order: the place of each person, by number; 0 is the top. */
export type Order = readonly number[]

/** A clue is a condition on orders. `sort` picks its words. */
export type Clue =
  | { sort: 'above'; one: number; other: number }
  | { sort: 'next-above'; one: number; other: number }
  | { sort: 'not-top'; one: number }
  | { sort: 'not-bottom'; one: number }
  | { sort: 'apart'; one: number; other: number; between: number }
  | { sort: 'neighbours'; one: number; other: number }
  /** `one` is somewhere between the two others. */
  | { sort: 'middle'; one: number; other: number; third: number }
  /** One of the two is at the top. */
  | { sort: 'either'; one: number; other: number }

export function holds(clue: Clue, order: Order): boolean {
  const place = placeOf(order, clue.one)
  switch (clue.sort) {
    case 'above':
      return place < placeOf(order, clue.other)
    case 'next-above':
      return place + 1 === placeOf(order, clue.other)
    case 'not-top':
      return place > 0
    case 'not-bottom':
      return place < order.length - 1
    case 'apart':
      return Math.abs(place - placeOf(order, clue.other)) === clue.between + 1
    case 'neighbours':
      return Math.abs(place - placeOf(order, clue.other)) === 1
    case 'middle':
      return place > placeOf(order, clue.other) === place < placeOf(order, clue.third)
    case 'either':
      return place === 0 || placeOf(order, clue.other) === 0
  }
}

/** The persons of a clue; the one of whom it speaks is first. */
export function personsOf(clue: Clue): number[] {
  if (clue.sort === 'not-top' || clue.sort === 'not-bottom') return [clue.one]
  return clue.sort === 'middle' ? [clue.one, clue.other, clue.third] : [clue.one, clue.other]
}

export function placeOf(order: Order, person: number): number {
  return order[person] as number
}

/**
 * The orders that clues allow. The clues are true of `order`, so only the person at a place in it can be proved to be there.
 * A set of orders is a set of bits, kept for every possible clue: a puzzle needs a dozen proofs with subsets of its clues,
 * and each proof checks every order.
 */
export class Models {
  readonly #among: OrdersOf
  readonly #elsewhere: OrderSet

  constructor(order: Order, place: number) {
    this.#among = ordersOf(order.length)
    this.#elsewhere = this.#among.without(order.indexOf(place), place)
  }

  /** Makes each clue once; drawing it again is a look-up. `more`: the people between (1 or 2), or the third person. */
  hint(sort: Clue['sort'], one: number, other: number, more: number): Hint {
    return this.#among.hint(sort, one, other, more)
  }

  /** Whether the same person is at the place in every order that the clues allow: then the answer is proved. */
  decide(hints: readonly Hint[]): boolean {
    const elsewhere = this.#elsewhere
    for (let at = 0; at < elsewhere.length; at++) {
      if (leftOf(elsewhere[at] as number, at, hints) !== 0) return false
    }
    return true
  }

  count(hints: readonly Hint[]): number {
    let count = 0
    for (const [at, among] of this.#among.whole.entries()) {
      for (let left = leftOf(among, at, hints); left !== 0; left &= left - 1) count += 1
    }
    return count
  }
}

export type Hint = { clue: Clue; allowed: OrderSet }

/** The 32 orders of word `at` of a set, reduced to those that all clues allow. */
function leftOf(among: number, at: number, hints: readonly Hint[]): number {
  let left = among
  for (let i = 0; i < hints.length && left !== 0; i++) left &= (hints[i] as Hint).allowed[at] as number
  return left
}

/** One bit for each order. */
type OrderSet = Int32Array

/**
 * All orders of up to six people. Each clue and each place has a number below 1024: an array with wider gaps would become a
 * dictionary with slow look-ups.
 */
class OrdersOf {
  readonly #all: readonly Order[]
  readonly #byClue: Hint[] = []
  readonly #byPlace: OrderSet[] = []
  readonly whole: OrderSet

  constructor(count: number) {
    this.#all = allOrders(count)
    this.whole = this.#setOf(() => true)
  }

  hint(sort: Clue['sort'], one: number, other: number, more: number): Hint {
    const number = (kindOf(sort, more) << 6) | (one << 3) | other
    this.#byClue[number] ??= this.#hintOf({ sort, one, other, between: more, third: more })
    return this.#byClue[number]
  }

  /** The orders in which somebody other than `person` is at `place`. */
  without(person: number, place: number): OrderSet {
    const number = (person << 3) | place
    this.#byPlace[number] ??= this.#setOf((order) => order[person] !== place)
    return this.#byPlace[number]
  }

  #hintOf(clue: Clue): Hint {
    return { clue, allowed: this.#setOf((order) => holds(clue, order)) }
  }

  #setOf(isIn: (order: Order) => boolean): OrderSet {
    const set = new Int32Array(Math.ceil(this.#all.length / 32))
    for (const [i, order] of this.#all.entries())
      if (isIn(order)) set[i >> 5] = (set[i >> 5] as number) | (1 << (i & 31))
    return set
  }
}

/** A number below 16 for each sort; each of two distances and six third persons has its own. */
const kinds: Readonly<Record<Clue['sort'], number>> = {
  above: 0,
  'next-above': 1,
  'not-top': 2,
  'not-bottom': 3,
  neighbours: 4,
  either: 5,
  apart: 6,
  middle: 9,
}

function kindOf(sort: Clue['sort'], more: number): number {
  return kinds[sort] + (sort === 'apart' || sort === 'middle' ? more : 0)
}

const known = new Map<number, OrdersOf>()

function ordersOf(count: number): OrdersOf {
  const orders = known.get(count) ?? new OrdersOf(count)
  known.set(count, orders)
  return orders
}

export function allOrders(count: number): Order[] {
  const extend = (order: Order): Order[] =>
    order.length === count
      ? [order]
      : Array.from({ length: count }, (_, next) => next)
          .filter((next) => !order.includes(next))
          .flatMap((next) => extend([...order, next]))
  return extend([])
}
