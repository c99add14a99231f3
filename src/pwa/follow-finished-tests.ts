import { onDeliveryNews } from '../delivery/news.ts'
import { readSubmission } from '../storage/outbox.ts'
import { noteFinishedTest } from './install-offer.ts'

/** Notes that a test was finished here. Apart from the offer, which is also drawn where there is no browser. */
export function followFinishedTests(): void {
  onDeliveryNews(({ draftId, change }) => {
    if (change === 'settled') void noteIfFinished(draftId)
  })
}

/** A refused submission is settled too, and no moment for an invitation. */
async function noteIfFinished(draftId: string): Promise<void> {
  const row = await readSubmission(draftId)
  if (row?.state === 'accepted' || row?.state === 'graded') noteFinishedTest()
}
