import type { z } from 'zod/mini'
import { mergeEvents } from '#contract/answer-merge.ts'
import type { recoverAnswers } from '#contract/exam-recovery.ts'
import type { AnswerEvent } from '#contract/question.ts'
import type { Queries } from '../../../db/connect.ts'
import { isUuid } from '../../../db/uuid.ts'
import { Failure, notFound } from '../../../failure.ts'
import type { Services } from '../../../services.ts'
import { requireOwnPurchase } from '../../purchases/purchase-access.ts'
import { appendEvents, eventsOf, type StoredEvent, tooManyChanges, winningEvents } from '../answers/answer-events.ts'
import { type Attempt, practiceMode } from '../attempt.ts'
import { type Phase, phaseAt } from '../attempt-clock.ts'
import { lockAttempt, resultUrl } from '../attempt-repository.ts'
import { closeAttempt } from './close-attempt.ts'
import { findSubmission } from '../answers/submission-store.ts'
import { reasonToTakeNoAnswers, withAttempt } from './with-attempt.ts'

type File = z.output<(typeof recoverAnswers)['body']>
type Reply = z.output<(typeof recoverAnswers)['response']>

/**
 * Merges a file of answers from the owner of its purchase, on whatever device. It replaces nothing; the same file may come any
 * number of times and gets the same status. The attempt is submitted without a key: the browser that made the file is led to the
 * result if it delivers after all. Throws 404, 403 `foreign_purchase`, 409 `attempt_not_started`, 409 `exam_build_failed`, 422
 * `too_many_changes` (nothing of the file is stored), and what appending throws.
 */
export async function recoverFile(services: Services, purchaseId: string, file: File, userId: string): Promise<Reply> {
  const lock = async (tx: Queries) => {
    const { id } = await requireOwnPurchase(tx, purchaseId, userId)
    const locked = isUuid(file.attempt_id) ? await lockAttempt(tx, file.attempt_id) : undefined
    // In a practice the first answers count, and no browser keeps a file of it.
    if (locked === undefined || locked.attempt.purchaseId !== id || locked.attempt.mode === practiceMode)
      throw notFound()
    return locked
  }
  const outcome = await withAttempt(services, lock, async (tx, attempt, now) => {
    const refusal = reasonToTakeNoAnswers(attempt)
    if (refusal !== null) return refusal

    const events = eventsIn(file)
    const handsIn = attempt.isOpen && (file.hand_in ?? phaseAt(attempt, now) === 'late')
    const appended = await appendEvents(tx, services.answerShapes, attempt, events, now, { closes: handsIn })
    // Nobody sends the rest of a file again: the owner hears of it immediately, and keeps the file.
    if (appended.unkept.size > 0) throw tooManyChanges()
    // The owner has just opened the file, and sees the outcome.
    const closing = { by: 'person', at: now, now, isWatched: true } as const
    const closed = handsIn ? (await closeAttempt(services, tx, appended.attempt, closing)).attempt : appended.attempt
    return reply(tx, closed, events, appended.added)
  })
  if (outcome instanceof Failure) throw outcome
  return outcome
}

/** The file's events, then its answers without an event. Their epoch 0 is before any that is given out: they win over none. */
function eventsIn({ events = [], answers = [] }: File): AnswerEvent[] {
  const withEvent = new Set(events.map((event) => event.question_id))
  const untold = answers.filter(({ question_id }) => !withEvent.has(question_id))
  return [
    ...events,
    ...untold.map(({ question_id, value }) => ({ question_id, value, epoch: 0, seq: 1, device_id: 'file' })),
  ]
}

async function reply(tx: Queries, attempt: Attempt, events: AnswerEvent[], added: number): Promise<Reply> {
  const submission = await findSubmission(tx, attempt.id)
  return {
    status: attempt.isOpen
      ? 'merged'
      : (await isAnyStoredAs(tx, attempt, events, ['after_end', 'after_close']))
        ? 'kept'
        : 'handed_in',
    attempt_id: attempt.id,
    added,
    superseded: supersededIn(events, await winningEvents(tx, attempt.id)),
    deadline_at: attempt.deadlineAt?.toISOString() ?? null,
    late_until: attempt.lateUntil?.toISOString() ?? null,
    receipt: submission?.receipt ?? null,
    result_url: attempt.isOpen ? null : await resultUrl(tx, attempt.purchaseId),
  }
}

/** Whether the attempt has one of these events in one of these phases. */
export async function isAnyStoredAs(
  tx: Queries,
  attempt: Attempt,
  events: AnswerEvent[],
  phases: readonly Phase[],
): Promise<boolean> {
  const touched = [...new Set(events.map((event) => event.question_id))]
  const stored = (await eventsOf(tx, attempt.id, touched)).filter(({ phase }) => phases.includes(phase))
  return events.some((event) => stored.some((each) => isSame(each, event)))
}

const isSame = (a: AnswerEvent, b: AnswerEvent) =>
  a.question_id === b.question_id &&
  a.epoch === b.epoch &&
  a.seq === b.seq &&
  JSON.stringify(a.value) === JSON.stringify(b.value)

function supersededIn(events: AnswerEvent[], winners: StoredEvent[]): string[] {
  const holding = new Map(winners.map((event) => [event.question_id, event]))
  return [...mergeEvents(events).values()]
    .filter(({ question_id, value }) => JSON.stringify(holding.get(question_id)?.value) !== JSON.stringify(value))
    .map(({ question_id }) => question_id)
}
