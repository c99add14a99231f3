import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Purchase } from '#contract/purchase.ts'
import { ApiError } from '../../http/api-error.ts'
import { isPassingStatus } from '../../http/reply.ts'
import { money } from '../../messages/formats.ts'
import { failureSentence } from '../../messages/messages.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { paths } from '../../paths.ts'
import { purchaseQueries, renewOwned } from '../../queries/purchase-queries.ts'
import { BundleLinks } from '../../shop/bundle-card.tsx'
import { MoneyHeld, Payment, PaymentChecking, ToSold } from '../../shop/open-orders.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loading } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './order-status.module.css'

/** The state of an order after its payment page. Asks until the order is paid or declined. */
export function OrderStatus({ purchaseId }: { purchaseId: string }) {
  const client = useQueryClient()
  const query = purchaseQueries.order(purchaseId)
  const { data, error } = useQuery({
    ...query,
    refetchInterval: ({ state }) =>
      isOpen(state.data) && !isFinal(state.error) ? orderDelay(state.dataUpdateCount + state.errorUpdateCount) : false,
    refetchIntervalInBackground: true,
    staleTime: 0,
    // Renders after each ask, also after one without news, because the number of asks changes the sentence.
    notifyOnChangeProps: 'all',
  })
  const isPaid = data?.status === 'paid'
  useEffect(() => {
    if (isPaid) renewOwned(client)
  }, [isPaid, client])

  // While the query repeats, its error is null. The last message stays; otherwise a screen reader would read it at each ask.
  const [lost, setLost] = useState<Error | null>(null)
  if (error !== null && error !== lost) setLost(error)

  if (data !== undefined) {
    const { dataUpdateCount = 0, errorUpdateCount = 0 } = client.getQueryState(query.queryKey) ?? {}
    return <OrderNow order={data} isSlow={isSlow(dataUpdateCount + errorUpdateCount)} />
  }
  return lost === null ? <Loading /> : <Lost error={lost} />
}

function Lost({ error }: { error: Error }) {
  return (
    <Notice tone="danger" title={purchaseTexts.orderLostTitle}>
      {failureSentence(error, purchaseTexts.orderLost, purchaseTexts.orderLost)}
    </Notice>
  )
}

function isOpen(order: Purchase | undefined): boolean {
  return order === undefined || order.status === 'pending'
}

/** Whether asking again is useless: the order is another person's, or does not exist. */
function isFinal(error: Error | null): boolean {
  return error instanceof ApiError && error.kind === 'reply' && !isPassingStatus(error.status_code)
}

function OrderNow({ order, isSlow: slow }: { order: Purchase; isSlow: boolean }) {
  const toSold = <ToSold order={order} />
  switch (order.status) {
    case 'paid':
      return <Paid order={order} />
    case 'pending':
      if (order.money_held === true) return <MoneyHeld order={order} />
      if (order.payment_checking === true) return <PaymentChecking order={order} />
      return (
        <Notice
          tone="warning"
          title={purchaseTexts.orderPendingTitle}
          actions={
            // A bank takes nothing twice for one order. A person who left the payment page need not wait to return.
            order.checkout ? <Payment order={order} label={purchaseTexts.continuePayment} /> : undefined
          }
        >
          {pendingSentence(order, slow)}
        </Notice>
      )
    case 'failed':
      return (
        <Notice
          tone="danger"
          title={purchaseTexts.orderFailedTitle}
          actions={
            <>
              {order.can_pay_again === true && <Payment order={order} label={purchaseTexts.payOnceMore} />}
              {toSold}
            </>
          }
        >
          {order.can_pay_again === true
            ? purchaseTexts.orderCanBePaid(order.purchase_card_title, money(order.price, order.currency))
            : purchaseTexts.orderFailed}
        </Notice>
      )
    case 'expired':
      // Only a paid order has a last day, so this purchase was paid and is over.
      if (order.expiration_date != null) {
        return (
          <Notice tone="warning" title={purchaseTexts.expiredTitle} actions={toSold}>
            {purchaseTexts.expiredLead}
          </Notice>
        )
      }
      return (
        <Notice tone="warning" title={purchaseTexts.orderExpiredTitle} actions={toSold}>
          {purchaseTexts.orderExpired}
        </Notice>
      )
    case 'refunded':
      return <Notice title={purchaseTexts.orderRefundedTitle}>{purchaseTexts.orderRefunded}</Notice>
  }
}

/** Says that the person owns the test, and offers one next step. Takes most of the window. */
function Paid({ order }: { order: Purchase }) {
  const { lines, price, test_id: testId, purchase_id: purchaseId, purchase_card_title: title } = order
  return (
    <section role="status" className={styles.paid}>
      <svg viewBox="0 0 48 48" className={styles.tick} aria-hidden="true">
        <path d="M13 25l8 8 15-17" pathLength={1} />
      </svg>
      <p className={styles.received}>{price === 0 ? purchaseTexts.orderFreeTitle : purchaseTexts.orderPaidTitle}</p>
      <Text as="h2" variant="subtitle1">
        {lines == null ? purchaseTexts.yours(title) : purchaseTexts.allYours(lines.length)}
      </Text>
      <Text>
        {lines == null ? purchaseTexts.orderPaid : purchaseTexts.orderPaidAll(lines.map((line) => line.title))}
      </Text>
      {lines == null && (
        <div className={styles.next}>
          <ButtonLink to={paths.learning(testId, purchaseId)} size="large">
            {purchaseTexts.trainFirst}
          </ButtonLink>
          <Link to={paths.exam(testId, purchaseId)}>{purchaseTexts.examAtOnce}</Link>
          {price > 0 && <BundleLinks onlyRest />}
        </div>
      )}
    </section>
  )
}

function pendingSentence({ checkout }: Purchase, slow: boolean): string {
  if (!slow) return purchaseTexts.orderPending
  // `undefined`: the server does not report checkouts, so this checkout may still be open.
  return checkout === null ? purchaseTexts.orderUnanswered : purchaseTexts.orderSlow
}

/** Milliseconds until an open order is asked about again: quickly at first, later slowly. */
function orderDelay(asked: number): number {
  return asked < 15 ? 2_000 : 10_000
}

/** After this many asks the sentence sends the person to the payment page again. */
function isSlow(asked: number): boolean {
  return asked >= 5
}
