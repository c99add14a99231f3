import type { Rng } from '../../rng.ts'
import { printed } from './number-words.ts'

/** Six numbers of which one is right, by its place among them. */
export type NumberOptions = { options: { text: string }[]; values: number[]; right: number }

/**
 * Numbers that could be the answer to a question of one kind, for all that options tell: multiples of `unit` from `least` to
 * `most`. A negative one could be where its opposite could. What is known by its divisors as soon as the question is seen (a
 * product, the next of a geometric series) is never chosen but typed: among numbers that the last one divides six times over
 * none looks like an error, and among others it is the only one.
 */
export type Answers = { unit?: number; least?: number; most?: number }

/**
 * Six numbers around the right one: a grid of two likely errors by three, in which the right number stands on a place
 * drawn by chance. So neither the middle, nor the extreme, nor the most similar number is right more often than the others.
 * `slip` is the size of one of the errors; it may not be told by the right number. Undefined where one of the six could
 * not be the answer: then the whole question is drawn again. If the grid made room for the right number instead, the
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

/** The wrong one that is least away from the right one; of two the lesser. */
export function nearestWrong({ values, right }: NumberOptions): number {
  const key = values[right] as number
  const away = (value: number) => Math.abs(value - key)
  return values.filter((value) => value !== key).reduce((best, value) => (away(value) < away(best) ? value : best))
}

function inOrder(numbers: readonly number[], right: number): NumberOptions {
  const values = numbers.toSorted((a, b) => a - b)
  return { options: values.map((value) => ({ text: printed(value) })), values, right: values.indexOf(right) }
}
