/** An order gives each person, by number, a place; 0 is the top. */
export type Order = readonly number[]

/** A clue: a condition on orders. `sort` picks the words it is said in. */
export type Clue =
  | { sort: 'above'; one: number; other: number }
  | { sort: 'next-above'; one: number; other: number }
  | { sort: 'not-top'; one: number }
  | { sort: 'not-bottom'; one: number }
  | { sort: 'apart'; one: number; other: number; between: number }

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
  }
}

export function placeOf(order: Order, person: number): number {
  return order[person] as number
}

/**
 * What clues leave of all orders of some people. The clues are true of `order`, so that whoever stands at a place in it is
 * the only one who can be proved to stand there. A set of orders is a set of bits, kept for every clue there can be: a
 * puzzle is proved with a dozen subsets of its clues, and each proof looks at every order.
 */
export class Models {
  readonly #among: OrdersOf
  readonly #elsewhere: OrderSet

  constructor(order: Order, place: number) {
    this.#among = ordersOf(order.length)
    this.#elsewhere = this.#among.without(order.indexOf(place), place)
  }

  /** Whether the same person stands at the place in every order that the clues allow: then the answer is proved. */
  decide(clues: readonly Clue[]): boolean {
    const sets = clues.map((clue) => this.#among.allowedBy(clue))
    for (let at = 0; at < this.#elsewhere.length; at += 1) {
      let left = this.#elsewhere[at] as number
      for (const set of sets) left &= set[at] as number
      if (left !== 0) return false
    }
    return true
  }

  /** How many orders the clues allow. */
  count(clues: readonly Clue[]): number {
    return this.#among.all.reduce((count, order) => (clues.every((clue) => holds(clue, order)) ? count + 1 : count), 0)
  }
}

/** One bit for each order of so many people. */
type OrderSet = Uint32Array

class OrdersOf {
  readonly all: readonly Order[]
  readonly #known = new Map<string, OrderSet>()

  constructor(count: number) {
    this.all = allOrders(count)
  }

  allowedBy(clue: Clue): OrderSet {
    return this.#setOf(nameOf(clue), (order) => holds(clue, order))
  }

  /** The orders in which somebody else than `person` stands at `place`. */
  without(person: number, place: number): OrderSet {
    return this.#setOf(`not ${person} at ${place}`, (order) => order[person] !== place)
  }

  #setOf(name: string, isIn: (order: Order) => boolean): OrderSet {
    const known = this.#known.get(name)
    if (known) return known
    const set = new Uint32Array(Math.ceil(this.all.length / 32))
    for (const [i, order] of this.all.entries())
      if (isIn(order)) set[i >> 5] = (set[i >> 5] as number) | (1 << (i & 31))
    this.#known.set(name, set)
    return set
  }
}

function nameOf(clue: Clue): string {
  switch (clue.sort) {
    case 'above':
    case 'next-above':
      return `${clue.sort} ${clue.one} ${clue.other}`
    case 'not-top':
    case 'not-bottom':
      return `${clue.sort} ${clue.one}`
    case 'apart':
      return `${clue.sort} ${clue.one} ${clue.other} ${clue.between}`
  }
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
