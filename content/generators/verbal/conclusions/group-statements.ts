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
 * «All that are this are that», or «there is one that is this and that». With negated literals these are the four classical
 * forms. A literal says that somebody belongs to a group, or does not.
 */
export type GroupStatement = { sort: 'each' | 'some'; one: Literal; other: Literal }

export const each = (one: Literal, other: Literal): GroupStatement => ({ sort: 'each', one, other })
export const some = (one: Literal, other: Literal): GroupStatement => ({ sort: 'some', one, other })

/** The statement that is true exactly if this one is false. */
export function denialOf({ sort, one, other }: GroupStatement): GroupStatement {
  return sort === 'each' ? some(one, not(other)) : each(one, not(other))
}

/** The individuals that the laws among the statements allow. */
function allowedBy(statements: readonly GroupStatement[]): Combinations {
  return statements.reduce(
    (left, { sort, one, other }) => (sort === 'each' ? without(left, both(where(one), where(not(other)))) : left),
    everyCombination,
  )
}

/**
 * Whether the statements can be true together. The fullest world has an individual of every kind that the laws allow. It
 * makes every «some» true that any allowed world makes true, so this one world decides.
 */
export function canHold(statements: readonly GroupStatement[]): boolean {
  const allowed = allowedBy(statements)
  return statements.every(
    ({ sort, one, other }) => sort === 'each' || !areNone(both(allowed, both(where(one), where(other)))),
  )
}

/** Whether the conclusion is true in every world of the premises. */
export function follows(premises: readonly GroupStatement[], conclusion: GroupStatement): boolean {
  return !canHold([...premises, denialOf(conclusion)])
}

const everyGroupHasMembers = (groups: number) => Array.from({ length: groups }, (_, of) => some(is(of), is(of)))

/**
 * The premises with everything that a reader may also understand: every group has a member, and «some are» means that some
 * are not. A question is allowed only if no other option follows from this.
 */
export function generously(premises: readonly GroupStatement[], groups: number): GroupStatement[] {
  const heard = premises.map(({ sort, one, other }) => (sort === 'some' ? some(one, not(other)) : some(one, one)))
  return [...premises, ...heard, ...everyGroupHasMembers(groups)]
}

/** The premises as the most frequent error reads them: a statement about two groups also holds the other way round. */
export function turnedAround(premises: readonly GroupStatement[]): GroupStatement[] {
  const turned = premises
    .filter(({ sort, one, other }) => one.is && other.is === (sort === 'each'))
    .map(({ sort, one, other }) => (sort === 'each' ? each(other, one) : some(not(other), not(one))))
  return [...premises, ...turned]
}

/** The smallest world with members in every group in which the premises are true and the conclusion false, if any. */
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
