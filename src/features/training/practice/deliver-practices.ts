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
  /** The id of the person who is signed in now; null for nobody. */
  readonly ownerId: () => string | null
  /** The build of the app that sends. A refusal that another build heard is tried again. Absent where the build is not known. */
  readonly build?: string
  /** The person asked for a delivery: everything that was refused is tried again. */
  readonly isAsked?: true
}

/** The end of the pause that the server asked for. Milliseconds since 1970; forgotten with the page. */
let pauseUntil = 0

/**
 * Sends the waiting practices of the person who is signed in, as that person. Those refused to another build, or to this one a
 * day ago, are tried again. Deletes settled practices of other people. Resolves to whether another try could deliver more.
 */
export async function deliverPractices(context: PracticeDelivery): Promise<boolean> {
  const owner = context.ownerId()
  // Retries come first, so that no practice is deleted before this build has tried it.
  if (owner !== null) await retryRefused((await findLogs(owner)).logs, context)
  // Local storage knows the signed-in person earlier than the session's state. Answers in memory do not wait for a failing disk.
  const forgetting = onDisk(forgetOthersPractices(readUserId(), Date.now())).catch(reportError)
  const isLeft = owner !== null && !(await deliverEach(await waitingLogs(owner), context))
  await forgetting
  return isLeft
}

/**
 * Sends the waiting answers and ends of one purchase before its next practice begins, because the server then ends the open one.
 * Waits longer for the disk than elsewhere, but not for ever. Resolves to whether nothing is left to send.
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

/** Refused practices wait again at a press, in another build, or a day later. If the disk fails, the next round tries again. */
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
 * Sends the answers of one practice in their order, then its end. The calls are idempotent: a call is repeated if its reply was
 * lost or the disk did not take it. After the end the server takes no answers, so the end waits while another release may take a
 * refused answer. Resolves to whether nothing is left to send.
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

/** Whether asking again is useless in this release. 401 and 403 judge the caller, and a proxy's reply has no code. */
const isFinal = (reply: Reply<unknown>): reply is Refusal =>
  reply.kind === 'refused' && !isPassing(reply) && reply.status !== 403 && reply.code !== ''

const isOver = ({ code }: Refusal) => code === 'practice_over'

function pause(reply: Reply<unknown>): false {
  if (reply.kind === 'refused') pauseUntil = Date.now() + askedPause(reply.retryAfter)
  return false
}
