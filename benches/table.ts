interface Options {
  /** Compared with the value, in the same unit. */
  floor?: number
  aim?: string
}

export function heading(text: string): void {
  console.log(`\n${text}`)
}

/** Prints one line of a table: a name, a value, its ratio to a floor of the same run, and the aim. */
export function row(name: string, value: number, unit: 'ms' | 'kB' | 'times' | '', { floor, aim }: Options = {}): void {
  console.log(
    `  ${name}`.padEnd(62),
    written(value, unit).padStart(9),
    (floor === undefined ? '' : `${(value / floor).toFixed(3)} × floor`).padStart(14),
    aim === undefined ? '' : `  (aim: ${aim})`,
  )
}

function written(value: number, unit: string): string {
  if (unit === 'kB') return `${(value / 1000).toFixed(1)} kB`
  if (unit === 'times') return String(value)
  return unit === 'ms' ? `${Math.round(value)} ms` : value.toFixed(3)
}
