import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { payAgain, type Purchase } from '#contract/purchase.ts'
import { failureSentence } from '../messages/failure-sentence.ts'
import { purchaseTexts } from '../messages/purchases.ts'
import { paths } from '../paths.ts'
import { purchaseQueries } from '../queries/purchase-queries.ts'
import { sessionRequest } from '../session/session-request.ts'
import { isAtMost } from './use-order.ts'
import { sendCheckout } from './send-checkout.ts'
import { Button } from '../ui/button/button.tsx'

/**
 * Opens an order whose payment was declined for payment once more and leaves for the payment page. What can be paid may be
 * another order by now, or none any more: then its state is shown, and so it is of one that costs more.
 */
export function PayAgain({ order: declined }: { order: Purchase }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const again = useMutation({
    mutationFn: () => sessionRequest(payAgain, { params: { id: declined.purchase_id } }),
    onSuccess: (order) => {
      client.setQueryData(purchaseQueries.order(order.purchase_id).queryKey, order)
      if (order.status === 'pending' && order.checkout && isAtMost(order, declined)) return sendCheckout(order.checkout)
      void navigate(paths.order(order.purchase_id), { replace: true })
    },
  })
  return (
    <>
      <Button pending={again.isPending} onClick={() => again.mutate()}>
        {purchaseTexts.payOnceMore}
      </Button>
      {again.error && (
        <p role="alert">
          {failureSentence(again.error, purchaseTexts.payOnceMoreFailed, purchaseTexts.payOnceMoreFailed)}
        </p>
      )}
    </>
  )
}
