import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from '../src/ui/notice.tsx'
import { Loading } from '../src/ui/page.tsx'
import { sentenceOf } from './ask-office.ts'

interface ShownProps<Data> {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** What a query brought: its loading, its failure with a way to try again, or its data. */
export function Shown<Data>({ query, children }: ShownProps<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error !== null) return <Failure onRetry={() => void refetch()}>{sentenceOf(error)}</Failure>
  return <Loading />
}
