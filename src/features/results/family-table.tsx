import type { Result } from '#contract/result.ts'
import { resultTexts } from '../../messages/result.ts'
import { Text } from '../../ui/text/text.tsx'
import styles from './result.module.css'

/** How the kinds of tasks went. */
export function FamilyTable({ families }: { families: NonNullable<Result['by_family']> }) {
  return (
    <section className={styles.section} aria-labelledby="families">
      <Text as="h2" variant="subtitle2" id="families">
        {resultTexts.families}
      </Text>
      <ul className={styles.families}>
        {families.map(({ family, title, correct, total }) => (
          <li key={family} className={styles.family}>
            <span>{title}</span>
            <span className={styles.familyResult}>{resultTexts.familyResult(correct, total)}</span>
            <meter min={0} max={total} value={correct} aria-label={title} className={styles.meter} />
          </li>
        ))}
      </ul>
    </section>
  )
}
