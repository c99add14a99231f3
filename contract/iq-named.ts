/** The least and the greatest IQ that is named, in an estimate or an interval. Beyond, a paper does not tell people apart. */
export const namedScale = { low: 70, high: 130 } as const

/** An IQ as it is named. If the estimate is beyond what a paper can tell, the number is an end of the scale. */
export interface NamedIq {
  iq: number
  iq_open?: 'above' | 'below' | null | undefined
}

/** The side of the named scale on which an estimate is beyond it; null within. The earliest scores lack `iq_open`. */
export function sideOf({ iq, iq_open: open }: NamedIq): 'above' | 'below' | null {
  if (open === 'above' || iq > namedScale.high) return 'above'
  return open === 'below' || iq < namedScale.low ? 'below' : null
}

export function iqNamed(score: NamedIq): string {
  const side = sideOf(score)
  if (side === 'above') return `понад ${Math.min(score.iq, namedScale.high)}`
  return side === 'below' ? `до ${Math.max(score.iq, namedScale.low)}` : String(score.iq)
}

export interface NamedScore extends NamedIq {
  low: number
  high: number
  low_open?: boolean | null | undefined
  high_open?: boolean | null | undefined
}

/** «від 85 до 115», «від 93 до понад 130», «від менш ніж 70 до 117», or one end of it. */
export function rangeNamed({ low, high, low_open: isLowOpen, high_open: isHighOpen }: NamedScore): string {
  if (low > namedScale.high) return `понад ${namedScale.high}`
  if (high < namedScale.low) return `до ${namedScale.low}`
  const from = low < namedScale.low ? `менш ніж ${namedScale.low}` : String(low)
  const to = high > namedScale.high ? `понад ${namedScale.high}` : String(high)
  if (isHighOpen === true && low >= namedScale.low) return `від ${from} і вище`
  return isLowOpen === true && high <= namedScale.high ? `${to} і нижче` : `від ${from} до ${to}`
}

/** Reads what `rangeNamed` wrote; null for other words. An end without a number is infinite. */
export function rangeIn(words: string): { low: number; high: number } | null {
  const [, only, from, to, alone] =
    /^(?:(понад|до) \d+|від ((?:менш ніж )?\d+) (?:до ((?:понад )?\d+)|і вище)|(\d+) і нижче)$/.exec(words) ?? []
  if (only !== undefined)
    return only === 'понад' ? { low: namedScale.high, high: Infinity } : { low: -Infinity, high: namedScale.low }
  if (alone !== undefined) return { low: -Infinity, high: Number(alone) }
  if (from === undefined) return null
  return { low: endIn(from, -Infinity), high: to === undefined ? Infinity : endIn(to, Infinity) }
}

const endIn = (words: string, beyond: number) => (/^\d+$/.test(words) ? Number(words) : beyond)
