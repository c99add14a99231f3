import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { cancelOrder, payAgain, type Purchase, readPurchase } from '#contract/purchase.ts'
import { tryTimeoutMs } from '../http/send.ts'
import { money } from '../messages/formats.ts'
import { failureSentence } from '../messages/messages.ts'
import { purchaseTexts } from '../messages/purchases.ts'
import { paths } from '../paths.ts'
import { purchaseQueries, renewOwned } from '../queries/purchase-queries.ts'
import { sessionRequest } from '../session/session-request.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Notice, StatusNotice } from '../ui/notice.tsx'
import { focusTitle } from '../ui/page.tsx'
import { isAtMost, sendCheckout } from './use-order.ts'

/**
 * The person's unpaid orders, each to be paid or cancelled, and those whose money a bank withholds. Shows nothing while unknown
 * or after a failure: nobody opens the page for them. `arePurchasesKnown`: this call must follow that of the purchases, which
 * makes the server ask the provider about payments.
 */
export function OpenOrders({ arePurchasesKnown }: { arePurchasesKnown: boolean }) {
  const { data: orders = [] } = useQuery({ ...purchaseQueries.openOrders(), enabled: arePurchasesKnown })
  const [dropped, setDropped] = useState<string | null>(null)
  return (
    <>
      <StatusNotice>{dropped !== null && purchaseTexts.cancelled(dropped)}</StatusNotice>
      {orders.map((order) => (
        <OpenOrder key={order.purchase_id} order={order} onDropped={setDropped} />
      ))}
    </>
  )
}

interface OpenOrderProps {
  order: Purchase
  /** Called after the order was cancelled; it then goes from the page. */
  onDropped: (title: string) => void
}

function OpenOrder({ order, onDropped }: OpenOrderProps) {
  if (order.money_held === true) return <MoneyHeld order={order} />
  if (order.payment_checking === true) return <PaymentChecking order={order} />
  const { purchase_card_title: title, checkout } = order
  const isDeclined = order.can_pay_again === true
  return (
    <Notice
      tone="warning"
      title={isDeclined ? purchaseTexts.orderFailedTitle : purchaseTexts.orderUnpaidTitle}
      actions={
        <>
          {(isDeclined || checkout != null) && (
            <Payment order={order} label={isDeclined ? purchaseTexts.payOnceMore : purchaseTexts.pay} />
          )}
          <ToSold order={order} />
          <CancelOrder order={order} onDropped={onDropped} />
        </>
      }
    >
      {(isDeclined ? purchaseTexts.orderCanBePaid : purchaseTexts.orderUnpaid)(
        title,
        money(order.price, order.currency),
      )}
    </Notice>
  )
}

/** The link to the order's test or bundle; without either, to the list of tests. */
export function ToSold({ order: { test_slug: test, bundle_slug: bundle } }: { order: Purchase }) {
  const [to, label] =
    bundle != null
      ? [paths.bundle(bundle), purchaseTexts.backToBundle]
      : test != null
        ? [paths.test(test), purchaseTexts.backToTest]
        : [paths.tests, purchaseTexts.backToTests]
  return (
    <ButtonLink to={to} variant="border">
      {label}
    </ButtonLink>
  )
}

/** The payer was debited and the bank has not credited us: the person can only wait. */
export function MoneyHeld({ order: { purchase_card_title: title, price, currency, lines } }: { order: Purchase }) {
  return (
    <Notice tone="success" title={purchaseTexts.moneyHeldTitle}>
      {(lines == null ? purchaseTexts.moneyHeld : purchaseTexts.moneyHeldOfBundle)(title, money(price, currency))}
    </Notice>
  )
}

/** The bank has not decided: the order can be neither paid nor cancelled. */
export function PaymentChecking({ order: { purchase_card_title: title, price, currency } }: { order: Purchase }) {
  return (
    <Notice tone="warning" title={purchaseTexts.paymentCheckingTitle}>
      {purchaseTexts.paymentChecking(title, money(price, currency))}
    </Notice>
  )
}

interface CancelOrderProps {
  order: Purchase
  /** Called after the cancellation; the order goes from its list, and this button with it. */
  onDropped: (title: string) => void
}

/** The second press of a double tap comes within this time. Milliseconds. */
const settlesInMs = 500

/**
 * Cancels an unpaid order by two presses. One press may be meant for something else: notices appear when the page is drawn, and a
 * notice moves up when the one above it goes. An order that turns out to be paid stays and is shown on the shelf.
 */
function CancelOrder({ order: { purchase_id: id, purchase_card_title: title }, onDropped }: CancelOrderProps) {
  const client = useQueryClient()
  const [stage, setStage] = useState<'offered' | 'asked' | 'settled'>('offered')
  useEffect(() => {
    if (stage !== 'asked') return
    const timer = setTimeout(() => setStage('settled'), settlesInMs)
    return () => clearTimeout(timer)
  }, [stage])
  const cancel = useMutation({
    mutationFn: () => sessionRequest(cancelOrder, { params: { id } }),
    onSuccess: (order) => {
      client.setQueryData(purchaseQueries.order(id).queryKey, order)
      // An order that was paid meanwhile is on the shelf, where the heading leads, too.
      if (order.status === 'expired') onDropped(title)
      focusTitle()
    },
    // Also after a failure: the order may have been paid or cancelled elsewhere.
    onSettled: () => renewOwned(client),
  })
  return (
    <>
      <Button
        variant="link"
        pending={cancel.isPending}
        settling={stage === 'asked'}
        aria-label={(stage === 'offered' ? purchaseTexts.cancelOf : purchaseTexts.cancelSureOf)(title)}
        onClick={() => (stage === 'offered' ? setStage('asked') : cancel.mutate())}
        onBlur={() => setStage('offered')}
      >
        {stage === 'offered' ? purchaseTexts.cancel : purchaseTexts.cancelSure}
      </Button>
      {cancel.error && (
        <p role="alert">{failureSentence(cancel.error, purchaseTexts.cancelFailed, purchaseTexts.cancelFailed)}</p>
      )}
    </>
  )
}

/** The server asks the bank up to two questions of ten seconds each. Milliseconds. */
const bankTimeoutMs = 2 * tryTimeoutMs

/**
 * Leaves for the order's payment page, a new one if the payment was declined. This page may be stale: the order may have been
 * paid or cancelled elsewhere, or replaced by a dearer one. Then its state is shown.
 */
export function Payment({ order: shown, label }: { order: Purchase; label: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const payment = useMutation({
    mutationFn: () => {
      const call = shown.status === 'failed' ? payAgain : readPurchase
      return sessionRequest(call, { params: { id: shown.purchase_id } }, { timeout: bankTimeoutMs })
    },
    onSuccess: (order) => {
      client.setQueryData(purchaseQueries.order(order.purchase_id).queryKey, order)
      if (order.status === 'pending' && order.checkout && isAtMost(order, shown)) return sendCheckout(order.checkout)
      renewOwned(client)
      void navigate(paths.order(order.purchase_id), { replace: true })
      focusTitle()
    },
  })
  return (
    <>
      <Button pending={payment.isPending} onClick={() => payment.mutate()}>
        {label}
      </Button>
      {payment.error && (
        <p role="alert">{failureSentence(payment.error, purchaseTexts.payFailed, purchaseTexts.payFailed)}</p>
      )}
    </>
  )
}
