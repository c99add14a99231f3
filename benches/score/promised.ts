/** A figure that the scoring promises: a least or a greatest value. */
export interface Promised {
  what: string
  value: number
  atLeast?: number
  atMost?: number
}

/** Prints all promises in one line, the broken ones first. Returns whether all are kept. */
export function tellVerdict(promises: readonly Promised[]): boolean {
  const broken = promises.filter((each) => !isKept(each))
  const lines = [...broken, ...promises.filter(isKept)].map(said)
  console.log(`\n${broken.length === 0 ? 'KEPT' : `NOT KEPT (${broken.length})`}: ${lines.join('; ')}`)
  return broken.length === 0
}

export const isKept = ({ value, atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Promised) =>
  value >= atLeast && value <= atMost

function said({ what, value, atLeast, atMost }: Promised): string {
  const limits = [atLeast !== undefined && `≥ ${atLeast}`, atMost !== undefined && `≤ ${atMost}`].filter(Boolean)
  return `${what} ${value.toFixed(1)} (${limits.join(', ')})`
}

/** Row and test of a figure, or of the worst of several. */
export interface Row {
  who: string
  test: string
  share: number
}

export function greatestOf(what: string, rows: readonly Row[], atMost: number): Promised {
  const worst = rows.reduce((most, each) => (each.share > most.share ? each : most))
  return { what: `${what} (${worst.test}, ${worst.who})`, value: worst.share, atMost }
}

export function leastOf(what: string, rows: readonly Row[], atLeast: number): Promised {
  const worst = rows.reduce((least, each) => (each.share < least.share ? each : least))
  return { what: `${what} (${worst.test}, ${worst.who})`, value: worst.share, atLeast }
}
