import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { SubmitFile } from '../../attempt/submissions/submit-file.tsx'
import { WaitingSubmissions } from '../../attempt/submissions/waiting-submissions.tsx'
import { expiryDate } from '../../messages/formats.ts'
import { typeName } from '../../messages/type-name.ts'
import { messages } from '../../messages/messages.ts'
import { ownedTestTexts } from '../../messages/owned-test.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { testMessages } from '../../messages/test-messages.ts'
import { paths } from '../../paths.ts'
import { InstallApp } from '../../pwa/install-app.tsx'
import { ListEnd } from '../../queries/list-end.tsx'
import { rowsOf } from '../../queries/next-page.ts'
import { useReadNewsOf } from '../../queries/notification-queries.ts'
import { purchaseQueries } from '../../queries/purchase-queries.ts'
import { OpenOrders } from '../../shop/open-orders.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { EmptyState, Skeleton } from '../../ui/list.tsx'
import { Column, PageTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import { Certificates } from './certificates.tsx'
import { DeliveredWorks, useDelivered } from './delivered-works.tsx'
import { OrderStatus } from './order-status.tsx'
import { LastResult, PurchaseCard } from './purchase-card.tsx'
import { mayHaveFile, type OverPurchase, sortPurchases } from './purchase-state.ts'
import styles from './purchases-page.module.css'

/** The person's purchases. With ?order= also the state of that order: the payment page leads here. */
export function PurchasesPage() {
  const [params] = useSearchParams()
  const orderId = params.get('order')
  const list = useInfiniteQuery(purchaseQueries.owned())
  const { data: expired = [] } = useQuery(purchaseQueries.expired())
  const delivered = useDelivered()
  const { live, over } = sortPurchases(rowsOf(list.data), expired)
  const arePurchasesKnown = list.data !== undefined && !list.isFetching
  useReadNewsOf('purchase-paid', arePurchasesKnown && live.length > 0)
  const openOrders = useQuery({ ...purchaseQueries.openOrders(), enabled: arePurchasesKnown && !orderId })
  const isEmpty = list.data !== undefined && live.length === 0 && over.length === 0
  // An open order may still come, so the list is not called empty yet.
  const isAsking = isEmpty && !orderId && openOrders.isPending
  const hasOpenOrder = (openOrders.data ?? []).length > 0
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
      <DeliveredWorks works={delivered} />
      {orderId && <OrderStatus key={orderId} purchaseId={orderId} />}
      {(list.isPending || isAsking) && <Skeleton of="cards" />}
      {isEmpty && !orderId && !isAsking && !hasOpenOrder && (
        <EmptyState
          title={purchaseTexts.empty}
          action={<ButtonLink to={paths.tests}>{purchaseTexts.chooseTest}</ButtonLink>}
        >
          {purchaseTexts.emptyLead}
        </EmptyState>
      )}
      {live.length > 0 && (
        <ul className={styles.grid}>
          {live.map((purchase) => (
            <PurchaseCard key={purchase.id} purchase={purchase} delivered={delivered} />
          ))}
        </ul>
      )}
      {/* The open orders load after the purchases, so they are below: they must not move a purchase's button. */}
      {!orderId && <OpenOrders arePurchasesKnown={arePurchasesKnown} />}
      <Certificates isAsked={rowsOf(list.data).length > 0} />
      {over.length > 0 && <OverPurchases purchases={over} />}
      <ListEnd list={list} fallback={testMessages.ownedTestsFailed} network={messages.networkRussian} />
      {/* Other people find this form among the questions and answers. */}
      {rowsOf(list.data).some(mayHaveFile) && <SubmitFile />}
      <InstallApp />
    </Column>
  )
}

/** Purchases whose time is over, with the day in the specification's form (S3.11) and the way to buy the test again. */
function OverPurchases({ purchases }: { purchases: readonly OverPurchase[] }) {
  return (
    <section className={styles.over} aria-labelledby="over">
      <div>
        <Text as="h2" variant="subtitle2" id="over">
          {purchaseTexts.expiredTitle}
        </Text>
        <Text tone="soft">{purchaseTexts.expiredLead}</Text>
      </div>
      <ul className={styles.rows}>
        {purchases.map((purchase) => (
          <OverRow key={purchase.id} purchase={purchase} />
        ))}
      </ul>
    </section>
  )
}

function OverRow({ purchase }: { purchase: OverPurchase }) {
  const { purchase_card_title: title, expiration_date: day, owned } = purchase
  const slug = owned?.test?.slug
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <Text variant="small" tone="soft">
          {typeName(owned?.test?.type)}
        </Text>
        <Text as="h3" variant="large" className={styles.rowTitle}>
          {title}
        </Text>
        {day != null && (
          <Text tone="soft">
            <span>{purchaseTexts.expiredAt}</span> <Expiry day={day} />
          </Text>
        )}
      </div>
      {owned && <LastResult purchase={owned} />}
      <ButtonLink
        to={slug == null ? paths.tests : paths.test(slug)}
        variant="border"
        aria-label={purchaseTexts.buyAgainOf(title)}
      >
        {ownedTestTexts.buyAgain}
      </ButtonLink>
    </li>
  )
}

/** The language of the day need not be the page's (S3.11). */
function Expiry({ day }: { day: string }) {
  return (
    <time dateTime={day} lang={testMessages.expiryLocale}>
      {expiryDate(day)}
    </time>
  )
}
