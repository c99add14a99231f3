/** The questions of one kind in a result. */
interface Kind {
  readonly correct: number
  readonly total: number
}

/** The kind of questions with the smallest share of right answers, of equal ones the larger; null where all were right. */
export function weakestKind<Of extends Kind>(kinds: readonly Of[] | null | undefined): Of | null {
  const withErrors = (kinds ?? []).filter(({ correct, total }) => correct < total)
  return withErrors.toSorted((a, b) => shareOf(a) - shareOf(b) || b.total - a.total)[0] ?? null
}

const shareOf = ({ correct, total }: Kind) => correct / total
