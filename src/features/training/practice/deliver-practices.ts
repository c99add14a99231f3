import { answerPractice, finishPractice } from '#contract/practice.ts'
import { askedPause, isHeld } from '../../../attempt/sync/back-off.ts'
import { onDisk } from '../../../delivery/on-disk.ts'
import { readUserId, slowStorageTimeoutMs } from '../../../session/session-copies.ts'
import { type Refusal, type Reply } from '../../../http/reply.ts'
import { type Send, tryLimit } from '../../../http/send.ts'
import { forgetOthers } from './practice-copy.ts'
import { type PracticeLog, settleAnswer, settleEnd, findWaiting, waitingLogs } from './practice-log.ts'

export interface PracticeDelivery {
  /** Sends with the session of the person who is signed in. */
  readonly send: Send
  /** Who is signed in now; null for nobody. */
  readonly ownerId: () => string | null
}

/** What the server will not take however often it is asked. */
const finalCodes = new Set(['practice_over', 'unknown_question', 'invalid_answer', 'not_found'])

/** Until when the server has asked to be left alone. Milliseconds since 1970; forgotten with the page. */
let pauseUntil = 0

/**
 * Brings what was answered in practices without a network to the server: only those of the person who is signed in, only as that person.
 * Beside it forgets those of others that have nothing to bring. Resolves to whether another try could bring more.
 */
export async function deliverPractices(context: PracticeDelivery): Promise<boolean> {
  // Local storage knows sooner than the state who is signed in. A storage that fails keeps back nothing that the page holds.
  const forgetting = onDisk(forgetOthers(readUserId(), Date.now())).catch(reportError)
  const owner = context.ownerId()
  const isLeft = owner !== null && !(await deliverEach(await waitingLogs(owner), context))
  await forgetting
  return isLeft
}

/**
 * Brings what waits of the practices of one purchase, at once: where the next one begins, the server ends what is open. Resolves
 * to whether nothing is left to send. A disk is waited for longer than elsewhere; what it never says cannot be waited for.
 */
export async function deliverBeforeNext(
  { ownerId, purchaseId }: Pick<PracticeLog, 'ownerId' | 'purchaseId'>,
  context: PracticeDelivery,
): Promise<boolean> {
  const { logs } = await findWaiting(ownerId, slowStorageTimeoutMs)
  return deliverEach(
    logs.filter((log) => log.purchaseId === purchaseId),
    context,
  )
}

/** Resolves to whether nothing of all these is left to send. */
async function deliverEach(logs: readonly PracticeLog[], context: PracticeDelivery): Promise<boolean> {
  let isAllThere = true
  for (const log of logs) {
    if (!(await deliverPractice(log, context))) isAllThere = false
  }
  return isAllThere
}

/**
 * Sends the answers of one practice in their order, then its end. The server tells a repeated call the same, so a lost reply
 * is asked for again; so is one that the disk did not take, at the next waking. Resolves to whether nothing is left to send.
 */
export async function deliverPractice(log: PracticeLog, { send, ownerId }: PracticeDelivery): Promise<boolean> {
  const mayGo = () => ownerId() === log.ownerId && !isHeld(pauseUntil, Date.now())
  const options = () => ({ signal: AbortSignal.timeout(tryLimit) })
  const params = { id: log.purchaseId }
  for (const { questionId: question_id, value, state } of log.answers) {
    if (state !== 'waiting') continue
    if (!mayGo()) return false
    const body = { attempt_id: log.attemptId, question_id, value }
    const reply = await send(answerPractice, { params, body }, options())
    if (reply.kind === 'answered') {
      await settleAnswer(log, question_id, { state: 'delivered', value: reply.body.given ?? null }).catch(reportError)
    } else if (isFinal(reply)) await settleAnswer(log, question_id, { state: 'refused' }).catch(reportError)
    else return pause(reply)
  }
  if (log.end !== 'waiting') return true
  if (!mayGo()) return false
  const reply = await send(finishPractice, { params, body: { attempt_id: log.attemptId } }, options())
  if (reply.kind !== 'answered' && !isFinal(reply)) return pause(reply)
  await settleEnd(log, reply.kind === 'answered' ? 'delivered' : 'refused').catch(reportError)
  return true
}

const isFinal = (reply: Reply<unknown>): reply is Refusal => reply.kind === 'refused' && finalCodes.has(reply.code)

function pause(reply: Reply<unknown>): false {
  if (reply.kind === 'refused') pauseUntil = Date.now() + askedPause(reply.retryAfter)
  return false
}
