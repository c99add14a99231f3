import {
  examResultsStatus,
  type HandInReply,
  submitExam,
  submitExamWithoutKey,
  submitTraining,
  submitTrainingWithoutKey,
} from '#contract/exam.ts'
import type { Reply } from '../engine/reply.ts'
import { isWorking } from '../engine/submitting-phase.ts'
import type { OutboxRow, SubmissionBody } from '../storage/exam-rows.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { readSubmission } from '../storage/outbox.ts'
import { askedPause, backOff } from './back-off.ts'
import { deliverAnswers } from './deliver-answers.ts'
import { diskPatience } from './disk-patience.ts'
import { announce } from './news.ts'
import { inMemory, type Noted, onDisk, onDiskOrInMemory } from './note-change.ts'
import { type Send, tryLimit } from './send.ts'
import { judgeEarlierSend, judgeSubmission, type Verdict } from './verdict.ts'

export interface Sender {
  readonly send: Send
  /** Milliseconds since 1970 by this device. */
  readonly now: () => number
  readonly random: () => number
  /** Whether nobody looks at this context. */
  readonly hidden: () => boolean
  /** Whose Bearer `send` carries; null in the worker and when nobody is signed in. */
  readonly ownerId: () => string | null
  /** What went wrong without keeping the delivery from going on: a storage that takes nothing. */
  readonly report: (error: unknown) => void
}

/**
 * Makes one try to deliver one submission and writes down what came of it. Reads the row anew first, because another
 * context may have delivered it while this one waited for the lock. Counts the try before it is sent: a context that is
 * killed in between leaves a row that knows it may have arrived. Returns the row as it stands now, also where a full disk
 * did not take it. Rejects, before anything is sent, where the disk takes nothing and the submission bears no key.
 */
export async function deliverSubmission(draftId: string, sender: Sender): Promise<OutboxRow | undefined> {
  const row = await withTimeout(readSubmission(draftId), diskPatience)
  if (row === undefined || row.state !== 'waiting' || !mayDeliver(row, sender)) return row
  const noted = row.body.submission_key === undefined ? onDisk(row) : onDiskOrInMemory(row, sender.report)
  const after = await tryOnce(row, noted, sender)
  const unwritten = noted.unwritten()
  announce({ draftId, change: after?.state === 'waiting' ? 'tried' : 'settled', ...(unwritten && { unwritten }) })
  return after
}

/**
 * The same for a submission that stands in no storage: makes one try and returns the row as it stands afterwards, for the
 * caller to keep. It goes by the rules of the outbox, so a plan to come again is in it too.
 */
export async function deliverFromMemory(row: OutboxRow, sender: Sender): Promise<OutboxRow> {
  if (row.state !== 'waiting' || !mayDeliver(row, sender)) return row
  return (await tryOnce(row, inMemory(row), sender)) ?? row
}

/** Counts the try, makes it, and notes what came of it. */
async function tryOnce(row: OutboxRow, noted: Noted, sender: Sender): Promise<OutboxRow | undefined> {
  await noted.change(({ tries }) => ({ tries: tries + 1 }))
  const verdict = await attempt(row, sender, (change) => noted.change(() => change))
  return noted.change((standing) => consequence(verdict, standing, sender))
}

/** A ticket delivers for anybody; without one, or with one that has ended, only the owner's own session may. */
export function mayDeliver(row: OutboxRow, { ownerId }: Pick<Sender, 'ownerId'>): boolean {
  const isForAnybody = row.body.ticket !== undefined && row.ownersOnly !== true
  return isForAnybody || ownerId() === row.ownerId
}

/** Writes down what must be known of a row before it is sent. */
type Note = (change: Pick<OutboxRow, 'before'>) => Promise<unknown>

async function attempt(row: OutboxRow, sender: Sender, note: Note): Promise<Verdict> {
  if (row.body.submission_key === undefined && row.mode === 'exam') {
    const earlier = await askBeforeSending(row, sender, note)
    if (earlier !== null) return earlier
  }
  let reply = await handIn(row, row.body, sender)
  const { ticket, ...body } = row.body
  if (hasCode(reply, 'attempt_not_started') && ticket !== undefined) {
    // The page's own word that the exam began was lost, and the server would begin by itself only after two minutes.
    await deliverAnswers(sender.send, { purchaseId: row.purchaseId, ticket, events: [], begin: true })
    reply = await handIn(row, row.body, sender)
  }
  if (hasCode(reply, 'ticket_invalid')) {
    // Asked once: whoever signs in while this is judged has not been tried.
    return sender.ownerId() === row.ownerId ? judge(row, await handIn(row, body, sender)) : { verdict: 'owners-only' }
  }
  return judge(row, reply)
}

/**
 * Without a key the server can only be asked whether the exam has come: null when it may be sent. Before the first send
 * what it says is of an earlier exam, and is kept to be told from what it says later.
 */
async function askBeforeSending(row: OutboxRow, { send }: Sender, note: Note): Promise<Verdict | null> {
  const { before, purchaseId, tries } = row
  if (before === undefined && tries === 0) return null
  const reply = await send(examResultsStatus, { params: { id: purchaseId } }, { signal: timeLimit() })
  if (before !== null) {
    // Two results alike to the byte: rather the same exam twice than never.
    const isOld = before !== undefined && before !== '' && wordOf(reply) === before
    return isOld ? null : judgeEarlierSend(reply)
  }
  // Nobody is there: nothing has been sent, and nothing is known of what stood before.
  if (reply.kind === 'silence') return judgeSubmission(reply)
  await note({ before: wordOf(reply) })
  return null
}

/** A finished grading as the server tells it; '' for anything else, which proves nothing. */
function wordOf(reply: Reply<HandInReply>): string {
  return reply.kind === 'answered' && !isWorking(reply.body) ? JSON.stringify(reply.body) : ''
}

/** A training's result comes with the reply and, from another server, never again: it is kept. */
function judge(row: OutboxRow, reply: Reply<HandInReply>): Verdict {
  const { mode } = row
  if (reply.kind === 'answered' && !isOfAttempt(reply.body, row)) return { verdict: 'again', pause: null }
  const verdict = judgeSubmission(reply)
  const hasResult = mode === 'training' && reply.kind === 'answered' && verdict.verdict === 'graded'
  return hasResult ? { ...verdict, result: reply.body } : verdict
}

/** A portal or a proxy may answer JSON with a status, too: what bears a key is taken by no word but one on its own attempt. */
function isOfAttempt({ attempt_id }: HandInReply, { attemptId, body }: OutboxRow): boolean {
  return body.submission_key === undefined || attemptId === null || attempt_id === attemptId
}

function handIn({ mode, purchaseId }: OutboxRow, body: SubmissionBody, { send }: Sender): Promise<Reply<HandInReply>> {
  const hasKey = body.submission_key !== undefined
  const exam = hasKey ? submitExam : submitExamWithoutKey
  const training = hasKey ? submitTraining : submitTrainingWithoutKey
  const endpoint = mode === 'exam' ? exam : training
  const options = { signal: timeLimit(), asTicketHolder: body.ticket !== undefined }
  return send(endpoint, { params: { id: purchaseId }, body }, options)
}

const timeLimit = () => AbortSignal.timeout(tryLimit)
const hasCode = (reply: Reply<unknown>, code: string) => reply.kind === 'refused' && reply.code === code

function consequence(verdict: Verdict, row: OutboxRow, sender: Sender): Partial<OutboxRow> {
  const { now, random, hidden } = sender
  switch (verdict.verdict) {
    case 'accepted':
    case 'graded':
      return {
        state: verdict.verdict,
        receipt: verdict.receipt,
        problem: null,
        ...(verdict.result && { result: verdict.result }),
      }
    case 'owners-only':
      return { ownersOnly: true }
    case 'refused':
      return { state: 'refused', problem: { code: verdict.code, message: verdict.message } }
    case 'again': {
      const pause = askedPause(verdict.pause)
      const wait = Math.max(pause, backOff(row.tries, random, hidden()))
      return {
        nextTryAt: now() + wait,
        notBefore: pause === 0 ? 0 : now() + pause,
        unanswered: verdict.isSilent === true,
        said: verdict.said ?? '',
      }
    }
  }
}
