import { and, eq } from 'drizzle-orm'
import type { AnswerValue } from '#contract/question.ts'
import { databaseNow, type Queries } from '../../../db/connect.ts'
import { attempts } from '../../../db/schema/attempts.ts'
import type { Services } from '../../../services.ts'
import type { PurchaseRow } from '../../purchases/purchase-now.ts'
import { appendEvents } from '../answers/answer-events.ts'
import { startClock } from '../attempt-repository.ts'
import { closeAttempt } from '../close/close-attempt.ts'
import type { DrawnPaper } from '../paper/drawn-paper.ts'
import { storePaper } from '../paper/paper-store.ts'
import { newAttempt, secondsOf } from './open-attempt.ts'

/** A guest has one device, and answers each question once. */
const deviceId = 'guest-trial'

interface Answered {
  purchase: PurchaseRow
  drawn: { id: string; seed: string; paper: DrawnPaper }
  answers: readonly { question_id: string; value: AnswerValue | null }[]
  spentSeconds: number
}

/**
 * Stores questions that were answered before there was an attempt as a training: opened when its first question was shown,
 * answered and submitted in this transaction. Nothing is drawn again, so it may ask what the account was asked elsewhere. The
 * caller holds account and purchase, and has checked the bounds of trainings. Throws 400 `unknown_question`, `invalid_answer`.
 */
export async function takeAnswered(services: Services, tx: Queries, answered: Answered): Promise<void> {
  await whileNoneIsOpen(tx, answered.purchase.id, () => store(services, tx, answered))
}

/**
 * A purchase has one open training at most, also while this one is open. The owner's, which may be under way on another
 * device, is open again when the transaction ends: nobody sees it closed.
 */
async function whileNoneIsOpen(tx: Queries, purchaseId: string, work: () => Promise<void>): Promise<void> {
  const isOpenHere = and(eq(attempts.purchaseId, purchaseId), eq(attempts.mode, 'training'), attempts.isOpen)
  const [open] = await tx.update(attempts).set({ isOpen: false }).where(isOpenHere).returning({ id: attempts.id })
  await work()
  if (open !== undefined) await tx.update(attempts).set({ isOpen: true }).where(eq(attempts.id, open.id))
}

async function store(services: Services, tx: Queries, answered: Answered): Promise<void> {
  const { purchase, drawn, answers, spentSeconds } = answered
  const { id, seed, paper } = drawn
  const fresh = { ...newAttempt(services, { startKey: undefined, id }), seed, durationSeconds: secondsOf(purchase) }
  const [building] = await tx
    .insert(attempts)
    .values({ ...fresh, purchaseId: purchase.id, userId: purchase.userId, mode: 'training', state: 'building' })
    .returning()
  if (!(await storePaper(tx, building!, paper))) throw new Error(`The paper of ${id} could not be stored`)
  const now = await databaseNow(tx)
  await tx.update(attempts).set({ deliveredAt: now }).where(eq(attempts.id, id))
  const open = await startClock(tx, { ...building!, deliveredAt: now }, new Date(now.getTime() - spentSeconds * 1000))
  const { epoch } = open
  const events = answers.map((answer, index) => ({ ...answer, epoch, seq: index + 1, device_id: deviceId }))
  const { attempt } = await appendEvents(tx, services.answerShapes, open, events, now)
  // Sent by a window of the owner, which shows the outcome.
  await closeAttempt(services, tx, attempt, { by: 'person', at: now, now, isWatched: true })
}
