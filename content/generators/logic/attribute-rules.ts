import type { Attribute } from './cell.ts'

export type Triple = readonly [number, number, number]

/**
 * A rule for one attribute in every row of a matrix. `missing` gives the value that it demands in the last place of the third
 * row. Undefined if the two whole rows do not obey the rule, or if it cannot continue.
 */
export type AttributeRule = {
  name: 'constant' | 'progression' | 'distribution' | 'sum' | 'difference'
  missing(rows: readonly [Triple, Triple], begun: readonly [number, number], attribute: Attribute): number | undefined
}

export const attributeRules: readonly AttributeRule[] = [
  {
    name: 'constant',
    missing: (rows, [a, b]) => (a === b && rows.every(([x, y, z]) => x === y && y === z) ? a : undefined),
  },
  {
    name: 'progression',
    missing(rows, [a, b], attribute) {
      if (attribute.order === 'none') return undefined
      const step = (from: number, to: number) => within(attribute, to - from)
      const by = step(a, b)
      const holds = by !== 0 && rows.every(([x, y, z]) => step(x, y) === by && step(y, z) === by)
      return holds ? inRange(attribute, b + by) : undefined
    },
  },
  {
    name: 'distribution',
    missing([first, second], [a, b]) {
      const same = areThree(first) && areThree(second) && second.every((value) => first.includes(value))
      return same && a !== b && first.includes(a) && first.includes(b)
        ? first.find((value) => value !== a && value !== b)
        : undefined
    },
  },
  { name: 'sum', missing: (rows, begun, attribute) => counted(attribute, rows, begun, (x, y) => x + y) },
  { name: 'difference', missing: (rows, begun, attribute) => counted(attribute, rows, begun, (x, y) => x - y) },
]

function areThree([x, y, z]: Triple): boolean {
  return x !== y && y !== z && x !== z
}

/** The value 0 of a counted attribute means one thing. The rule adds numbers of things, not values. */
function counted(
  attribute: Attribute,
  rows: readonly Triple[],
  [a, b]: readonly [number, number],
  of: (x: number, y: number) => number,
): number | undefined {
  if (!attribute.counted) return undefined
  const place = (x: number, y: number) => of(x + 1, y + 1) - 1
  return rows.every(([x, y, z]) => place(x, y) === z) ? inRange(attribute, place(a, b)) : undefined
}

/** On a circle of 8 a step of +7 is a step of −1. */
function within({ order, size }: Attribute, step: number): number {
  return order === 'circle' ? ((step % size) + size) % size : step
}

function inRange({ order, size }: Attribute, value: number): number | undefined {
  if (order === 'circle') return ((value % size) + size) % size
  return value >= 0 && value < size ? value : undefined
}

export type Square = readonly [Triple, Triple, readonly [number, number]]

/** All values that a rule of the grammar, along rows or columns, demands in the last cell. One value: unambiguous. */
export function demandsOf([first, second, begun]: Square, attribute: Attribute): number[] {
  const columns: readonly [Triple, Triple] = [
    [first[0], second[0], begun[0]],
    [first[1], second[1], begun[1]],
  ]
  const found: number[] = []
  const add = (value: number | undefined) => {
    if (value !== undefined && !found.includes(value)) found.push(value)
  }
  for (const rule of attributeRules) {
    add(rule.missing([first, second], begun, attribute))
    add(rule.missing(columns, [first[2], second[2]], attribute))
  }
  return found
}
