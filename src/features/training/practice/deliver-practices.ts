import { answerPractice, finishPractice } from '#contract/practice.ts'
import { isRefusalOld } from '../../../attempt/machine/acknowledged.ts'
import { askedPause, isPaused } from '../../../attempt/sync/back-off.ts'
import { onDisk } from '../../../storage/connection.ts'
import { readUserId, slowStorageTimeoutMs } from '../../../session/session-copies.ts'
import { isPassing, type Refusal, type Reply } from '../../../http/reply.ts'
import { type Send, tryTimeoutMs } from '../../../http/send.ts'
import { forgetOthersPractices } from './practice-copy.ts'
import {
  findLogs,
  hasRefused,
  isRefusedForNow,
  isWaiting,
  type PracticeLog,
  waitAgain,
  settleAnswer,
  settleEnd,
  markRefused,
  waitingLogs,
} from './practice-log.ts'

export interface PracticeDelivery {
  /** Sends with the session of the person who is signed in. */
  readonly send: Send
  /** Who is signed in now; null for nobody. */
  readonly ownerId: () => string | null
  /** Which build of the app sends: what another one heard refused it tries once more. Absent where that is not known. */
  readonly build?: string
  /** The person asks for it: everything that was refused is tried once more. */
  readonly isAsked?: true
}

/** Until when the server has asked to be left alone. Milliseconds since 1970; forgotten with the page. */
let pauseUntil = 0

/**
 * Brings what was answered in practices without a network to the server: only those of the person who is signed in, only as that
 * person; among them what another build heard refused, or this one a day ago. Beside it forgets those of others that have nothing to
 * bring. Resolves to whether another try could bring more.
 */
export async function deliverPractices(context: PracticeDelivery): Promise<boolean> {
  const owner = context.ownerId()
  // First: nothing is forgotten that this build has not tried.
  if (owner !== null) await retryRefused((await findLogs(owner)).logs, context)
  // Local storage knows sooner than the state who is signed in. A storage that fails keeps back nothing that the page holds.
  const forgetting = onDisk(forgetOthersPractices(readUserId(), Date.now())).catch(reportError)
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
  const ofPurchase = async () => {
    const { logs } = await findLogs(ownerId, slowStorageTimeoutMs)
    return logs.filter((log) => log.purchaseId === purchaseId)
  }
  await retryRefused(await ofPurchase(), context)
  return deliverEach((await ofPurchase()).filter(isWaiting), context)
}

/**
 * What was refused waits again, where the person asks for it, this build has not heard the refusal, or not for a day. Where the
 * disk does not take that, the next round asks again.
 */
async function retryRefused(logs: readonly PracticeLog[], { build, isAsked }: PracticeDelivery): Promise<void> {
  const isOld = (log: PracticeLog) => build !== undefined && isRefusalOld(log, build, Date.now())
  const again = logs.filter((log) => hasRefused(log) && (isAsked === true || isOld(log)))
  await Promise.all(again.map((log) => waitAgain(log).catch(reportError)))
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
 * is asked for again; so is one that the disk did not take, at the next waking. After the end the server takes no answer more: it
 * waits for those that another release may take. Resolves to whether nothing is left to send.
 */
export async function deliverPractice(
  log: PracticeLog,
  { send, ownerId, build: by = '' }: PracticeDelivery,
): Promise<boolean> {
  let isEndHeld = isRefusedForNow(log)
  const mayGo = () => ownerId() === log.ownerId && !isPaused(pauseUntil, Date.now())
  const options = () => ({ signal: AbortSignal.timeout(tryTimeoutMs) })
  const params = { id: log.purchaseId }
  for (const { questionId: question_id, value, state } of log.answers) {
    if (state !== 'waiting') continue
    if (!mayGo()) return false
    const body = { attempt_id: log.attemptId, question_id, value }
    const reply = await send(answerPractice, { params, body }, options())
    if (reply.kind === 'answered') {
      await settleAnswer(log, question_id, reply.body.given ?? null).catch(reportError)
    } else if (isFinal(reply)) {
      const asOver = isOver(reply)
      if (!asOver) isEndHeld = true
      await markRefused(log, { questionId: question_id, by, asOver }).catch(reportError)
    } else return pause(reply)
  }
  if (log.end !== 'waiting') return true
  if (isEndHeld) {
    await markRefused(log, { questionId: null, by, asOver: false }).catch(reportError)
    return true
  }
  if (!mayGo()) return false
  const reply = await send(finishPractice, { params, body: { attempt_id: log.attemptId } }, options())
  if (reply.kind !== 'answered' && !isFinal(reply)) return pause(reply)
  const settling =
    reply.kind === 'answered' ? settleEnd(log) : markRefused(log, { questionId: null, by, asOver: isOver(reply) })
  await settling.catch(reportError)
  return true
}

/** The server will not take this however often this release asks. Who may ask is another matter, and a proxy's word has no code. */
const isFinal = (reply: Reply<unknown>): reply is Refusal =>
  reply.kind === 'refused' && !isPassing(reply) && reply.status !== 403 && reply.code !== ''

const isOver = ({ code }: Refusal) => code === 'practice_over'

function pause(reply: Reply<unknown>): false {
  if (reply.kind === 'refused') pauseUntil = Date.now() + askedPause(reply.retryAfter)
  return false
}
