/** A set of strokes as bits. */
export type Strokes = number
export const strokeCount = 8
const all = 2 ** strokeCount - 1

/**
 * How the third picture of a row follows from the first two, stroke by stroke. `truth` is the rule's table: whether a stroke
 * is there if it is in neither, only in the first, only in the second, in both. `common` is the number of strokes that all
 * options share. `leastPresent` and `mostPresent` bound how many of the other three the right picture has. So no option is
 * the only one within the union (of an «or») or around the intersection (of an «and»).
 */
export interface OverlayRule {
  name: 'or' | 'minus' | 'and' | 'xor' | 'later' | 'neither'
  truth: readonly [boolean, boolean, boolean, boolean]
  why: string
  common: readonly number[]
  leastPresent?: number
  mostPresent?: number
}

export const overlayRules = [
  {
    name: 'or',
    truth: [false, true, true, true],
    why: 'третя клітинка містить усі лінії, які є в першій або в другій',
    common: [2, 3],
    leastPresent: 1,
  },
  {
    name: 'minus',
    truth: [false, true, false, false],
    why: 'третя клітинка містить лінії першої, яких немає в другій',
    common: [1, 2],
  },
  {
    name: 'and',
    truth: [false, false, false, true],
    why: 'третя клітинка містить лише спільні лінії першої та другої',
    common: [1, 2],
    mostPresent: 2,
  },
  {
    name: 'xor',
    truth: [false, true, true, false],
    why: 'третя клітинка містить лінії, які є тільки в одній із двох перших; спільні лінії зникають',
    common: [2, 3],
  },
  {
    name: 'later',
    truth: [false, false, true, false],
    why: 'третя клітинка містить лінії другої, яких немає в першій',
    common: [1, 2],
  },
  {
    name: 'neither',
    truth: [true, false, false, false],
    why: 'третя клітинка містить ті лінії квадрата, яких немає ні в першій, ні в другій',
    common: [1, 2],
  },
] as const satisfies readonly OverlayRule[]

export function overlay({ truth: [neither, first, second, both] }: OverlayRule, a: Strokes, b: Strokes): Strokes {
  return (neither ? ~a & ~b & all : 0) | (first ? a & ~b : 0) | (second ? ~a & b & all : 0) | (both ? a & b : 0)
}

export type Row = readonly [Strokes, Strokes, Strokes]

/**
 * All pictures that some stroke-by-stroke rule demands in the last cell. Of all 16 tables of two strokes, named or not, these
 * are the ones that both whole rows or both whole columns obey. One picture: the matrix is unambiguous.
 */
export function demandsOf([first, second]: readonly [Row, Row], begun: readonly [Strokes, Strokes]): Strokes[] {
  const columns: readonly [Row, Row] = [
    [first[0], second[0], begun[0]],
    [first[1], second[1], begun[1]],
  ]
  return [...new Set([...thirdsOf([first, second], begun), ...thirdsOf(columns, [first[2], second[2]])])]
}

function thirdsOf(lines: readonly [Row, Row], begun: readonly [Strokes, Strokes]): Strokes[] {
  return tables
    .filter((table) => lines.every(([a, b, c]) => byTable(table, a, b) === c))
    .map((table) => byTable(table, ...begun))
}

const tables = Array.from({ length: 16 }, (_, bits) => bits)

function byTable(table: number, a: Strokes, b: Strokes): Strokes {
  const neither = table & 1 ? ~a & ~b & all : 0
  const first = table & 2 ? a & ~b : 0
  const second = table & 4 ? ~a & b & all : 0
  const both = table & 8 ? a & b : 0
  return neither | first | second | both
}
