/** Orders are lists of persons' numbers, the top first. */
export type Order = readonly number[]

/** A clue: a condition on orders. `sort` picks the words it is said in. */
export type Clue =
  | { sort: 'above'; one: number; other: number }
  | { sort: 'next-above'; one: number; other: number }
  | { sort: 'not-top'; one: number }
  | { sort: 'not-bottom'; one: number }
  | { sort: 'apart'; one: number; other: number; between: number }

export function holds(clue: Clue, order: Order): boolean {
  const place = order.indexOf(clue.one)
  switch (clue.sort) {
    case 'above':
      return place < order.indexOf(clue.other)
    case 'next-above':
      return place + 1 === order.indexOf(clue.other)
    case 'not-top':
      return place > 0
    case 'not-bottom':
      return place < order.length - 1
    case 'apart':
      return Math.abs(place - order.indexOf(clue.other)) === clue.between + 1
  }
}

/** All orders that the clues allow: the models of the puzzle. */
export function modelsOf(clues: readonly Clue[], orders: readonly Order[]): Order[] {
  return orders.filter((order) => clues.every((clue) => holds(clue, order)))
}

/** Who may stand at a place, over all models. One person: the answer is proved. */
export function whoCanStandAt(place: number, clues: readonly Clue[], orders: readonly Order[]): number[] {
  return [...new Set(modelsOf(clues, orders).map((order) => order[place - 1] as number))]
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
