import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Purchase } from '#contract/purchase.ts'
import { money } from '../messages/formats.ts'
import { purchaseTexts } from '../messages/purchases.ts'
import { paths } from '../paths.ts'
import { purchaseQueries } from '../queries/purchase-queries.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Notice, StatusNotice } from '../ui/notice.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { ContinuePayment } from './continue-payment.tsx'
import { PayAgain } from './pay-again.tsx'

/**
 * The orders that the person did not finish paying for, each with the ways to go on or to drop it, and those whose money a
 * bank holds. Nothing while there is none, while that is not known, and where the call fails: nobody has come for it.
 * `isShelfKnown`: asked for only after the shelf, whose call has the provider asked whether they were paid all the same.
 */
export function OpenOrders({ isShelfKnown }: { isShelfKnown: boolean }) {
  const { data: orders = [] } = useQuery({ ...purchaseQueries.openOrders(), enabled: isShelfKnown })
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
  /** It was dropped, and goes from the page. */
  onDropped: (title: string) => void
}

function OpenOrder({ order, onDropped }: OpenOrderProps) {
  if (order.money_held === true) return <MoneyHeld order={order} />
  const { purchase_card_title: title, test_slug: slug, checkout } = order
  const isDeclined = order.can_pay_again === true
  return (
    <Notice
      tone="warning"
      title={isDeclined ? purchaseTexts.orderFailedTitle : purchaseTexts.orderUnpaidTitle}
      actions={
        <>
          {isDeclined && <PayAgain order={order} />}
          {!isDeclined && checkout != null && <ContinuePayment checkout={checkout} label={purchaseTexts.pay} />}
          {slug != null && (
            <ButtonLink to={paths.test(slug)} variant="border">
              {purchaseTexts.backToTest}
            </ButtonLink>
          )}
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

/** The payer was debited and the bank has not credited it: there is nothing to do but to wait. */
export function MoneyHeld({ order: { purchase_card_title: title, price, currency, lines } }: { order: Purchase }) {
  return (
    <Notice tone="success" title={purchaseTexts.moneyHeldTitle}>
      {(lines == null ? purchaseTexts.moneyHeld : purchaseTexts.moneyHeldOfBundle)(title, money(price, currency))}
    </Notice>
  )
}
