import { useQuery } from '@tanstack/react-query'
import type { Test } from '#contract/catalog.ts'
import { failedToShow } from '../../http/api-error.ts'
import { testMessages } from '../../messages/test-messages.ts'
import { catalogQueries } from '../../queries/catalog-queries.ts'
import { Failure, Notice } from '../../ui/notice.tsx'
import { Loading } from '../../ui/page.tsx'
import { RichText } from '../../ui/rich-text/rich-text.tsx'

/** The text about a test: loading, failed, missing or there (S2.25, S8.21). */
export function TestInformation({ test }: { test: Pick<Test, 'id' | 'slug'> }) {
  const { data, error, isPending, refetch } = useQuery(catalogQueries.info(test))
  if (isPending) return <Loading />
  if (data === undefined || failedToShow(error, data)) {
    return <Failure onRetry={() => void refetch()}>{testMessages.testInfoFailed}</Failure>
  }
  const content = data.test_info?.content
  return content ? <RichText>{content}</RichText> : <Notice>{testMessages.testInfoMissing}</Notice>
}
