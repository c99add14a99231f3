import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Test } from '#contract/catalog.ts'
import { catalogTexts } from '../../messages/catalog.ts'
import { messages } from '../../messages/messages.ts'
import { testMessages } from '../../messages/test-messages.ts'
import { paths } from '../../paths.ts'
import { catalogQueries } from '../../queries/catalog-queries.ts'
import { ListEnd } from '../../queries/list-end.tsx'
import { rowsOf } from '../../queries/next-page.ts'
import { BundleCards } from '../../shop/bundle-card.tsx'
import { TestGrid } from '../../shop/test-grid.tsx'
import { TestTop } from '../../shop/test-top.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState, Skeleton } from '../../ui/list.tsx'
import { Column, focusTitle, PageTitle } from '../../ui/page.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import { activeFilters, type CatalogFilters, isNarrowed, readFilters } from './catalog-filters.ts'
import styles from './catalog-page.module.css'
import { FilterBar } from './filter-bar.tsx'

/** More tests than a person looks through at a glance. */
const largeShop = 12

/** A person who owns nothing sees the free tests first. */
const placeOfSamples = (tests: readonly Test[]) =>
  tests.some((test) => test.owned_purchase_id != null) ? 'last' : 'first'

export function CatalogPage() {
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const change = (name: keyof CatalogFilters, value: string) =>
    setParams(activeFilters({ ...filters, [name]: value }), { replace: true })
  const list = useInfiniteQuery({
    ...catalogQueries.pages(activeFilters(filters)),
    placeholderData: keepPreviousData,
  })
  const tests = rowsOf(list.data)
  const count = list.data?.pages[0]?.count ?? tests.length
  const [isLarge, setLarge] = useState(false)
  // Never reset: a filter does not make a large shop small.
  if (!isLarge && count > largeShop) setLarge(true)
  const showAll = () => {
    setParams({})
    focusTitle()
  }
  return (
    <Column>
      <TestTop to={paths.profile}>{catalogTexts.toCabinet}</TestTop>
      <PageTitle>{catalogTexts.title}</PageTitle>
      <FilterBar filters={filters} isLarge={isLarge} onChange={change} />
      {/* Nobody needs the number of a few tests in full view; a screen reader still says it. */}
      <p role="status" className={isLarge || isNarrowed(filters) ? styles.count : hidden.visuallyHidden}>
        {list.data !== undefined && catalogTexts.found(count)}
      </p>
      {list.isPending && <Skeleton of="cards" />}
      {tests.length > 0 && (
        <div className={list.isPlaceholderData ? styles.stale : undefined}>
          <TestGrid
            tests={tests}
            heading="h2"
            samples={filters.ordering === '' ? placeOfSamples(tests) : 'as they come'}
            bundle={!isNarrowed(filters) && <BundleCards />}
          />
        </div>
      )}
      {list.data !== undefined && tests.length === 0 && (
        <EmptyState
          title={isNarrowed(filters) ? catalogTexts.emptySearch : catalogTexts.empty}
          action={isNarrowed(filters) && <Button onClick={showAll}>{catalogTexts.showAll}</Button>}
        >
          {isNarrowed(filters) ? catalogTexts.emptySearchLead : catalogTexts.emptyLead}
        </EmptyState>
      )}
      <ListEnd
        list={list}
        fallback={filters.search === '' ? messages.availableTestsFailed : testMessages.searchFailed}
        network={messages.networkRussian}
      />
    </Column>
  )
}
