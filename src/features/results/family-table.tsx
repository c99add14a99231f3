import type { Result } from '#contract/result.ts'
import { kindWords, resultTexts } from '../../messages/result.ts'
import { Text } from '../../ui/text.tsx'
import { outstandingKinds } from './meaning.ts'
import styles from './result.module.css'

type Kinds = NonNullable<Result['by_family']>

/** How each kind of tasks went, what it asks for, and whether it stood out by more than chance. */
export function FamilyTable({ families }: { families: Kinds }) {
  const unusual = outstandingKinds(families)
  return (
    <section className={styles.kinds} aria-labelledby="families">
      <Text as="h2" variant="subtitle2" id="families">
        {resultTexts.families}
      </Text>
      <ul className={styles.families}>
        {families.map(({ family, title, correct, total }) => {
          const how = unusual.get(family)
          const about = [kindWords(family), how && said[how]].filter(Boolean).join(' · ')
          return (
            <li key={family} className={styles.family}>
              <span>{title}</span>
              <span className={styles.familyResult}>{resultTexts.familyResult(correct, total)}</span>
              {about !== '' && <span className={styles.about}>{about}</span>}
              <ShareBar share={total === 0 ? 0 : correct / total} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const said = { best: resultTexts.strongest, worst: resultTexts.weakest } as const

/** Hidden from screen readers: the row has the same numbers as text. */
function ShareBar({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" className={styles.bar} aria-hidden="true">
      <rect width={100} height={4} className={styles.barWhole} />
      <rect width={100 * share} height={4} className={styles.barShare} />
    </svg>
  )
}
