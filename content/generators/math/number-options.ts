import type { Rng } from '../../rng.ts'
import { printed } from './number-words.ts'

/** Six numbers of which one is right, by its place among them. */
export type NumberOptions = { options: { text: string }[]; right: number }

/**
 * Numbers that could be the answer to a question of one kind, for all that options tell: multiples of `unit` from `least` to
 * `most`. A negative one could be where its opposite could.
 */
export type Answers = { unit?: number; least?: number; most?: number }

/**
 * Six numbers around the right one: a grid of two likely errors by three, in which the right number stands on a place
 * drawn by chance. So neither the middle, nor the extreme, nor the most similar number is right more often than the others.
 * `slip` is the size of one of the errors; it may not be told by the right number. Undefined where one of the six could
 * not be the answer: then the whole question is drawn anew. If the grid made room for the right number instead, the
 * numbers that it could not have been made around would be known to be wrong.
 */
export function numberOptions(
  rng: Rng,
  right: number,
  slip: number,
  { unit = 1, least = 8, most = Number.POSITIVE_INFINITY }: Answers = {},
): NumberOptions | undefined {
  const across = slip * unit
  const down = unit * rng.pick([1, 3, 10].filter((size) => size !== slip && size !== 2 * slip))
  const [column, row] = [rng.int(0, 2), rng.int(0, 1)]
  const grid = [0, 1, 2].flatMap((x) => [0, 1].map((y) => right + (x - column) * across + (y - row) * down))
  const areAnswers = grid.every((value) => value * right > 0 && Math.abs(value) >= least && Math.abs(value) <= most)
  return areAnswers ? inOrder(grid, right) : undefined
}

/**
 * Six multiples of `unit` in a row, for answers that are known by what divides them, each as likely as the others from `least`
 * to `most`. Undefined where the row leaves them.
 */
export function multiplesAround(rng: Rng, right: number, { unit, least, most }: Required<Answers>) {
  const first = right - rng.int(0, 5) * unit
  const row = Array.from({ length: 6 }, (_, i) => first + i * unit)
  return first >= least && (row.at(-1) as number) <= most ? inOrder(row, right) : undefined
}

/**
 * Products of three numbers by two, among them the right one, a · b: numbers that are products as it is. Undefined where a
 * factor leaves `least` to `most`, or two factors or two products are equal, for then the right one is none of them.
 */
export function productsAround(
  rng: Rng,
  [a, b]: readonly [number, number],
  { least, most }: { least: number; most: number },
): NumberOptions | undefined {
  const [three, two] = rng.chance(0.5) ? [a, b] : [b, a]
  const [rows, columns] = [windowAround(rng, three, 3), windowAround(rng, two, 2)]
  const factors = [...rows, ...columns]
  const products = rows.flatMap((x) => columns.map((y) => x * y))
  const areFactors = factors.every((factor) => factor >= least && factor <= most) && new Set(factors).size === 5
  return areFactors && new Set(products).size === 6 ? inOrder(products, a * b) : undefined
}

function windowAround(rng: Rng, number: number, width: number): number[] {
  const first = number - rng.int(0, width - 1)
  return Array.from({ length: width }, (_, i) => first + i)
}

function inOrder(numbers: readonly number[], right: number): NumberOptions {
  const values = numbers.toSorted((a, b) => a - b)
  return { options: values.map((value) => ({ text: printed(value) })), right: values.indexOf(right) }
}
