import { sampleFigures } from '../../shop/sample-figures.ts'

/** The normal curve of scores from 55 to 145, four units a point, on a ground at 104. */
export const curve =
  'M0 103C20 102 40 100 60 91C80 82 100 65 120 46C140 26 160 8 180 8C200 8 220 26 240 46C260 65 280 82 300 91C320 100 340 102 360 103V104H0Z'

/** The place of a score on the ground, and the height of the curve there. */
export const xOf = (score: number) => (score - 55) * 4
export const yOf = (score: number) => Math.round(104 - 96 * Math.exp(-(((score - 100) / 15) ** 2) / 2))

export const interval = { x: xOf(sampleFigures.low), width: xOf(sampleFigures.high) - xOf(sampleFigures.low) }
