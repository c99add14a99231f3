interface Kind {
  readonly correct: number
  readonly total: number
}

/** The kind with the smallest share of right answers, of equals the larger; null if all were right. */
export function weakestKind<Of extends Kind>(kinds: readonly Of[] | null | undefined): Of | null {
  const withErrors = (kinds ?? []).filter(({ correct, total }) => correct < total)
  return withErrors.toSorted((a, b) => shareOf(a) - shareOf(b) || b.total - a.total)[0] ?? null
}

const shareOf = ({ correct, total }: Kind) => correct / total
