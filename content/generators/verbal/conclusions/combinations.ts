/** A statement about one of up to six things: thing number `of` is so (`is`), or it is not. */
export type Literal = { readonly of: number; readonly is: boolean }

/** Each of the twelve is made once: a paper draws thousands of premises and throws most away. */
const literals = [0, 1, 2, 3, 4, 5].map((of): readonly [Literal, Literal] => [
  { of, is: false },
  { of, is: true },
])

export const literalOf = (of: number, holds: boolean): Literal =>
  (literals[of] as readonly [Literal, Literal])[holds ? 1 : 0]
export const is = (of: number): Literal => literalOf(of, true)
export const not = ({ of, is: holds }: Literal): Literal => literalOf(of, !holds)
export const isSame = (one: Literal, other: Literal) => one.of === other.of && one.is === other.is

/** Which of six things are so, as the bits of a number from 0 to 63: the groups of one individual, or the persons who go. */
export type Combination = number

/** A set of combinations: 64 bits in two words. So a proof over all combinations takes a few operations. */
export type Combinations = readonly [low: number, high: number]

const columns: readonly Combinations[] = [
  [0xaaaaaaaa, 0xaaaaaaaa],
  [0xcccccccc, 0xcccccccc],
  [0xf0f0f0f0, 0xf0f0f0f0],
  [0xff00ff00, 0xff00ff00],
  [0xffff0000, 0xffff0000],
  [0, 0xffffffff],
]

export const everyCombination: Combinations = [0xffffffff, 0xffffffff]

const otherColumns = columns.map((column) => without(everyCombination, column))

/** The combinations in which a literal is true. */
export function where({ of, is: holds }: Literal): Combinations {
  return (holds ? columns : otherColumns)[of] as Combinations
}

export function both(one: Combinations, other: Combinations): Combinations {
  return [one[0] & other[0], one[1] & other[1]]
}

export function either(one: Combinations, other: Combinations): Combinations {
  return [one[0] | other[0], one[1] | other[1]]
}

export function without(one: Combinations, other: Combinations): Combinations {
  return [one[0] & ~other[0], one[1] & ~other[1]]
}

export function areNone([low, high]: Combinations): boolean {
  return low === 0 && high === 0
}

/** The combinations of a set in which only the first `things` may be so. */
export function membersOf([low, high]: Combinations, things: number): Combination[] {
  const all = Array.from({ length: 1 << things }, (_, combination) => combination)
  return all.filter((each) => (((each < 32 ? low : high) >>> (each & 31)) & 1) === 1)
}

export function isSo({ of, is: holds }: Literal, combination: Combination): boolean {
  return ((combination >> of) & 1) === Number(holds)
}

/** The number of things that are so. */
export function sizeOf(combination: Combination): number {
  return combination.toString(2).replaceAll('0', '').length
}
