export type Line = readonly [number, number, number]

/** A rule for the numbers of every line of a table: `rest` must be equal in all lines, and 0 for a rule without a free term. */
export type TableRule = { name: string; free: boolean; rest(line: Line): number }

type Rest = TableRule['rest']
const fixed = (name: string, rest: Rest): TableRule => ({ name, free: false, rest })
const free = (name: string, rest: Rest): TableRule => ({ name: `${name}, free`, free: true, rest })
const from2To = (most: number) => Array.from({ length: most - 1 }, (_, i) => i + 2)

/** Two times, three times … the last is made of the other two. */
const shares: TableRule[] = from2To(12).flatMap((k) => [
  fixed(`sum by ${k}`, ([a, b, c]) => k * c - a - b),
  fixed(`difference by ${k}`, ([a, b, c]) => k * c - Math.abs(a - b)),
  fixed(`difference times ${k}`, ([a, b, c]) => c - k * Math.abs(a - b)),
  fixed(`product by ${k}`, ([a, b, c]) => k * c - a * b),
  fixed(`product times ${k}`, ([a, b, c]) => c - k * a * b),
  fixed(`middle is the sum times ${k}`, ([a, b, c]) => b - k * (a + c)),
  fixed(`middle is the sum by ${k}`, ([a, b, c]) => k * b - a - c),
  fixed(`middle is the product by ${k}`, ([a, b, c]) => k * b - a * c),
])

const quadratic: TableRule[] = [
  fixed('product', ([a, b, c]) => c - a * b),
  free('product', ([a, b, c]) => c - a * b),
  fixed('middle is the product', ([a, b, c]) => b - a * c),
  free('middle is the product', ([a, b, c]) => b - a * c),
  fixed('quotient', ([a, b, c]) => a - b * c),
  free('quotient', ([a, b, c]) => a - b * c),
  fixed('product plus first', ([a, b, c]) => c - a * b - a),
  fixed('product minus first', ([a, b, c]) => c - a * b + a),
  fixed('product plus second', ([a, b, c]) => c - a * b - b),
  fixed('product minus second', ([a, b, c]) => c - a * b + b),
  fixed('product plus both', ([a, b, c]) => c - a * b - a - b),
  fixed('product minus both', ([a, b, c]) => c - a * b + a + b),
  fixed('square of first plus second', ([a, b, c]) => c - a * a - b),
  fixed('square of first minus second', ([a, b, c]) => c - a * a + b),
  fixed('square of second plus first', ([a, b, c]) => c - b * b - a),
  fixed('square of second minus first', ([a, b, c]) => c - b * b + a),
  fixed('first and its square', ([a, , c]) => c - a * a - a),
  fixed('square of first less first', ([a, , c]) => c - a * a + a),
  fixed('second and its square', ([, b, c]) => c - b * b - b),
  fixed('square of second less second', ([, b, c]) => c - b * b + b),
  free('square of first', ([a, , c]) => c - a * a),
  free('square of second', ([, b, c]) => c - b * b),
  fixed('sum of squares', ([a, b, c]) => c - a * a - b * b),
  fixed('difference of squares', ([a, b, c]) => c - Math.abs(a * a - b * b)),
  fixed('square of the sum', ([a, b, c]) => c - (a + b) ** 2),
  fixed('square of the difference', ([a, b, c]) => c - (a - b) ** 2),
  fixed('geometric', ([a, b, c]) => b * b - a * c),
  free('product of all', ([a, b, c]) => a * b * c),
]

/** All rules of the grammar except sums of multiples, which are solved and not tried. Each is linear in the last number. */
export const tableRules: readonly TableRule[] = [
  ...shares,
  fixed('last is the difference', ([a, b, c]) => c - Math.abs(a - b)),
  ...quadratic,
]

/** Halves and thirds: k·c = p·a + q·b, and a half or a third of one operand plus a free term. */
const parts = [2, 3]

/** Multipliers in c = p·a + q·b; smaller ones if a free term comes with both. */
const multipliers = Array.from({ length: 25 }, (_, i) => i - 12)
const smallMultipliers = multipliers.filter((p) => Math.abs(p) <= 3)

type Lines = readonly [Line, Line]

export type Table = readonly [Line, Line, Line]

export function columnsOf([first, second, third]: Table): Table {
  return [0, 1, 2].map((i) => [first[i], second[i], third[i]]) as unknown as Table
}

/**
 * All numbers from 0 to 999 that, as the last number, make some rule of the grammar hold in all rows or all columns. If there
 * is one, the table is unambiguous. The grammar is wider than that of the makers (`table-makers.ts`): a person may see a rule
 * that no maker draws, and its number is as right.
 */
export function solutionsOf(table: Table): number[] {
  const turned = columnsOf(table)
  const found = [table, turned].flatMap(([first, second, [a, b]]) => thirdsOf([first, second], a, b))
  return [...new Set(found.filter((value) => Number.isInteger(value) && value >= 0 && value < 1000))]
}

/** The third numbers, for a line that begins with `a` and `b`, by all rules that hold in two whole lines. */
function thirdsOf(lines: Lines, a: number, b: number): number[] {
  const found = sumsOfMultiples(lines, a, b)
  for (const rule of tableRules) if (holds(rule, lines)) found.push(thirdBy(rule, lines[0], a, b))
  return found
}

/**
 * By c = p·a + q·b, and by c = p·a + q·b + k if only one operand counts or both multipliers are small. Small ones also with
 * halves and thirds: c = a/2, c = a − b/3.
 */
function sumsOfMultiples([[a1, b1, c1], [a2, b2, c2]]: Lines, a: number, b: number): number[] {
  const found: number[] = []
  for (const p of multipliers) {
    const q = (c1 - p * a1) / b1
    if (Number.isInteger(q) && Math.abs(q) <= 12 && c2 === p * a2 + q * b2) found.push(p * a + q * b)
    if (c1 - p * a1 === c2 - p * a2) found.push(p * a + c1 - p * a1)
    if (c1 - p * b1 === c2 - p * b2) found.push(p * b + c1 - p * b1)
  }
  for (const p of smallMultipliers) {
    for (const q of smallMultipliers) {
      const free = c1 - p * a1 - q * b1
      if (free === c2 - p * a2 - q * b2) found.push(p * a + q * b + free)
      for (const k of parts) {
        if (k * c1 === p * a1 + q * b1 && k * c2 === p * a2 + q * b2) found.push((p * a + q * b) / k)
      }
    }
  }
  for (const k of parts) {
    if (k * c1 - a1 === k * c2 - a2) found.push(c1 + (a - a1) / k)
    if (k * c1 - b1 === k * c2 - b2) found.push(c1 + (b - b1) / k)
  }
  return found
}

/** Whether a rule holds in both lines. Of some hundred rules hardly one does, and the first line alone refuses most. */
function holds({ free: hasFree, rest }: TableRule, lines: Lines): boolean {
  const target = rest(lines[0])
  return (hasFree || target === 0) && rest(lines[1]) === target
}

/** Every `rest` is linear in the third number, so two of its values give the wanted number. */
function thirdBy({ rest }: TableRule, line: Line, a: number, b: number): number {
  const target = rest(line)
  const atZero = rest([a, b, 0])
  return (target - atZero) / (rest([a, b, 1]) - atZero)
}
