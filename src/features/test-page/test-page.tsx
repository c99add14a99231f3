import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import type { Test } from '#contract/catalog.ts'
import { sampleScoreTexts } from '../../messages/sample-score.ts'
import { testPageTexts } from '../../messages/test-page.ts'
import { typeName } from '../../messages/type-name.ts'
import { availableTestsQuery } from '../../queries/available-tests.ts'
import { BundleCards } from '../../shop/bundle-card.tsx'
import { SampleScore } from '../../shop/sample-score.tsx'
import { BuyCard } from './buy-card.tsx'
import { OnSalePage } from './on-sale-page.tsx'
import { TestInformation } from './test-information.tsx'

/** The page of a test, found by its slug (or its id, where tests have no slugs). */
export function TestPage() {
  const { slug = '' } = useParams()
  const list = useQuery(availableTestsQuery({ slug }))
  // Another server may ignore the filter and send the whole list.
  const test = list.data?.results.find((candidate) => (candidate.slug ?? candidate.id) === slug)
  return <OnSalePage list={list} sold={test && soldSingly(test)} words={testPageTexts} />
}

function soldSingly(test: Test) {
  return {
    kind: typeName(test.type),
    title: test.title,
    lead: test.summary,
    side: (
      <>
        <BuyCard test={test} />
        <BundleCards testId={test.id} />
      </>
    ),
    aboutTitle: testPageTexts.about,
    about: (
      <>
        {/* A sample gives no score. */}
        {(test.price ?? 0) > 0 && <SampleScore caption={sampleScoreTexts.onTestPage} />}
        <TestInformation test={test} />
      </>
    ),
  }
}
