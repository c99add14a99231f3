/** An IQ as it is named: where the estimate lies beyond what a paper can tell, the number is an end of the scale. */
export interface NamedIq {
  iq: number
  iq_open?: 'above' | 'below' | null | undefined
}

export function iqNamed({ iq, iq_open: open }: NamedIq): string {
  if (open === 'above') return `понад ${iq}`
  return open === 'below' ? `до ${iq}` : String(iq)
}

/** A score as it is named; its interval may be open. */
export interface NamedScore extends NamedIq {
  low: number
  high: number
  low_open?: boolean | null | undefined
  high_open?: boolean | null | undefined
}

/** «від 85 до 115», or one end of it. */
export function rangeNamed({ low, high, low_open: isLowOpen, high_open: isHighOpen }: NamedScore): string {
  if (isHighOpen === true) return `від ${low} і вище`
  return isLowOpen === true ? `${high} і нижче` : `від ${low} до ${high}`
}
