import type { Question } from '#contract/question.ts'

type Asked = Pick<Question, 'kind' | 'options'>

/**
 * How many of the questions with options are answered rightly by who does not understand them, by family: the c of the
 * three-parameter model. Not one in so many options, because options can be told apart without the answer.
 *
 * From blind solvers of the items of generator version 3 (`npm run bench:score -- blind`, 4,000 items learnt, 2,000 answered,
 * levels as in the papers; `npm run items:report` has them by level) on 2026-11-23. Analogies: a solver that picks among the
 * words associated with the one asked about and ignores the first pair (44.4 %; one trained on options alone gets 33 %). Odd
 * words: one that always takes the same place in the alphabet or the list (22 %); a solver that has learnt the lexicon with its
 * keys gets 28 %, but nobody who lacks the language has. The others: trained on options alone. None
 * is rounded down.
 */
const reachedBlindly: Readonly<Record<string, number>> = {
  'verbal-analogy': 0.45,
  'verbal-odd-one-out': 0.25,
  'math-series': 0.26,
  'math-table': 0.25,
  'logic-matrix': 0.15,
  'logic-overlay': 0.15,
  'logic-ordering': 0.23,
}

/** The guessing parameter of a question: nothing for what is typed, and never less than one in so many options. */
export function guessingOf(family: string, asked: Asked): number {
  const chance = chanceOf(asked)
  if (chance === 0 || !Object.hasOwn(reachedBlindly, family)) return chance
  return Math.max(chance, reachedBlindly[family]!)
}

/** The probability that a choice made without looking is right; nothing for what is typed. */
export function chanceOf({ kind, options }: Asked): number {
  const count = options?.length ?? 0
  return kind === 'single' && count > 0 ? 1 / count : 0
}
