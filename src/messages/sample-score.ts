import { iqNamed, rangeNamed } from '#contract/iq-named.ts'

interface Shown {
  readonly iq: number
  readonly low: number
  readonly high: number
}

/** Above and beside the made-up score that shows what a full test gives. */
export const sampleScoreTexts = {
  afterSample: 'Так виглядає оцінка в ньому, на вигаданому прикладі:',
  onTestPage: 'Так виглядає оцінка після екзамену, на вигаданому прикладі:',
  said: (score: Shown) => `IQ ${iqNamed(score)} (${rangeNamed(score)})`,
  average: 'середнє',
} as const
