import type { Rng } from '../../rng.ts'
import { printed } from './number-words.ts'

/**
 * Six numbers around the right one: a grid of two likely errors by three, in which the right number stands on a place
 * drawn by chance. So neither the middle, nor the extreme, nor the most similar number is right more often than the
 * others. `slip` is the size of the error that the item invites (a step left out, a sign taken wrongly); it is narrowed
 * so that no option falls on the other side of zero, where it would give itself away.
 */
export function numberOptions(rng: Rng, right: number, slip: number): { options: { text: string }[]; right: number } {
  if (mustBeTyped(right)) throw new RangeError(`No six options fit around ${right}`)
  const widest = Math.floor((Math.abs(right) - 4) / 2)
  const across = Math.max(1, Math.min(slip, widest))
  const down = rng.pick([1, 3, 10].filter((size) => size < Math.abs(right) - 2 * across && clear(size, across)))
  const [column, row] = [rng.int(0, 2), rng.int(0, 1)]
  const grid = [0, 1, 2].flatMap((x) => [0, 1].map((y) => right + (x - column) * across + (y - row) * down))
  const values = grid.toSorted((a, b) => a - b)
  return { options: values.map((value) => ({ text: printed(value) })), right: values.indexOf(right) }
}

/** Numbers too near zero have no room for six options. */
export function mustBeTyped(right: number): boolean {
  return Math.abs(right) < 8
}

function clear(down: number, across: number): boolean {
  return down !== across && down !== 2 * across
}
