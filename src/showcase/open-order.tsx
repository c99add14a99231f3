import { useQuery } from '@tanstack/react-query'
import { money } from '../messages/formats.ts'
import { purchaseTexts } from '../messages/purchases.ts'
import { paths } from '../paths.ts'
import { purchaseQueries } from '../queries/purchase-queries.ts'
import { ButtonLink } from '../ui/button/button-link.tsx'
import { Notice } from '../ui/notice.tsx'
import { ContinuePayment } from './continue-payment.tsx'
import { PayAgain } from './pay-again.tsx'

/**
 * The order that the person did not finish paying for, with the way to go on. Nothing while there is none, while that is
 * not known, and where the call fails: nobody has come for it. `isShelfKnown`: asked for only after the shelf, whose call
 * has the provider asked whether it was paid all the same.
 */
export function OpenOrder({ isShelfKnown }: { isShelfKnown: boolean }) {
  const { data: order } = useQuery({ ...purchaseQueries.openOrder(), enabled: isShelfKnown })
  if (order == null) return null
  const { purchase_id: id, purchase_card_title: title, test_slug: slug, checkout } = order
  const isDeclined = order.can_pay_again === true
  return (
    <Notice
      tone="warning"
      title={isDeclined ? purchaseTexts.orderFailedTitle : purchaseTexts.orderUnpaidTitle}
      actions={
        <>
          {isDeclined && <PayAgain purchaseId={id} />}
          {!isDeclined && checkout != null && <ContinuePayment checkout={checkout} />}
          {slug != null && (
            <ButtonLink to={paths.test(slug)} variant="border">
              {purchaseTexts.backToTest}
            </ButtonLink>
          )}
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
