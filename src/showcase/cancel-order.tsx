import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cancelOrder, type Purchase } from '#contract/purchase.ts'
import { failureSentence } from '../messages/failure-sentence.ts'
import { purchaseTexts } from '../messages/purchases.ts'
import { purchaseQueries, renewOwned } from '../queries/purchase-queries.ts'
import { sessionRequest } from '../session/session-request.ts'
import { Button } from '../ui/button/button.tsx'
import { focusTitle } from '../ui/page.tsx'

interface CancelOrderProps {
  order: Purchase
  /** It was dropped: it goes from where it is listed, and this button with it. */
  onDropped: (title: string) => void
}

/** Drops an order that was not paid. One that turns out to be paid stays: the shelf shows it then. */
export function CancelOrder({ order: { purchase_id: id, purchase_card_title: title }, onDropped }: CancelOrderProps) {
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => sessionRequest(cancelOrder, { params: { id } }),
    onSuccess: (order) => {
      client.setQueryData(purchaseQueries.order(id).queryKey, order)
      // One that was paid meanwhile is on the shelf, where the heading leads to as well.
      if (order.status === 'expired') onDropped(title)
      focusTitle()
    },
    // Also after a failure: it may have been paid or dropped elsewhere.
    onSettled: () => renewOwned(client),
  })
  return (
    <>
      <Button
        variant="link"
        pending={cancel.isPending}
        aria-label={purchaseTexts.cancelOf(title)}
        onClick={() => cancel.mutate()}
      >
        {purchaseTexts.cancel}
      </Button>
      {cancel.error && (
        <p role="alert">{failureSentence(cancel.error, purchaseTexts.cancelFailed, purchaseTexts.cancelFailed)}</p>
      )}
    </>
  )
}
