import type { z } from 'zod/mini'
import { isBlankText } from '#contract/pasted-text.ts'
import type { answerPractice as answerEndpoint, finishPractice as finishEndpoint, Verdict } from '#contract/practice.ts'
import type { AnswerValue } from '#contract/question.ts'
import type { Queries } from '../../db/connect.ts'
import { UnreadableRow } from '../../db/unreadable-row.ts'
import { isUuid } from '../../db/uuid.ts'
import { Failure, notFound } from '../../failure.ts'
import { SameBytes } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { appendEvents, winningEventsOf } from '../exams/answers/answer-events.ts'
import { practiceMode } from '../exams/attempt.ts'
import { type LockedAttempt, lockAttempt } from '../exams/attempt-repository.ts'
import { closeAttempt } from '../exams/close/close-attempt.ts'
import { findItems } from '../exams/paper/paper-store.ts'
import { findSubmission } from '../exams/answers/submission-store.ts'
import { requireOwnPurchase } from '../purchases/purchase-access.ts'
import { verdictOf } from './verdict-of.ts'

interface Caller {
  purchaseId: string
  userId: string
}

/** Events need a device; a practice counts no changes, because only the first answer to a question counts. */
const deviceId = 'practice'

/**
 * Stores the first answer to a question and returns its verdict; later answers get the same one. Throws 404, 403
 * `foreign_purchase`, 400 `unknown_question`, `invalid_answer`, 409 `practice_over` if the question was not answered in time.
 */
export function answerPractice(
  services: Services,
  caller: Caller,
  { attempt_id, question_id, value }: z.output<(typeof answerEndpoint)['body']>,
): Promise<Verdict> {
  return services.db.transaction(async (tx) => {
    const { attempt, now } = await lockPractice(tx, caller, attempt_id)
    const items = await findItems(tx, attempt.id)
    if (items === undefined && attempt.isOpen)
      throw new UnreadableRow(`Practice ${attempt.id} is open, and has no paper here.`)
    if (items === undefined) throw over()
    const item = items.find(({ question }) => question.id === question_id)
    if (item === undefined) throw new Failure(400, 'unknown_question', 'У цьому тренуванні немає такого завдання.')
    const [first] = await winningEventsOf(tx, attempt.id, [question_id])
    if (first !== undefined) return verdictOf(item, first.value)
    if (!attempt.isOpen) throw over()
    if (isBlank(value)) throw new Failure(400, 'invalid_answer', 'Спершу дайте відповідь.')
    const event = { question_id, value, epoch: attempt.epoch, seq: 1, device_id: deviceId }
    await appendEvents(tx, services.answerShapes, attempt, [event], now)
    return verdictOf(item, value)
  })
}

/** Ends a practice; each call gets the same bytes. Throws 404, 403 `foreign_purchase`, 409 `practice_over` if left unanswered. */
export function finishPractice(
  services: Services,
  caller: Caller,
  { attempt_id }: z.output<(typeof finishEndpoint)['body']>,
): Promise<SameBytes> {
  return services.db.transaction(async (tx) => {
    const { attempt, now } = await lockPractice(tx, caller, attempt_id)
    if (attempt.isOpen) {
      // The owner's window finishes a practice, so they see the outcome.
      const closing = { by: 'person', at: now, now, isWatched: true } as const
      const { replyBytes } = await closeAttempt(services, tx, attempt, closing)
      return new SameBytes(200, replyBytes)
    }
    const submission = await findSubmission(tx, attempt.id)
    if (submission === undefined) throw over()
    return new SameBytes(submission.replyStatus, submission.replyBytes)
  })
}

const over = () => new Failure(409, 'practice_over', 'Це тренування вже завершено. Почніть нове.')

/** Locks a person's practice until the transaction ends. */
async function lockPractice(tx: Queries, { purchaseId, userId }: Caller, attemptId: string): Promise<LockedAttempt> {
  const purchase = await requireOwnPurchase(tx, purchaseId, userId)
  const locked = isUuid(attemptId) ? await lockAttempt(tx, attemptId) : undefined
  if (locked === undefined || locked.attempt.purchaseId !== purchase.id || locked.attempt.mode !== practiceMode) {
    throw notFound()
  }
  return locked
}

/** Whether grading would take this value for no answer; false for null, which asks for the solution. */
function isBlank(value: AnswerValue | null): boolean {
  if (value === null) return false
  return typeof value === 'string' ? isBlankText(value) : value.length === 0
}
