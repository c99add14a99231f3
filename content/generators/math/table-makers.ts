import type { Rng } from '../../rng.ts'
import type { Answers } from './number-options.ts'
import type { Line } from './table-rules.ts'

/**
 * A rule drawn for one table: how a line is made, and how it is said. `what` completes «У кожному рядку …». `answers`: what
 * the third number of a line can be, where that is a narrow range; `isTyped`: its divisors are the other two, so that of six
 * numbers it would be the one they divide.
 */
export type DrawnRule = {
  name: string
  complexity: number
  what: string
  line(rng: Rng): Line
  answers?: Answers
  isTyped?: boolean
}

type Maker = { level: number; draw(rng: Rng): DrawnRule }

const small = (rng: Rng) => rng.int(2, 20)
const plusOrMinus = (n: number) => (n > 0 ? `плюс ${n}` : `мінус ${-n}`)

/** How the tables of each level are ruled. */
export const tableMakers: readonly Maker[] = [
  {
    level: -1.5,
    draw: () => ({
      name: 'sum',
      complexity: 1,
      what: 'третє число дорівнює сумі перших двох',
      line: (rng) => lineOf(small(rng), small(rng), (a, b) => a + b),
      answers: { most: 40 },
    }),
  },
  {
    level: -1.5,
    draw: () => ({
      name: 'difference',
      complexity: 1,
      what: 'третє число дорівнює різниці першого і другого',
      line: (rng) => lineOf(rng.int(18, 50), rng.int(2, 16), (a, b) => a - b),
      answers: { most: 46 },
    }),
  },
  {
    level: -0.5,
    draw: () => ({
      name: 'middle-sum',
      complexity: 1,
      what: 'середнє число дорівнює сумі крайніх',
      line: (rng) => {
        const [a, c] = [small(rng), rng.int(6, 32)]
        return [a, a + c, c]
      },
      answers: { least: 6, most: 32 },
    }),
  },
  {
    level: -0.5,
    draw: () => ({
      name: 'product',
      complexity: 1,
      what: 'третє число дорівнює добутку перших двох',
      line: (rng) => lineOf(rng.int(2, 12), rng.int(2, 12), (a, b) => a * b),
      isTyped: true,
    }),
  },
  {
    level: 0.5,
    draw: (rng) => {
      const extra = rng.int(1, 9) * (rng.chance(0.5) ? 1 : -1)
      return {
        name: `sum ${extra}`,
        complexity: 2,
        what: `третє число дорівнює сумі перших двох ${plusOrMinus(extra)}`,
        line: (own) => lineOf(own.int(6, 25), own.int(6, 25), (a, b) => a + b + extra),
      }
    },
  },
  {
    level: 0.5,
    draw: () => ({
      name: 'mean',
      complexity: 2,
      what: 'третє число — середнє арифметичне перших двох',
      line: (rng) => {
        const [c, away] = [rng.int(12, 40), rng.int(1, 11) * (rng.chance(0.5) ? 1 : -1)]
        return [c - away, c + away, c]
      },
      answers: { least: 12, most: 40 },
    }),
  },
  {
    level: 1,
    draw: (rng) => {
      const extra = rng.int(1, 9) * (rng.chance(0.5) ? 1 : -1)
      return {
        name: `product ${extra}`,
        complexity: 2,
        what: `третє число дорівнює добутку перших двох ${plusOrMinus(extra)}`,
        line: (own) => lineOf(own.int(2, 9), own.int(5, 12), (a, b) => a * b + extra),
      }
    },
  },
  {
    level: 1,
    draw: (rng) => {
      const twice = rng.chance(0.5)
      return {
        name: twice ? 'double-plus' : 'double-minus',
        complexity: 2,
        what: `третє число дорівнює подвоєному першому ${twice ? 'плюс' : 'мінус'} друге`,
        line: (own) => lineOf(own.int(10, 30), own.int(2, 19), (a, b) => 2 * a + (twice ? b : -b)),
      }
    },
  },
  {
    level: 1.5,
    draw: (rng) => {
      const plus = rng.chance(0.5)
      return {
        name: plus ? 'square-plus' : 'square-minus',
        complexity: 3,
        what: `третє число дорівнює квадрату першого ${plus ? 'плюс' : 'мінус'} друге`,
        line: (own) => lineOf(own.int(4, 12), own.int(2, 15), (a, b) => a * a + (plus ? b : -b)),
      }
    },
  },
  {
    level: 1.5,
    draw: (rng) => {
      const [p, q] = rng.pick([
        [3, 2],
        [2, 3],
        [3, -2],
        [2, 2],
        [3, 3],
      ] as const)
      return {
        name: `linear ${p} ${q}`,
        complexity: 3,
        what: `третє число дорівнює першому, помноженому на ${p}, ${q > 0 ? 'плюс' : 'мінус'} друге, помножене на ${Math.abs(q)}`,
        line: (own) => lineOf(own.int(9, 25), own.int(2, 13), (a, b) => p * a + q * b),
      }
    },
  },
]

function lineOf(a: number, b: number, make: (a: number, b: number) => number): Line {
  return [a, b, make(a, b)]
}
