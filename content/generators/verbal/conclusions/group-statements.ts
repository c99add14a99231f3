import {
  areNone,
  both,
  type Combination,
  type Combinations,
  everyCombination,
  is,
  isSo,
  type Literal,
  membersOf,
  not,
  sizeOf,
  where,
  without,
} from './combinations.ts'

/**
 * «All that are this are that», or «there is one that is this and that»: each of the four classical forms is one of them.
 * A literal says that somebody belongs to a group, or does not.
 */
export type GroupStatement = { sort: 'each' | 'some'; one: Literal; other: Literal }

export const each = (one: Literal, other: Literal): GroupStatement => ({ sort: 'each', one, other })
export const some = (one: Literal, other: Literal): GroupStatement => ({ sort: 'some', one, other })

/** What must be true where the statement is false. */
export function denialOf({ sort, one, other }: GroupStatement): GroupStatement {
  return sort === 'each' ? some(one, not(other)) : each(one, not(other))
}

/** What individuals the laws among the statements allow. */
function allowedBy(statements: readonly GroupStatement[]): Combinations {
  return statements.reduce(
    (left, { sort, one, other }) => (sort === 'each' ? without(left, both(where(one), where(not(other)))) : left),
    everyCombination,
  )
}

/**
 * Whether the statements can be true together. Of all worlds that their laws allow the fullest, with individuals of every
 * kind that is not forbidden, makes every «some» true that any of them makes true: so this one world decides for all.
 */
export function canHold(statements: readonly GroupStatement[]): boolean {
  const allowed = allowedBy(statements)
  return statements.every(
    ({ sort, one, other }) => sort === 'each' || !areNone(both(allowed, both(where(one), where(other)))),
  )
}

/** Whether the conclusion is true in every world in which the premises are. */
export function follows(premises: readonly GroupStatement[], conclusion: GroupStatement): boolean {
  return !canHold([...premises, denialOf(conclusion)])
}

const everyGroupHasMembers = (groups: number) => Array.from({ length: groups }, (_, of) => some(is(of), is(of)))

/**
 * All that a reader may take the premises to say beside what they say: that every group has somebody in it, and that of
 * which some are, some are not. A question may be asked only where this makes no other answer right.
 */
export function generously(premises: readonly GroupStatement[], groups: number): GroupStatement[] {
  const heard = premises.map(({ sort, one, other }) => (sort === 'some' ? some(one, not(other)) : some(one, one)))
  return [...premises, ...heard, ...everyGroupHasMembers(groups)]
}

/** The premises as who errs most often takes them: what is said of one group and another holds the other way round. */
export function turnedAround(premises: readonly GroupStatement[]): GroupStatement[] {
  const turned = premises
    .filter(({ sort, one, other }) => one.is && other.is === (sort === 'each'))
    .map(({ sort, one, other }) => (sort === 'each' ? each(other, one) : some(not(other), not(one))))
  return [...premises, ...turned]
}

/**
 * The fewest individuals of which the premises are true and the conclusion is not, every group having somebody in it;
 * undefined where the conclusion follows.
 */
export function countermodelOf(
  premises: readonly GroupStatement[],
  conclusion: GroupStatement,
  groups: number,
): Combination[] | undefined {
  const statements = [denialOf(conclusion), ...premises, ...everyGroupHasMembers(groups)]
  const wanted = statements.filter(({ sort }) => sort === 'some')
  const allowed = membersOf(allowedBy(statements), groups).toSorted((a, b) => sizeOf(a) - sizeOf(b))
  const isWitness = (individual: Combination, { one, other }: GroupStatement) =>
    isSo(one, individual) && isSo(other, individual)
  const within = (most: number, chosen: Combination[]): Combination[] | undefined => {
    const missing = wanted.find((statement) => !chosen.some((individual) => isWitness(individual, statement)))
    if (missing === undefined) return chosen
    if (chosen.length === most) return undefined
    for (const individual of allowed) {
      const found = isWitness(individual, missing) ? within(most, [...chosen, individual]) : undefined
      if (found) return found
    }
    return undefined
  }
  for (let most = 1; most <= wanted.length; most++) {
    const found = within(most, [])
    if (found) return found
  }
  return undefined
}
