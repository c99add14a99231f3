import type { Rng } from '../../rng.ts'
import type { Answers } from './number-options.ts'
import { added } from './number-words.ts'
import type { Line } from './table-rules.ts'

/**
 * A rule drawn for one table: how it makes a line, and its words. `what` completes «У кожному рядку …». `worked` is the rule
 * with the numbers of a line, `solved` the same for the asked line if that takes another step. `answers` is the range of the
 * third number, if it is narrow. `isTyped`: divisors or multiples of the answer betray it among six numbers.
 */
export type DrawnRule = {
  name: string
  complexity: number
  what: string
  line(rng: Rng): Line
  worked(line: Line): string
  solved?(line: Line): string
  answers?: Answers
  isTyped?: boolean
}

/** `rule`: the name of an exam-only rule, as `ruleOf` gives it. */
export type Maker = { level: number; isOfExams?: boolean; rule?: string; draw(rng: Rng): DrawnRule }

const small = (rng: Rng) => rng.int(2, 20)
const plusOrMinus = (n: number) => (n > 0 ? `плюс ${n}` : `мінус ${-n}`)
const signedExtra = (rng: Rng) => rng.int(1, 9) * (rng.chance(0.5) ? 1 : -1)

/** The makers of each level. A rule that is found by trying, as two multipliers, is harder than any single operation. */
export const tableMakers: readonly Maker[] = [
  {
    level: -1.5,
    draw: () => ({
      name: 'sum',
      complexity: 1,
      what: 'третє число дорівнює сумі перших двох',
      line: (rng) => lineOf(small(rng), small(rng), (a, b) => a + b),
      worked: ([a, b, c]) => `${a} + ${b} = ${c}`,
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
      worked: ([a, b, c]) => `${a} − ${b} = ${c}`,
      answers: { most: 46 },
    }),
  },
  {
    level: -1.5,
    draw: () => ({
      name: 'difference-back',
      complexity: 1,
      what: 'третє число показує, на скільки друге більше за перше',
      line: (rng) => lineOf(rng.int(2, 16), rng.int(18, 50), (a, b) => b - a),
      worked: ([a, b, c]) => `${b} − ${a} = ${c}`,
      answers: { most: 46 },
    }),
  },
  {
    level: -0.5,
    isOfExams: true,
    rule: 'middle-sum',
    draw: () => ({
      name: 'middle-sum',
      complexity: 1,
      what: 'середнє число дорівнює сумі крайніх',
      line: (rng) => {
        const [a, c] = [small(rng), rng.int(6, 32)]
        return [a, a + c, c]
      },
      worked: ([a, b, c]) => `${a} + ${c} = ${b}`,
      solved: ([a, b, c]) => `${b} − ${a} = ${c}`,
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
      worked: ([a, b, c]) => `${a} · ${b} = ${c}`,
      isTyped: true,
    }),
  },
  {
    level: -0.5,
    isOfExams: true,
    rule: 'quotient',
    draw: () => ({
      name: 'quotient',
      complexity: 1,
      what: 'третє число дорівнює першому, поділеному на друге',
      line: (rng) => {
        const [b, c] = [rng.int(2, 9), rng.int(2, 12)]
        return [b * c, b, c]
      },
      worked: ([a, b, c]) => `${a} : ${b} = ${c}`,
      isTyped: true,
    }),
  },
  {
    level: -0.5,
    draw: (rng) => {
      const whole = rng.int(40, 70)
      return {
        name: `whole ${whole}`,
        complexity: 2,
        what: `сума всіх трьох чисел дорівнює ${whole}`,
        line: (own) => lineOf(small(own), small(own), (a, b) => whole - a - b),
        worked: ([a, b, c]) => `${a} + ${b} + ${c} = ${whole}`,
        solved: ([a, b, c]) => `${whole} − ${a} − ${b} = ${c}`,
      }
    },
  },
  {
    level: 0.5,
    draw: (rng) => {
      const extra = signedExtra(rng)
      return {
        name: `sum ${extra}`,
        complexity: 2,
        what: `третє число дорівнює сумі перших двох ${plusOrMinus(extra)}`,
        line: (own) => lineOf(own.int(6, 25), own.int(6, 25), (a, b) => a + b + extra),
        worked: ([a, b, c]) => `${added(`${a} + ${b}`, extra)} = ${c}`,
      }
    },
  },
  {
    level: 0.5,
    isOfExams: true,
    rule: 'mean',
    draw: () => ({
      name: 'mean',
      complexity: 2,
      what: 'третє число — середнє арифметичне перших двох',
      line: (rng) => {
        const [c, away] = [rng.int(12, 40), rng.int(1, 11) * (rng.chance(0.5) ? 1 : -1)]
        return [c - away, c + away, c]
      },
      worked: ([a, b, c]) => `(${a} + ${b}) : 2 = ${c}`,
      answers: { least: 12, most: 40 },
    }),
  },
  {
    level: 0.5,
    draw: (rng) => {
      const extra = signedExtra(rng)
      return {
        name: `product ${extra}`,
        complexity: 2,
        what: `третє число дорівнює добутку перших двох ${plusOrMinus(extra)}`,
        line: (own) => lineOf(own.int(2, 9), own.int(5, 12), (a, b) => a * b + extra),
        worked: ([a, b, c]) => `${added(`${a} · ${b}`, extra)} = ${c}`,
      }
    },
  },
  {
    level: 0.5,
    draw: () => ({
      name: 'middle-product',
      complexity: 2,
      what: 'середнє число дорівнює добутку крайніх',
      line: (rng) => {
        const [a, c] = [rng.int(2, 12), rng.int(2, 12)]
        return [a, a * c, c]
      },
      worked: ([a, b, c]) => `${a} · ${c} = ${b}`,
      solved: ([a, b, c]) => `${b} : ${a} = ${c}`,
      isTyped: true,
    }),
  },
  {
    level: 0.5,
    draw: (rng) => {
      const by = rng.int(2, 3)
      return {
        name: `sum-times ${by}`,
        complexity: 2,
        what: `третє число — сума перших двох, помножена на ${by}`,
        line: (own) => lineOf(small(own), small(own), (a, b) => by * (a + b)),
        worked: ([a, b, c]) => `(${a} + ${b}) · ${by} = ${c}`,
        answers: { unit: by },
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
        worked: ([a, b, c]) => `${a} · 2 ${twice ? '+' : '−'} ${b} = ${c}`,
      }
    },
  },
  {
    level: 1,
    isOfExams: true,
    rule: 'difference-times',
    draw: (rng) => {
      const by = rng.int(2, 4)
      return {
        name: `difference-times ${by}`,
        complexity: 2,
        what: `третє число — різниця першого і другого, помножена на ${by}`,
        line: (own) => lineOf(own.int(18, 40), own.int(2, 15), (a, b) => by * (a - b)),
        worked: ([a, b, c]) => `(${a} − ${b}) · ${by} = ${c}`,
        answers: { unit: by },
      }
    },
  },
  {
    level: 1,
    draw: (rng) => {
      const plus = rng.chance(0.5)
      return {
        name: plus ? 'square-plus' : 'square-minus',
        complexity: 3,
        what: `третє число дорівнює квадрату першого ${plus ? 'плюс' : 'мінус'} друге`,
        line: (own) => lineOf(own.int(4, 12), own.int(2, 15), (a, b) => a * a + (plus ? b : -b)),
        worked: ([a, b, c]) => `${a}² ${plus ? '+' : '−'} ${b} = ${c}`,
      }
    },
  },
  {
    level: 1.5,
    isOfExams: true,
    rule: 'squares',
    draw: (rng) => {
      const plus = rng.chance(0.5)
      return {
        name: plus ? 'squares-plus' : 'squares-minus',
        complexity: 3,
        what: `третє число — ${plus ? 'сума' : 'різниця'} квадратів перших двох`,
        line: (own) =>
          plus
            ? lineOf(own.int(2, 12), own.int(2, 12), (a, b) => a * a + b * b)
            : lineOf(own.int(8, 15), own.int(2, 7), (a, b) => a * a - b * b),
        worked: ([a, b, c]) => `${a}² ${plus ? '+' : '−'} ${b}² = ${c}`,
      }
    },
  },
  {
    level: 1.5,
    draw: (rng) => {
      const plus = rng.chance(0.5)
      return {
        name: plus ? 'product-plus-both' : 'product-minus-both',
        complexity: 3,
        what: `третє число — добуток перших двох ${plus ? 'плюс' : 'мінус'} їхня сума`,
        line: (own) => lineOf(own.int(3, 12), own.int(3, 12), (a, b) => a * b + (plus ? a + b : -a - b)),
        worked: ([a, b, c]) => `${a} · ${b} ${plus ? '+' : '−'} (${a} + ${b}) = ${c}`,
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
        [3, 4],
        [4, 3],
      ] as const)
      return {
        name: `linear ${p} ${q}`,
        complexity: 3,
        what: `третє число дорівнює першому, помноженому на ${p}, ${q > 0 ? 'плюс' : 'мінус'} друге, помножене на ${Math.abs(q)}`,
        line: (own) => lineOf(own.int(9, 25), own.int(2, 13), (a, b) => p * a + q * b),
        worked: ([a, b, c]) => `${a} · ${p} ${q > 0 ? '+' : '−'} ${b} · ${Math.abs(q)} = ${c}`,
        solved: ([a, b, c]) => `${a} · ${p} ${q > 0 ? '+' : '−'} ${b} · ${Math.abs(q)} = ${added(a * p, b * q)} = ${c}`,
      }
    },
  },
]

function lineOf(a: number, b: number, make: (a: number, b: number) => number): Line {
  return [a, b, make(a, b)]
}
