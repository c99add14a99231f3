import type { Rng } from '../../rng.ts'
import type { AttributeRule, Triple } from './attribute-rules.ts'
import type { Attribute } from './cell.ts'

export type Rows = readonly [Triple, Triple, Triple]
/** The values of an attribute of each size, made once for all drafts. */
const valuesOf = Array.from({ length: 10 }, (_, size) => Array.from({ length: size }, (_, i) => i))

/** `isPlain`: a constant has one value in the whole matrix. */
type Maker = (rng: Rng, attribute: Attribute, isPlain: boolean) => Rows | undefined

/** Three rows that obey a rule; undefined if the attribute cannot obey it. */
export const attributeMakers: Record<AttributeRule['name'], Maker> = {
  /**
   * One value everywhere, or one in each row. If two attributes are constant, one of them has three values. A wrong value of
   * an attribute that never changes is nowhere in the matrix, and so obviously wrong.
   */
  constant(rng, { size }, isPlain) {
    if (!isPlain) return rng.sample(valuesOf[size] as number[], 3).map(everywhere) as unknown as Rows
    const row = everywhere(rng.int(0, size - 1))
    return [row, row, row]
  },

  progression(rng, { order, size }) {
    if (order === 'none') return undefined
    const round = order === 'circle'
    const step = rng.int(1, round ? 3 : size > 4 ? 2 : 1) * (rng.chance(0.5) ? 1 : -1)
    const fits = (value: number) => round || (value >= 0 && value < size)
    const starts = (valuesOf[size] as number[]).filter((start) => fits(start + 2 * step))
    const onCircle = (value: number) => ((value % size) + size) % size
    return three(() => {
      const start = rng.pick(starts)
      return [start, onCircle(start + step), onCircle(start + 2 * step)]
    })
  },

  distribution(rng, { size }) {
    const values = rng.sample(valuesOf[size] as number[], 3)
    const turn = rng.chance(0.5) ? 1 : 2
    const start = rng.int(0, 2)
    const at = (place: number) => values[place % 3] as number
    const row = (from: number): Triple => [at(from), at(from + 1), at(from + 2)]
    return [row(start), row(start + turn), row(start + 2 * turn)]
  },

  sum: counted((x, y) => x + y),
  difference: counted((x, y) => x - y),
}

/** The value 0 of a counted attribute means one thing. The possible pairs of numbers are found once for each size. */
function counted(of: (x: number, y: number) => number): Maker {
  const pairsBySize = new Map<number, readonly (readonly [number, number])[]>()
  const pairsOf = (size: number) => {
    const numbers = Array.from({ length: size }, (_, i) => i + 1)
    const fits = (sum: number) => sum >= 1 && sum <= size
    return numbers.flatMap((x) => numbers.filter((y) => fits(of(x, y))).map((y) => [x, y] as const))
  }
  return (rng, attribute) => {
    if (!attribute.counted) return undefined
    const pairs = pairsBySize.get(attribute.size) ?? pairsOf(attribute.size)
    pairsBySize.set(attribute.size, pairs)
    return three(() => {
      const [x, y] = rng.pick(pairs)
      return [x - 1, y - 1, of(x, y) - 1]
    })
  }
}

function everywhere(value: number): Triple {
  return [value, value, value]
}

function three(row: () => Triple): Rows {
  return [row(), row(), row()]
}
