import type { Rng } from '../../rng.ts'
import { printed } from './number-words.ts'

/** Six numbers; `right` is the place of the right one. */
export type NumberOptions = { options: { text: string }[]; values: number[]; right: number }

/**
 * The possible answers to one kind of question: multiples of `unit` whose absolute value is from `least` to `most`. An answer
 * that its divisors betray (a product, the next term of a geometric series) is always typed. Among six multiples of the last
 * term no option would look like an error, and among other numbers the answer would be the only multiple.
 */
export type Answers = { unit?: number; least?: number; most?: number }

/**
 * Draws six numbers around the right one: a grid of two likely errors by three, with the right number at a random place. So
 * the middle, the extreme or the most similar number is right no more often than others. `slip` is the size of one error, and
 * must not depend on the right number. Undefined if one of the six could not be the answer: then the whole question is drawn
 * again. Moving the grid instead would show which numbers it cannot have been made around.
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

/** The wrong number nearest to the right one; the lesser of two. */
export function nearestWrong({ values, right }: NumberOptions): number {
  const key = values[right] as number
  const away = (value: number) => Math.abs(value - key)
  return values.filter((value) => value !== key).reduce((best, value) => (away(value) < away(best) ? value : best))
}

function inOrder(numbers: readonly number[], right: number): NumberOptions {
  const values = numbers.toSorted((a, b) => a - b)
  return { options: values.map((value) => ({ text: printed(value) })), values, right: values.indexOf(right) }
}
