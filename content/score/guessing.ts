import type { Question } from '#contract/question.ts'

type Asked = {
  family: string
  /** Prior b in logits. */
  difficulty: number
  question: Pick<Question, 'kind' | 'options'>
  /** The version that made it; undefined for the earliest papers. */
  generator?: number
}

/** One figure for a family, or one by level: the last entry whose level is not above the item's level applies. */
type Reached = number | readonly (readonly [level: number, reached: number])[]

/**
 * The share of questions with options that a person answers rightly without understanding them, by family: the c of the
 * three-parameter model. It may exceed one in the number of options, because options betray something.
 *
 * Blind solvers gave the figures (`npm run bench:score -- blind`: 4,000 items learnt, 2,000 answered, levels as in the
 * papers; `npm run items:report` has them by level). None is rounded down.
 * - Analogies, generator 10 on 2026-11-26: a solver that picks among words associated with the asked one and ignores the
 *   given pair has 42 to 50 % from −2 to .5 (3,000 items a level). One trained on options alone has 43 % at 0. At 1, where
 *   options belong to more relations, they have 33 and 32 %.
 * - Odd words: a solver that has learnt the lexicon with its keys has 26.6 %.
 * - Others, generator 9: 17.1, 18.9, 13.1, 13.6 and 20.3 % by a solver trained on options alone (0100).
 * - Conclusions: 15.6 % by options alone, some 20 % by a count of premises; rounded up for other cues (0098).
 */
const reachedBlindly: Readonly<Record<string, Reached>> = {
  'verbal-analogy': [
    [-2, 0.5],
    [1, 0.4],
  ],
  'verbal-odd-one-out': 0.28,
  'verbal-conclusion': 0.25,
  'math-series': 0.18,
  'math-table': 0.19,
  'logic-matrix': 0.15,
  'logic-overlay': 0.15,
  'logic-ordering': 0.23,
  'math-letters': 0.25,
  'logic-analogy': 0.34,
  'logic-latin': 0.3,
}

/** Earlier generators keep their c. In 6 to 8 the options of `work` (at −2) had no other verb, and level 1 had fewer words. */
const reachedBefore9: Readonly<Record<string, Reached>> = {
  ...reachedBlindly,
  'verbal-analogy': [
    [-2, 0.62],
    [-1.5, 0.5],
    [1, 0.47],
  ],
  'math-table': 0.18,
}

const reachedBefore6: Readonly<Record<string, Reached>> = {
  ...reachedBefore9,
  'verbal-analogy': 0.45,
  'verbal-odd-one-out': 0.25,
}

/** Options of numbers of still earlier generators betrayed more, by their divisors. */
const reachedBefore5: Readonly<Record<string, Reached>> = { ...reachedBefore6, 'math-series': 0.26, 'math-table': 0.25 }

/** Before version 3 analogies and tables were made otherwise; blind solvers had these shares on them. */
const reachedBefore3: Readonly<Record<string, Reached>> = {
  ...reachedBefore5,
  'verbal-analogy': 0.42,
  'math-table': 0.28,
}

/** The guessing parameter of a question: 0 for a typed answer, and never less than one in the number of options. */
export function guessingOf({ family, difficulty, question, generator = 1 }: Asked): number {
  const chance = chanceOf(question)
  const reached = reachedBy(generator)[family]
  if (chance === 0 || reached === undefined) return chance
  return Math.max(chance, typeof reached === 'number' ? reached : reachedAt(reached, difficulty))
}

function reachedBy(generator: number): Readonly<Record<string, Reached>> {
  if (generator < 3) return reachedBefore3
  if (generator < 5) return reachedBefore5
  if (generator < 6) return reachedBefore6
  return generator < 9 ? reachedBefore9 : reachedBlindly
}

function reachedAt(levels: Exclude<Reached, number>, difficulty: number): number {
  const [, reached] = levels.findLast(([level]) => level <= difficulty) ?? levels[0]!
  return reached
}

/** The probability that a blind choice is right; 0 for a typed answer. */
export function chanceOf({ kind, options }: Asked['question']): number {
  const count = options?.length ?? 0
  return kind === 'single' && count > 0 ? 1 / count : 0
}
