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
            <ShareBar share={total === 0 ? 0 : correct / total} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The same as the numbers beside it, for the eye. */
function ShareBar({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" className={styles.bar} aria-hidden="true">
      <rect width={100} height={4} className={styles.barWhole} />
      <rect width={100 * share} height={4} className={styles.barShare} />
    </svg>
  )
}
