import { queryOptions, useQuery } from '@tanstack/react-query'
import { listFaq } from '#contract/reading.ts'
import { failedToShow } from '../../cache/failed-to-show.ts'
import { faqTexts } from '../../messages/cabinet.ts'
import { emptyList, whereKnown } from '../../http/where-known.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { RichText } from '../../rich-text/rich-text.tsx'
import { sessionRequest } from '../../session/session-request.ts'
import { Column } from '../../ui/column.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './faq-page.module.css'

const faqQuery = queryOptions({
  queryKey: ['faq'],
  queryFn: ({ signal }) => whereKnown(sessionRequest(listFaq, {}, { signal }), emptyList),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Questions and answers under their topics. */
export function FaqPage() {
  const { data, error, isPending, refetch } = useQuery(faqQuery)
  const rows = data?.results ?? []
  const topics = [...new Set(rows.map((row) => row.topic))]
  return (
    <Column width="text">
      <PageTitle>{faqTexts.title}</PageTitle>
      {isPending && <Loading />}
      {failedToShow(error, data) && <Failure onRetry={() => void refetch()}>{failureSentence(error, faqTexts.failed)}</Failure>}
      {data && rows.length === 0 && <EmptyState title={faqTexts.empty} />}
      {topics.map((topic) => (
        <section key={topic} className={styles.topic}>
          <Text as="h2" variant="subtitle2">
            {topic}
          </Text>
          {rows
            .filter((row) => row.topic === topic)
            .map(({ id, question, answer }) => (
              <details key={id} className={styles.row}>
                <summary className={styles.question}>{question}</summary>
                <RichText>{answer}</RichText>
              </details>
            ))}
        </section>
      ))}
    </Column>
  )
}
