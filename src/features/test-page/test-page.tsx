import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { failedToShow } from '../../http/api-error.ts'
import { catalogTexts } from '../../messages/catalog.ts'
import { failureSentence, messages } from '../../messages/messages.ts'
import { sampleScoreTexts } from '../../messages/sample-score.ts'
import { testPageTexts } from '../../messages/test-page.ts'
import { typeName } from '../../messages/type-name.ts'
import { paths } from '../../paths.ts'
import { availableTestsQuery } from '../../queries/available-tests.ts'
import { BundleOffer } from '../../shop/bundle-offer.tsx'
import { SampleScore } from '../../shop/sample-score.tsx'
import { TestTop } from '../../shop/test-top.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/list.tsx'
import { Failure } from '../../ui/notice.tsx'
import { Column, Loading, PageTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import { BuyCard } from './buy-card.tsx'
import { TestInformation } from './test-information.tsx'
import styles from './test-page.module.css'

/** One test, found by its slug (by its id, where tests have no slugs): what it measures, what it takes, and the way to buy it. */
export function TestPage() {
  const { slug = '' } = useParams()
  const { data, error, isPending, refetch } = useQuery(availableTestsQuery({ slug }))
  // Another server may ignore the filter and answer with the whole list.
  const test = data?.results.find((candidate) => (candidate.slug ?? candidate.id) === slug)
  return (
    <Column>
      <TestTop to={paths.tests}>{catalogTexts.backToTests}</TestTop>
      {isPending && <Loading fullPage />}
      {failedToShow(error, data) && (
        <div className={styles.head}>
          {!data && <PageTitle>{testPageTexts.failedTitle}</PageTitle>}
          <Failure onRetry={() => void refetch()}>
            {failureSentence(error, messages.availableTestsFailed, messages.networkRussian)}
          </Failure>
        </div>
      )}
      {data && !test && (
        <EmptyState
          isPage
          title={testPageTexts.notFoundTitle}
          action={<ButtonLink to={paths.tests}>{catalogTexts.backToTests}</ButtonLink>}
        >
          {testPageTexts.notFoundText}
        </EmptyState>
      )}
      {test && (
        <div className={styles.columns}>
          <div className={styles.head}>
            <Text tone="soft">{typeName(test.type)}</Text>
            <PageTitle>{test.title}</PageTitle>
            {test.summary && <Text variant="large">{test.summary}</Text>}
          </div>
          <div className={styles.side}>
            <BuyCard test={test} />
            <BundleOffer testId={test.id} />
          </div>
          <section className={styles.about} aria-labelledby="about-title">
            <Text as="h2" variant="subtitle1" id="about-title">
              {testPageTexts.about}
            </Text>
            {/* A sample gives no score. */}
            {(test.price ?? 0) > 0 && <SampleScore caption={sampleScoreTexts.onTestPage} />}
            <TestInformation test={test} />
          </section>
        </div>
      )}
    </Column>
  )
}
