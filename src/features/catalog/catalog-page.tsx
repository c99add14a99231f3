import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { failedToShow } from '../../cache/failed-to-show.ts'
import { catalogTexts } from '../../messages/catalog.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { messages } from '../../messages/messages.ts'
import { paths } from '../../paths.ts'
import { catalogQueries } from '../../queries/catalog-queries.ts'
import { TestGrid } from '../../showcase/test-grid.tsx'
import { TestTop } from '../../showcase/test-top.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Column } from '../../ui/column.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { TypeFilter } from './type-filter.tsx'

/** The list of tests on sale. The chosen kind stands in the address, so that Back and a shared link keep it. */
export function CatalogPage() {
  const [params, setParams] = useSearchParams()
  const type = params.get('type') ?? ''
  const choose = (next: string) => setParams(next === '' ? {} : { type: next }, { replace: true })
  const { data, error, isPending, refetch } = useQuery({
    ...catalogQueries.available({ type }),
    placeholderData: keepPreviousData,
  })
  return (
    <Column>
      <TestTop to={paths.profile}>{catalogTexts.toCabinet}</TestTop>
      <PageTitle>{catalogTexts.title}</PageTitle>
      <Text variant="large" tone="soft">
        {catalogTexts.lead}
      </Text>
      <TypeFilter value={type} onChange={choose} />
      {isPending && <Loading />}
      {failedToShow(error, data) && (
        <Failure onRetry={() => void refetch()}>
          {failureSentence(error, messages.availableTestsFailed, messages.networkRussian)}
        </Failure>
      )}
      {data && <TestGrid tests={data.results} heading="h2" />}
      {data?.results.length === 0 && (
        <EmptyState
          title={type === '' ? catalogTexts.empty : catalogTexts.emptyOfType}
          action={type !== '' && <Button onClick={() => choose('')}>{catalogTexts.showAll}</Button>}
        >
          {catalogTexts.emptyLead}
        </EmptyState>
      )}
    </Column>
  )
}
