import type { Question } from '#contract/question.ts'

type Asked = Pick<Question, 'kind' | 'options'>

/**
 * How many of the questions with options are answered rightly by who does not understand them, by family: the c of the
 * three-parameter model. Not one in so many options, because options can be told apart without the answer.
 *
 * From blind solvers (`npm run bench:score -- blind`, 4,000 items learnt, 2,000 answered, levels as in the papers), and an
 * audit from outside that got the same within a point or two (tables 28 %), on 2026-11-23. Analogies: a solver that picks
 * among the words associated with the one asked about and ignores the first pair (42 %; one trained on options alone gets
 * 35 %). Odd words: one that always takes the same place in the alphabet or the list (22 %); a solver that has learnt the
 * whole lexicon with its keys gets 71 %, but nobody who lacks the language has, and near words that are keys and nothing else
 * are a fault of the lexicon, not a property of people. The others: trained on options alone. None is rounded down.
 */
const reachedBlindly: Readonly<Record<string, number>> = {
  'verbal-analogy': 0.42,
  'verbal-odd-one-out': 0.25,
  'math-series': 0.26,
  'math-table': 0.28,
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
