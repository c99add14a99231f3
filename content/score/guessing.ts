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
 * From blind solvers of the items (`npm run bench:score -- blind`, 4,000 items learnt, 2,000 answered, levels as in the papers;
 * `npm run items:report` has them by level). Analogies, of generator version 10 on 2026-11-26: a solver that picks among the
 * words which are associated with the one asked about, and ignores how the first pair hangs together (42 to 50 % from −2 to .5,
 * of 3,000 items a level; all options look like the answer there), and one that is trained on options alone (43 at 0);
 * at 1, where more relations stand side by side, 33 and 32. Odd words: one that has learnt the lexicon with its keys (26.6).
 * The others, of version 9 on the same day: 17.1, 18.9, 13.1, 13.6 and 20.3 % by what is trained on options alone (decision
 * 0100). Conclusions: trained on options 15.6, and about 20 for who counts for what most premises speak; rounded up for other
 * cues (decision 0098). None is rounded down.
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

/**
 * What papers of earlier generators are graded with: as they were. From 6 to 8 work had no other verb beside it (at −2), and
 * level 1 had fewer words.
 */
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

/** Of numbers the options of still earlier ones betrayed more, by what divides them. */
const reachedBefore5: Readonly<Record<string, Reached>> = { ...reachedBefore6, 'math-series': 0.26, 'math-table': 0.25 }

/** Before version 3 analogies and tables were made otherwise, and what blind solvers reached was measured of those. */
const reachedBefore3: Readonly<Record<string, Reached>> = {
  ...reachedBefore5,
  'verbal-analogy': 0.42,
  'math-table': 0.28,
}

/** The guessing parameter of a question: nothing for what is typed, and never less than one in so many options. */
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

/** The probability that a choice made without looking is right; nothing for what is typed. */
export function chanceOf({ kind, options }: Asked['question']): number {
  const count = options?.length ?? 0
  return kind === 'single' && count > 0 ? 1 / count : 0
}
