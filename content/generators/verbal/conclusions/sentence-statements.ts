import { type Combinations, both, either, everyCombination, isSame, type Literal, not, where } from './combinations.ts'

/** A premise about a story's action. `sort` picks its words. A literal says that a person does the action, or does not. */
export type SentenceStatement =
  | { sort: 'fact'; one: Literal }
  | { sort: 'if' | 'only-if' | 'or' | 'xor'; one: Literal; other: Literal }
  | { sort: 'if-both'; one: Literal; two: Literal; other: Literal }

/** At least one of these literals is true. */
export type Clause = readonly Literal[]

/** Clauses that together are equivalent to a statement. */
export function clausesOf(statement: SentenceStatement): Clause[] {
  const { sort, one } = statement
  switch (sort) {
    case 'fact':
      return [[one]]
    case 'if':
    case 'only-if':
      return [[not(one), statement.other]]
    case 'or':
      return [[one, statement.other]]
    case 'xor':
      return [
        [one, statement.other],
        [not(one), not(statement.other)],
      ]
    case 'if-both':
      return [[not(one), not(statement.two), statement.other]]
  }
}

/** The statement as a person reads it who turns conditionals around: «if» as «if and only if». */
export function turnedAround(statement: SentenceStatement): Clause[] {
  const clauses = clausesOf(statement)
  switch (statement.sort) {
    case 'if':
    case 'only-if':
      return [...clauses, [statement.one, not(statement.other)]]
    case 'if-both':
      return [...clauses, [statement.one, not(statement.other)], [statement.two, not(statement.other)]]
    default:
      return clauses
  }
}

/** The combinations of persons in which all clauses are true. */
export function worldsOf(clauses: readonly Clause[]): Combinations {
  return clauses.reduce((left, clause) => both(left, clause.map(where).reduce(either)), everyCombination)
}

/** One step of thought: this statement makes the literal true. `null` means a contradiction: nothing in it can be true. */
export type Thought = { by: number; so: Literal | null }

/**
 * Thinks step by step from what is supposed, each time by the first clause with all literals but one known to be false. It
 * stops at `goal` or, without one, at a contradiction. Null if the steps do not lead there.
 */
export function think(
  statements: readonly SentenceStatement[],
  supposed: readonly Literal[],
  goal?: Literal,
): Thought[] | null {
  const known = [...supposed]
  const isKnown = (literal: Literal) => known.some((each) => isSame(each, literal))
  const thoughts: Thought[] = []
  const nextThought = (): Thought | undefined => {
    for (const [by, statement] of statements.entries()) {
      for (const clause of clausesOf(statement)) {
        const open = clause.filter((literal) => !isKnown(not(literal)))
        if (!clause.some(isKnown) && open.length < 2) return { by, so: open[0] ?? null }
      }
    }
    return undefined
  }
  for (;;) {
    const thought = nextThought()
    if (thought === undefined) return null
    thoughts.push(thought)
    if (thought.so === null) return goal === undefined ? leadingOn(thoughts, statements) : null
    if (goal !== undefined && isSame(thought.so, goal)) return leadingOn(thoughts, statements)
    known.push(thought.so)
  }
}

/** Keeps the thoughts that lead to the last one. */
function leadingOn(thoughts: readonly Thought[], statements: readonly SentenceStatement[]): Thought[] {
  const wanted = new Set<number>()
  const kept: Thought[] = []
  for (const thought of thoughts.toReversed()) {
    if (kept.length > 0 && !wanted.has(thought.so?.of ?? -1)) continue
    kept.unshift(thought)
    for (const clause of clausesOf(statements[thought.by] as SentenceStatement))
      for (const { of } of clause) wanted.add(of)
  }
  return kept
}
