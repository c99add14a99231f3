import { iqNamed, rangeNamed } from '#contract/iq-named.ts'

interface Shown {
  readonly iq: number
  readonly low: number
  readonly high: number
}

/** Captions of the made-up score that shows the result of a full test. */
export const sampleScoreTexts = {
  afterSample: 'Так виглядає оцінка в ньому, на вигаданому прикладі:',
  onTestPage: 'Так виглядає оцінка після екзамену, на вигаданому прикладі:',
  said: (score: Shown) => `IQ ${iqNamed(score)} (${rangeNamed(score)})`,
  average: 'середнє',
} as const
