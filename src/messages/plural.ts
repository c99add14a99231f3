const rules = new Intl.PluralRules('uk')

/** A number with its noun in the right form: 1 питання, 3 питання, 5 питань. Fractions take the form of «few». */
export function counted(n: number, one: string, few: string, many: string): string {
  const forms = { one, few, many, other: few, zero: many, two: few }
  return `${n}\u00a0${forms[rules.select(n)]}`
}
