export type Line = readonly [number, number, number]

/**
 * A rule that binds the three numbers of every line of a table: `rest` must be equal in all lines, and 0 when the rule
 * has no free term. `complexity` counts what must be held at once.
 */
export type TableRule = { name: string; complexity: number; free: boolean; rest(line: Line): number }

const fixed = (name: string, complexity: number, rest: (line: Line) => number): TableRule => ({
  name,
  complexity,
  free: false,
  rest,
})

/** c = p·a + q·b, with or without a free term: every pair of small coefficients. */
const linear: TableRule[] = [-3, -2, -1, 0, 1, 2, 3].flatMap((p) =>
  [-3, -2, -1, 0, 1, 2, 3].flatMap((q) => {
    const rest = ([a, b, c]: Line) => c - p * a - q * b
    const size = Math.max(Math.abs(p), 1) + Math.max(Math.abs(q), 1) - 1
    const simple = p === 0 || q === 0 || (p === -1 && q === -1)
    return [
      { name: `linear ${p} ${q}`, complexity: Math.min(size, 3), free: false, rest },
      { name: `linear ${p} ${q} free`, complexity: simple ? size : Math.min(size + 1, 3), free: true, rest },
    ]
  }),
)

/** The grammar: all the rules that the proof of uniqueness looks at, along the rows and along the columns. */
export const tableRules: readonly TableRule[] = [
  ...linear,
  fixed('middle is the sum', 1, ([a, b, c]) => b - a - c),
  fixed('middle is the mean', 2, ([a, b, c]) => 2 * b - a - c),
  fixed('last is the mean', 2, ([a, b, c]) => 2 * c - a - b),
  fixed('last is the difference', 1, ([a, b, c]) => c - Math.abs(a - b)),
  fixed('product', 1, ([a, b, c]) => c - a * b),
  fixed('middle is the product', 1, ([a, b, c]) => b - a * c),
  fixed('quotient', 1, ([a, b, c]) => a - b * c),
  { name: 'product free', complexity: 2, free: true, rest: ([a, b, c]) => c - a * b },
  fixed('square plus', 3, ([a, b, c]) => c - a * a - b),
  fixed('square minus', 3, ([a, b, c]) => c - a * a + b),
  fixed('sum of squares', 3, ([a, b, c]) => c - a * a - b * b),
  fixed('square of the sum', 3, ([a, b, c]) => c - (a + b) ** 2),
  fixed('square of the difference', 3, ([a, b, c]) => c - (a - b) ** 2),
]

export type Table = readonly [Line, Line, Line]

export function columnsOf([first, second, third]: Table): Table {
  return [0, 1, 2].map((i) => [first[i], second[i], third[i]]) as unknown as Table
}

/**
 * All numbers from 0 to 999 that, put in the place `column` of the last row, make some rule of at most this complexity
 * hold in all rows or in all columns. One number: the table is unambiguous.
 */
export function solutionsOf(table: Table, column: 0 | 1 | 2, complexity: number): number[] {
  const rules = tableRules.filter((rule) => rule.complexity <= complexity)
  const byRows = rules.filter((rule) => holds(rule, [table[0], table[1]]))
  const turned = columnsOf(table)
  const whole = turned.filter((_, i) => i !== column)
  const byColumns = rules.filter((rule) => holds(rule, whole))
  const row = table[2].with(column, 0) as unknown as Line
  const line = (turned[column] as Line).with(2, 0) as unknown as Line
  const demands = [
    ...byRows.map((rule) => solutionsIn(rule, targetOf(rule, table[0]), row, column)),
    ...byColumns.map((rule) => solutionsIn(rule, targetOf(rule, whole[0] as Line), line, 2)),
  ]
  return [...new Set(demands.flat())].sort((a, b) => a - b)
}

/**
 * The numbers from 0 to 999 that, put in a place of a line, make a rule give `target`. All rules are of the first degree in
 * the last number of their line: there two values tell the one that is right, and elsewhere all are tried.
 */
function solutionsIn({ rest }: TableRule, target: number, line: Line, place: 0 | 1 | 2): number[] {
  const given = (value: number) => rest(line.with(place, value) as unknown as Line)
  const [first, second] = [given(0), given(1)]
  if (place === 2 && first !== second) {
    const value = (target - first) / (second - first)
    return Number.isInteger(value) && value >= 0 && value < 1000 ? [value] : []
  }
  return Array.from({ length: 1000 }, (_, value) => value).filter((value) => given(value) === target)
}

/** What a rule must give in all lines, where it gives this in one. */
function targetOf({ free, rest }: TableRule, line: Line): number {
  return free ? rest(line) : 0
}

function holds(rule: TableRule, lines: readonly Line[]): boolean {
  const target = targetOf(rule, lines[0] as Line)
  return lines.every((line) => rule.rest(line) === target)
}
