import type { Figure } from '#contract/figure.ts'
import type { ExplanationStep } from '#contract/explanation.ts'

/** An explanation as it is sent. `explanation` says everything in words; the steps say the same one by one. */
export interface Explanation {
  explanation: string
  explanation_figure: Figure | null
  explanation_steps?: ExplanationStep[]
}
