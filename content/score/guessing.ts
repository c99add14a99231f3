import type { Question } from '#contract/question.ts'

type Asked = {
  family: string
  /** The item's level, prior b in logits. */
  difficulty: number
  question: Pick<Question, 'kind' | 'options'>
  /** The version that made it; undefined of the earliest papers, which did not say. */
  generator?: number
}

/** One figure for a family, or for levels that differ: the figure of the last entry that is not above the item's level. */
type Reached = number | readonly (readonly [level: number, reached: number])[]

/**
 * How many of the questions with options are answered rightly by who does not understand them, by family: the c of the
 * three-parameter model. Not one in so many options, because options can be told apart without the answer.
 *
 * From blind solvers of the items of generator version 6 (`npm run bench:score -- blind`, 4,000 items learnt, 2,000 answered,
 * levels as in the papers; `npm run items:report` has them by level) on 2026-11-24. Analogies: a solver that picks among the
 * words which are associated with the one asked about and look like the answer of the first pair, and ignores how that pair
 * hangs together (at −2 61.7 %, where work has no other verb beside it; 42 to 53 from −1.5 to .5, of which half the options or fewer are
 * such words); at 1, where more relations stand side by side, one that is trained on options alone (46.1). Odd words: one
 * that has learnt the lexicon with its keys (26.2 to 27.8). The others: trained on options alone. None is rounded down.
 * Version 7 was measured likewise, and differs by no more than the samples scatter (decision 0079). Conclusions, of version 9: a solver
 * trained on options 15.6, one that counts for what most premises speak about 20; rounded up for other cues (decision 0098).
 */
const reachedBlindly: Readonly<Record<string, Reached>> = {
  'verbal-analogy': [
    [-2, 0.62],
    [-1.5, 0.5],
    [1, 0.47],
  ],
  'verbal-odd-one-out': 0.28,
  'verbal-conclusion': 0.25,
  'math-series': 0.18,
  'math-table': 0.18,
  'logic-matrix': 0.15,
  'logic-overlay': 0.15,
  'logic-ordering': 0.23,
}

/** What papers of earlier generators are graded with: as they were. */
const reachedBefore6: Readonly<Record<string, Reached>> = {
  ...reachedBlindly,
  'verbal-analogy': 0.45,
  'verbal-odd-one-out': 0.25,
}

/** Of numbers the options of still earlier ones betrayed more, by what divides them. */
const reachedBefore5: Readonly<Record<string, Reached>> = { ...reachedBefore6, 'math-series': 0.26, 'math-table': 0.25 }

/** The guessing parameter of a question: nothing for what is typed, and never less than one in so many options. */
export function guessingOf({ family, difficulty, question, generator = 1 }: Asked): number {
  const chance = chanceOf(question)
  const reached = (generator < 5 ? reachedBefore5 : generator < 6 ? reachedBefore6 : reachedBlindly)[family]
  if (chance === 0 || reached === undefined) return chance
  return Math.max(chance, typeof reached === 'number' ? reached : reachedAt(reached, difficulty))
}

function reachedAt(levels: Exclude<Reached, number>, difficulty: number): number {
  const [, reached] = levels.findLast(([level]) => level <= difficulty) ?? levels[0]!
  return reached
}

/** The probability that a choice made without looking is right; nothing for what is typed. */
export function chanceOf({ kind, options }: Asked['question']): number {
  const count = options?.length ?? 0
  return kind === 'single' && count > 0 ? 1 / count : 0
}
