// A lazy boundary: loaded for a guest who has chosen a test.
import { useQuery } from '@tanstack/react-query'
import { catalogTexts, chosenTestTexts } from '../../messages/catalog.ts'
import { priceOf } from '../../messages/formats.ts'
import { availableTestsQuery } from '../../queries/available-tests.ts'
import { Text } from '../../ui/text.tsx'
import styles from './chosen-test.module.css'
import { wantedTest } from './guest-memory.ts'

/** Which test the account is wanted for, with what it takes and costs; nothing where none was chosen or it is not known. */
export function ChosenTest() {
  const slug = wantedTest()
  // The list that the landing page has just shown.
  const { data } = useQuery({ ...availableTestsQuery(), enabled: slug !== null })
  const test = data?.results.find((candidate) => (candidate.slug ?? candidate.id) === slug)
  if (test === undefined) return null
  const { question_count: count, duration_minutes: minutes } = test
  const facts = [
    priceOf(test),
    count == null ? null : catalogTexts.questions(count),
    minutes == null ? null : catalogTexts.minutes(minutes),
  ].filter((fact) => fact !== null)
  return (
    <section className={styles.chosen} aria-label={chosenTestTexts.label}>
      <Text variant="small" tone="soft">
        {chosenTestTexts.label}
      </Text>
      <p className={styles.title}>{test.title}</p>
      {facts.length > 0 && <p className={styles.facts}>{facts.join(' · ')}</p>}
      <Text variant="small" tone="soft">
        {test.price === 0 ? chosenTestTexts.whyFree : chosenTestTexts.why}
      </Text>
    </section>
  )
}
