import type { ReactNode } from 'react'
import { failedToShow } from '../../http/api-error.ts'
import { catalogTexts } from '../../messages/catalog.ts'
import { failureSentence, messages } from '../../messages/messages.ts'
import { paths } from '../../paths.ts'
import { TestTop } from '../../shop/test-top.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/list.tsx'
import { Failure } from '../../ui/notice.tsx'
import { Column, Loading, PageTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './test-page.module.css'

interface Sold {
  kind: string | null
  title: string
  lead: string | null | undefined
  /** Price, terms and the buttons. */
  side: ReactNode
  aboutTitle: string
  about: ReactNode
}

interface OnSalePageProps {
  /** The query of the list that has the thing on sale. */
  list: { data: unknown; error: Error | null; isPending: boolean; refetch: () => Promise<unknown> }
  /** Absent while the list is not known, and where the list lacks it. */
  sold: Sold | undefined
  words: { failedTitle: string; notFoundTitle: string; notFoundText: string }
}

/** The page of a test or a bundle: loading, failed, not on sale, or on sale. */
export function OnSalePage({ list: { data, error, isPending, refetch }, sold, words }: OnSalePageProps) {
  return (
    <Column>
      <TestTop to={paths.tests}>{catalogTexts.backToTests}</TestTop>
      {isPending && <Loading fullPage />}
      {failedToShow(error, data) && (
        <div className={styles.head}>
          {data === undefined && <PageTitle>{words.failedTitle}</PageTitle>}
          <Failure onRetry={() => void refetch()}>
            {failureSentence(error, messages.availableTestsFailed, messages.networkRussian)}
          </Failure>
        </div>
      )}
      {data !== undefined && sold === undefined && (
        <EmptyState
          isPage
          title={words.notFoundTitle}
          action={<ButtonLink to={paths.tests}>{catalogTexts.backToTests}</ButtonLink>}
        >
          {words.notFoundText}
        </EmptyState>
      )}
      {sold && (
        <div className={styles.columns}>
          <div className={styles.head}>
            <Text tone="soft">{sold.kind}</Text>
            <PageTitle>{sold.title}</PageTitle>
            {sold.lead && <Text variant="large">{sold.lead}</Text>}
          </div>
          <div className={styles.side}>{sold.side}</div>
          <section className={styles.about} aria-labelledby="about-title">
            <Text as="h2" variant="subtitle1" id="about-title">
              {sold.aboutTitle}
            </Text>
            <div className={styles.about}>{sold.about}</div>
          </section>
        </div>
      )}
    </Column>
  )
}
