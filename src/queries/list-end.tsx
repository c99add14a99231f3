import { failedToShow } from '../http/api-error.ts'
import { listTexts } from '../messages/cabinet.ts'
import { failureSentence } from '../messages/messages.ts'
import { ShowMore } from '../ui/list.tsx'
import { Failure } from '../ui/notice.tsx'

interface ListEndProps {
  list: {
    readonly data: unknown
    readonly error: unknown
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly fetchNextPage: () => unknown
    readonly refetch: () => unknown
  }
  /** The sentences for a failure without a sentence of the server's, and for a lost network. */
  fallback: string
  network?: string
}

/** The end of a list: the failure of the list or its next page, or else the button for the next page. */
export function ListEnd({ list, fallback, network }: ListEndProps) {
  const { data, error, isFetchNextPageError, fetchNextPage, refetch } = list
  if (!isFetchNextPageError && !failedToShow(error, data)) return <ShowMore list={list}>{listTexts.more}</ShowMore>
  return (
    <Failure ofPage={data === undefined} onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}>
      {failureSentence(error, fallback, network)}
    </Failure>
  )
}
