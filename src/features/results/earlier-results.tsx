import type { Result } from '#contract/result.ts'
import { date } from '../../messages/formats.ts'
import { resultTexts } from '../../messages/result.ts'
import { Text } from '../../ui/text/text.tsx'
import styles from './result.module.css'

/** The attempts before the newest one. */
export function EarlierResults({ results }: { results: readonly Result[] }) {
  return (
    <section className={styles.section} aria-labelledby="earlier">
      <Text as="h2" variant="subtitle2" id="earlier">
        {resultTexts.earlier}
      </Text>
      <ul className={styles.families}>
        {results.map(({ attempt_id: id, version, submitted_at: at, correct, total, score }) => (
          <li key={`${id} ${version ?? 1}`} className={styles.family}>
            <span>{at == null ? '' : date(at)}</span>
            <span className={styles.familyResult}>
              {correct != null && total != null && resultTexts.correctOf(correct, total)}
              {score != null && ` · IQ ${score.iq}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
