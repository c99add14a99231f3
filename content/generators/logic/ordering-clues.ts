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

/** All orders that the clues allow: the models of the puzzle. */
export function modelsOf(clues: readonly Clue[], orders: readonly Order[]): Order[] {
  return orders.filter((order) => clues.every((clue) => holds(clue, order)))
}

/**
 * Who stands at a place (0 is the top) in every order that the clues allow. A person: the answer is proved. Undefined:
 * two models differ there, or there is none.
 */
export function whoMustStandAt(place: number, clues: readonly Clue[], orders: readonly Order[]): number | undefined {
  let only: number | undefined
  for (const order of orders) {
    if (!clues.every((clue) => holds(clue, order))) continue
    const person = order.indexOf(place)
    if (only !== undefined && only !== person) return undefined
    only = person
  }
  return only
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
