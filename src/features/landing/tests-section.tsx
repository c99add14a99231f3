import { useEffect } from 'react'
import { failedToShow } from '../../http/api-error.ts'
import { landingTexts } from '../../messages/landing.ts'
import { failureSentence, messages } from '../../messages/messages.ts'
import { availableTestsQuery } from '../../queries/available-tests.ts'
import { usePrerenderedQuery } from '../../queries/prerendered-queries.ts'
import { Failure, Notice } from '../../ui/notice.tsx'
import { Loading } from '../../ui/page.tsx'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { lazyPiece } from '../../ui/piece/piece.ts'
import { Text } from '../../ui/text.tsx'
import styles from './section.module.css'

const landingTests = lazyPiece(() => import('../../shop/test-grid.tsx').then((m) => m.LandingTests))

/** Every test with its price; guests see them too (S1.03). What can be tried for nothing comes first, then several for one price. */
export function TestsSection() {
  // On its way together with the list, and not before the page.
  useEffect(() => landingTests.prepare(), [])
  const { data, error, isPending, refetch } = usePrerenderedQuery(availableTestsQuery())
  return (
    <section className={styles.section} id="tests" aria-labelledby="tests-title">
      <Text as="h2" variant="h3" id="tests-title">
        {landingTexts.testsTitle}
      </Text>
      <Text variant="large" tone="soft">
        {landingTexts.testsLead}
      </Text>
      {isPending && <Loading />}
      {failedToShow(error, data) && (
        <Failure onRetry={() => void refetch()}>
          {failureSentence(error, messages.availableTestsFailed, messages.networkRussian)}
        </Failure>
      )}
      {data?.results.length === 0 && <Notice>{landingTexts.testsEmpty}</Notice>}
      {data && <PieceInPlace piece={landingTests} props={{ tests: data.results }} />}
    </section>
  )
}
