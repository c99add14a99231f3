const mean = 100
const deviation = 15
/** The scale's ends, three deviations to either side. */
export const scale = { from: 55, to: 145 } as const
export const size = { width: 360, height: 140, ground: 104 } as const

/** The x of a score on the drawing, within its ends. */
export function xOf(iq: number): number {
  const within = Math.min(Math.max(iq, scale.from), scale.to)
  return ((within - scale.from) / (scale.to - scale.from)) * size.width
}

/** The y of the normal curve at a score. */
export function yOf(iq: number): number {
  const z = (iq - mean) / deviation
  return size.ground - Math.exp(-(z * z) / 2) * (size.ground - 8)
}

/** The area under the curve between two scores, as an SVG path. */
export function areaBetween(low: number, high: number): string {
  const from = Math.max(low, scale.from)
  const to = Math.min(high, scale.to)
  const steps = 48
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const iq = from + ((to - from) * step) / steps
    return `${xOf(iq).toFixed(1)} ${yOf(iq).toFixed(1)}`
  })
  return `M${xOf(from).toFixed(1)} ${size.ground} L${points.join(' L')} L${xOf(to).toFixed(1)} ${size.ground}Z`
}
