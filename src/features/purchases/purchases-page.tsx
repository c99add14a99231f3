import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { failedToShow } from '../../cache/failed-to-show.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { messages } from '../../messages/messages.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { HandInFile } from '../../outbox/hand-in-file.tsx'
import { WaitingSubmissions } from '../../outbox/waiting-submissions.tsx'
import { paths } from '../../paths.ts'
import { purchaseQueries } from '../../queries/purchase-queries.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Column } from '../../ui/column.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { OrderStatus } from './order-status.tsx'
import { PurchaseCard } from './purchase-card.tsx'
import styles from './purchases-page.module.css'

/** What the person bought. With ?order= it also shows how that order stands: the payment page leads here. */
export function PurchasesPage() {
  const [params] = useSearchParams()
  const orderId = params.get('order')
  const { data, error, isPending, refetch } = useQuery(purchaseQueries.owned())
  return (
    <Column>
      <div className={styles.head}>
        <PageTitle>{purchaseTexts.title}</PageTitle>
        <ButtonLink to={paths.tests} variant="border">
          {purchaseTexts.buyMore}
        </ButtonLink>
      </div>
      <Text variant="large" tone="soft">
        {purchaseTexts.lead}
      </Text>
      <WaitingSubmissions />
      {orderId && <OrderStatus key={orderId} purchaseId={orderId} />}
      {isPending && <Loading />}
      {failedToShow(error, data) && (
        <Failure onRetry={() => void refetch()}>
          {failureSentence(error, messages.ownedTestsFailed, messages.networkRussian)}
        </Failure>
      )}
      {data?.results.length === 0 && !orderId && (
        <EmptyState
          title={purchaseTexts.empty}
          action={<ButtonLink to={paths.tests}>{purchaseTexts.chooseTest}</ButtonLink>}
        >
          {purchaseTexts.emptyLead}
        </EmptyState>
      )}
      <ul className={styles.grid}>
        {data?.results.map((purchase) => (
          <PurchaseCard key={purchase.id} purchase={purchase} />
        ))}
      </ul>
      {data !== undefined && data.results.length > 0 && <HandInFile />}
    </Column>
  )
}
