import type { Rng } from '../../rng.ts'
import type { AttributeRule, Triple } from './attribute-rules.ts'
import type { Attribute } from './cell.ts'

export type Rows = readonly [Triple, Triple, Triple]
/** `isPlain`: a constant is one value in the whole matrix. */
type Maker = (rng: Rng, attribute: Attribute, isPlain: boolean) => Rows | undefined

/** Three rows that obey a rule; undefined when the attribute cannot obey it. */
export const attributeMakers: Record<AttributeRule['name'], Maker> = {
  /**
   * One value everywhere, or in each row one. Where two attributes are constant one of them has three values: what never
   * changes cannot be offered wrong but by a value that stands nowhere in the matrix, which says that it is wrong.
   */
  constant(rng, { size }, isPlain) {
    const places = Array.from({ length: size }, (_, i) => i)
    const values = isPlain ? Array<number>(3).fill(rng.pick(places)) : rng.sample(places, 3)
    return values.map((value) => [value, value, value]) as unknown as Rows
  },

  progression(rng, { order, size }) {
    if (order === 'none') return undefined
    const round = order === 'circle'
    const step = rng.int(1, round ? 3 : size > 4 ? 2 : 1) * (rng.chance(0.5) ? 1 : -1)
    const fits = (value: number) => round || (value >= 0 && value < size)
    const starts = Array.from({ length: size }, (_, i) => i).filter((start) => fits(start + 2 * step))
    const onCircle = (value: number) => ((value % size) + size) % size
    return three(() => {
      const start = rng.pick(starts)
      return [start, onCircle(start + step), onCircle(start + 2 * step)]
    })
  },

  distribution(rng, { size }) {
    const values = rng.sample(
      Array.from({ length: size }, (_, i) => i),
      3,
    ) as unknown as Triple
    const turn = rng.chance(0.5) ? 1 : 2
    const start = rng.int(0, 2)
    return [0, 1, 2].map((y) => [0, 1, 2].map((x) => values[(start + x + y * turn) % 3])) as unknown as Rows
  },

  sum: (rng, attribute) => added(rng, attribute, (x, y) => x + y),
  difference: (rng, attribute) => added(rng, attribute, (x, y) => x - y),
}

/** The value 0 of a counted attribute is one thing. */
function added(rng: Rng, { counted, size }: Attribute, of: (x: number, y: number) => number): Rows | undefined {
  if (!counted) return undefined
  const numbers = Array.from({ length: size }, (_, i) => i + 1)
  const fits = (sum: number) => sum >= 1 && sum <= size
  const pairs = numbers.flatMap((x) => numbers.filter((y) => fits(of(x, y))).map((y) => [x, y] as const))
  return three(() => {
    const [x, y] = rng.pick(pairs)
    return [x - 1, y - 1, of(x, y) - 1]
  })
}

function three(row: () => Triple): Rows {
  return [row(), row(), row()]
}
