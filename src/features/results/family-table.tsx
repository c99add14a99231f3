import type { Result } from '#contract/result.ts'
import { weakestKind } from '#contract/weakest-kind.ts'
import { kindWords, resultTexts } from '../../messages/result.ts'
import { Text } from '../../ui/text.tsx'
import { strongestKind } from './meaning.ts'
import styles from './result.module.css'

type Kinds = NonNullable<Result['by_family']>

/** How the kinds of tasks went, what each of them asks for, and which stood out. */
export function FamilyTable({ families }: { families: Kinds }) {
  const unusual = outstanding(families)
  return (
    <section className={styles.kinds} aria-labelledby="families">
      <Text as="h2" variant="subtitle2" id="families">
        {resultTexts.families}
      </Text>
      <ul className={styles.families}>
        {families.map(({ family, title, correct, total }) => {
          const about = [kindWords(family), unusual.get(family)].filter(Boolean).join(' · ')
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

/** Of fewer questions of a kind nothing is said to be best or worst. */
const fewestQuestions = 4

/** By family: the one that went best and the one that went worst, each where it did so alone. */
function outstanding(families: Kinds): ReadonlyMap<string, string> {
  const said = new Map<string, string>()
  if (families.length < 2 || families.some(({ total }) => total < fewestQuestions)) return said
  const [best, worst] = [strongestKind(families), weakestKind(families)]
  if (best !== null) said.set(best.family, resultTexts.strongest)
  const isAlone = families.filter((each) => shareOf(each) === (worst === null ? null : shareOf(worst))).length === 1
  if (worst !== null && isAlone) said.set(worst.family, resultTexts.weakest)
  return said
}

const shareOf = ({ correct, total }: Kinds[number]) => correct / total

/** The same as the numbers beside it, for the eye. */
function ShareBar({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" className={styles.bar} aria-hidden="true">
      <rect width={100} height={4} className={styles.barWhole} />
      <rect width={100 * share} height={4} className={styles.barShare} />
    </svg>
  )
}
