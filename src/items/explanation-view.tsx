import type { ExplanationStep } from '#contract/explanation.ts'
import type { Figure } from '#contract/figure.ts'
import { FigureView } from '../ui/figure-view.tsx'
import { Text } from '../ui/text.tsx'
import styles from './explanation-view.module.css'

interface ExplanationViewProps {
  explanation: string
  explanation_figure?: Figure | null | undefined
  /** `explanation` rule by rule, if each rule can be drawn by itself. */
  explanation_steps?: readonly ExplanationStep[] | null | undefined
}

/** Why an answer is right: each rule with the part of the figure that obeys it, then the whole figure. */
export function ExplanationView({
  explanation,
  explanation_figure: figure,
  explanation_steps: steps,
}: ExplanationViewProps) {
  const said = steps?.length ? steps : [{ text: explanation }]
  return (
    <div className={styles.explanation}>
      {said.map((step) => (
        <div key={step.text} className={styles.step}>
          <Text className={styles.words}>{step.text}</Text>
          {step.figure != null && (
            <div className={styles.drawn} style={{ '--drawn': `${widthOf(step.figure)}px` } as React.CSSProperties}>
              <FigureView figure={step.figure} />
            </div>
          )}
        </div>
      ))}
      {figure != null && (
        <div className={styles.drawn} style={{ '--drawn': `${widthOf(figure)}px` } as React.CSSProperties}>
          <FigureView figure={figure} />
        </div>
      )}
    </div>
  )
}

/** Wide enough for the figure's text, and no wider than its details need. */
function widthOf({ width }: Figure): number {
  return Math.min(380, Math.max(200, Math.round(width * 0.8)))
}
