import { onDeliveryNews } from '../delivery/news.ts'
import { withDb } from '../storage/exam-db.ts'
import type { OutboxRow } from '../storage/exam-rows.ts'
import { readSubmission } from '../storage/outbox.ts'
import { noteFinishedTest } from './install-offer.ts'

/**
 * Notes that a test was finished here, also while no window was open: the worker delivers too. Apart from the offer, which
 * is also drawn where there is no browser.
 */
export function followFinishedTests(): void {
  onDeliveryNews(({ draftId, change }) => {
    if (change === 'settled') void readSubmission(draftId).then(noteIfFinished, tellConsole)
  })
  void withDb((db) => db.getAll('outbox')).then((rows) => rows.forEach(noteIfFinished), tellConsole)
}

/** A refused submission is settled too, and no moment for an invitation. */
function noteIfFinished(row: OutboxRow | undefined): void {
  if (row?.state === 'accepted' || row?.state === 'graded') noteFinishedTest()
}

/** Without its storage the site is not worse for not being installed. */
function tellConsole(error: unknown): void {
  console.warn('Whether a test was finished here cannot be read', error)
}
