import { failedToShow } from '../../cache/failed-to-show.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { landingTexts } from '../../messages/landing.ts'
import { messages } from '../../messages/messages.ts'
import { catalogQueries } from '../../queries/catalog-queries.ts'
import { useDrawnQuery } from '../../queries/use-drawn-query.ts'
import { TestGrid } from '../../showcase/test-grid.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './section.module.css'

/** Every test with its price; guests see them too (S1.03). */
export function TestsSection() {
  const { data, error, isPending, refetch } = useDrawnQuery(catalogQueries.available())
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
      {data && <TestGrid tests={data.results} heading="h3" />}
    </section>
  )
}
