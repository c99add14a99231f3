import type { Score } from '#contract/result.ts'
import styles from './result.module.css'

/** What the grade says beside its number: questions that were not reached or left out, and haste. */
export function ScoreRemarks({ score: { remarks } }: { score: Score }) {
  return remarks?.map(({ code, text }) => (
    <p key={code} className={styles.caution}>
      {text}
    </p>
  ))
}
