import { isAcknowledged } from '../engine/answer-book.ts'
import { keepServerWord, readAnswers } from '../storage/answer-drafts.ts'
import { openDrafts } from '../storage/attempt-drafts.ts'
import { deliverAnswers } from './deliver-answers.ts'
import type { Send } from './send.ts'

/**
 * Delivers the answers of exams that nobody has open: the tab was closed while there was no network. Each draft gets one
 * try. An exam that is running meanwhile sends the same events itself, which does no harm.
 */
export async function deliverDrafts(send: Send): Promise<void> {
  for (const { draftId, purchaseId, frame } of await openDrafts()) {
    const ticket = frame?.ticket
    if (ticket == null) continue
    const rows = await readAnswers(draftId)
    const events = rows.filter((row) => !isAcknowledged(row)).flatMap(({ own }) => own ?? [])
    if (events.length === 0) continue
    const reply = await deliverAnswers(send, { purchaseId, ticket, events, begin: true })
    if (reply.kind === 'answered') await keepServerWord(draftId, reply.body.marks)
  }
}
