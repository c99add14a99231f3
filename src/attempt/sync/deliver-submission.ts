import {
  examResultsStatus,
  type SubmissionReply,
  submitExam,
  submitExamWithoutKey,
  submitTraining,
  submitTrainingWithoutKey,
} from '#contract/exam.ts'
import { readFooter } from '#contract/footer.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { type Reply, isCut, isPassing } from '../../http/reply.ts'
import { isAcknowledged, isSameAnswer, isWorking } from '../machine/acknowledged.ts'
import { readAnswerRows } from '../replica/attempts.ts'
import type { SubmissionBody, SubmissionRow } from '../machine/rows.ts'
import { readSubmission, updateSubmission } from '../replica/submissions.ts'
import { askedPause, backOff } from './back-off.ts'
import { deliverAnswers } from './deliver-answers.ts'
import { onDisk } from '../../storage/connection.ts'
import { announce } from './channel.ts'
import { type Send, tryTimeoutFor, tryTimeoutMs } from '../../http/send.ts'

export interface Sender {
  readonly send: Send
  /** Milliseconds since 1970 by this device. */
  readonly now: () => number
  readonly random: () => number
  /** Whether nobody looks at this context. */
  readonly hidden: () => boolean
  /** The person whose Bearer `send` carries; null in the worker and when nobody is signed in. */
  readonly ownerId: () => string | null
  /** Called with errors that do not end the delivery: a storage that takes nothing. */
  readonly report: (error: unknown) => void
  /** Which build of the app sends; absent where that is not known, as in the worker. */
  readonly build?: string
}

/**
 * Makes one try to deliver one submission and writes down its outcome. Reads the row first, because another context may have
 * delivered it while this one waited for the lock. Counts the try before sending: if the context is killed in between, the
 * row knows that the submission may have arrived. Returns the row as it is now, even if a full disk did not take it. Rejects,
 * before anything is sent, if the disk takes nothing and the submission has no key.
 */
export async function deliverSubmission(draftId: string, sender: Sender): Promise<SubmissionRow | undefined> {
  const row = await onDisk(readSubmission(draftId))
  if (row === undefined || row.state !== 'waiting' || !mayDeliver(row, sender)) return row
  const noted = row.body.submission_key === undefined ? writtenDown(row) : writtenDownOrRemembered(row, sender.report)
  const { after, graded } = await tryOnce(row, noted, sender)
  const unwritten = noted.unwritten()
  const change = after?.state === 'waiting' ? 'tried' : 'settled'
  const written = unwritten === undefined && graded !== undefined ? after : undefined
  announce({
    draftId,
    change,
    ...(unwritten && { unwritten }),
    ...(graded && { graded }),
    ...(written && { row: written }),
  })
  return after
}

/** Makes one try for a submission that no storage has. Returns the row with its next plan, for the caller to keep. */
export async function deliverFromMemory(row: SubmissionRow, sender: Sender): Promise<SubmissionRow> {
  if (row.state !== 'waiting' || !mayDeliver(row, sender)) return row
  return (await tryOnce(row, remembered(row), sender)).after ?? row
}

interface Tried {
  readonly after: SubmissionRow | undefined
  /** The grade, if the reply brought it. */
  readonly graded: SubmissionReply | undefined
}

async function tryOnce(row: SubmissionRow, noted: Noted, sender: Sender): Promise<Tried> {
  await noted.change(({ tries }) => ({ tries: tries + 1 }))
  const verdict = await sendOrFail(row, sender, (change) => noted.change(() => change))
  const after = await noted.change((standing) => consequence(verdict, standing, sender))
  return { after, graded: 'graded' in verdict ? verdict.graded : undefined }
}

/**
 * Turns a failed attempt to send into a verdict. A try that throws has sent nothing, and the next one will not either: the
 * browser lacks a function, or code is broken. The screen tells the person, and offers the file. Rejects if the disk
 * refuses a note, because nothing may be sent then.
 */
async function sendOrFail(row: SubmissionRow, sender: Sender, note: Note): Promise<Verdict> {
  let unnoted: unknown
  const noteOrKeep: Note = (change) =>
    note(change).catch((error: unknown) => {
      unnoted = error
      throw error
    })
  try {
    return await sendAndJudge(row, sender, noteOrKeep)
  } catch (error) {
    if (error === unnoted) throw error
    const { report } = sender
    report(error)
    return { verdict: 'again', pause: null, isBroken: true }
  }
}

/** A ticket delivers for anybody; without one, or with one that has ended, only the owner's own session may. */
export function mayDeliver(row: SubmissionRow, { ownerId }: Pick<Sender, 'ownerId'>): boolean {
  const isForAnybody = row.body.ticket !== undefined && row.ownersOnly !== true
  return isForAnybody || ownerId() === row.ownerId
}

/** Writes down what must be known of a row before it is sent. */
type Note = (change: Pick<SubmissionRow, 'before'>) => Promise<unknown>

async function sendAndJudge(row: SubmissionRow, sender: Sender, note: Note): Promise<Verdict> {
  if (row.body.submission_key === undefined && row.mode === 'exam') {
    const earlier = await askBeforeSending(row, sender, note)
    if (earlier !== null) return earlier
  }
  const untold = await tellPauses(row, sender)
  if (untold !== null) return untold
  const whole = row.body
  const sent = isSlow(row) ? await withoutWhatIsThere(row) : whole
  let reply = await submit(row, sent, sender)
  // An earlier release of the server takes the partial body for another submission.
  if (sent !== whole && hasCode(reply, 'submission_mismatch')) reply = await submit(row, whole, sender)
  const { ticket, ...body } = whole
  if (hasCode(reply, 'attempt_not_started') && ticket !== undefined) {
    // The page's own message that the exam began was lost, and the server would begin by itself only after two minutes.
    await deliverAnswers(sender.send, { purchaseId: row.purchaseId, ticket, events: [], begin: true })
    reply = await submit(row, whole, sender)
  }
  if (hasCode(reply, 'ticket_invalid')) {
    // The signed-in person is read once, before the send: the try does not use the session of one who signs in meanwhile.
    return sender.ownerId() === row.ownerId
      ? verdictOf(row, await submit(row, body, sender))
      : { verdict: 'owners-only' }
  }
  return verdictOf(row, reply)
}

/**
 * Sends the pauses before the submission, which ends the exam: the calls that the server hears first bound later pauses.
 * Null if there are no pauses, or the server has judged them, whether it counts them or not.
 */
async function tellPauses(
  { pauses, purchaseId, body: { ticket } }: SubmissionRow,
  sender: Sender,
): Promise<Verdict | null> {
  if (pauses === undefined || ticket === undefined) return null
  const delivery = { purchaseId, ticket, events: [], isPart: true, pauses: { noted: pauses, now: sender.now() } }
  const reply = await deliverAnswers(sender.send, delivery)
  const isThrough = reply.kind === 'answered' || (reply.kind === 'refused' && !isPassing(reply))
  if (isThrough) return null
  if (reply.kind === 'silence') return { verdict: 'again', pause: null, isSilent: true }
  return { verdict: 'again', pause: reply.kind === 'refused' ? reply.retryAfter : null }
}

const isSlow = ({ slowTries = 0, body }: SubmissionRow) => slowTries > 0 && body.submission_key !== undefined

/**
 * The body without the parts that a slow network need not carry again, under a key: the timing, which no grade looks at, and
 * the changes that the server has acknowledged. If the disk cannot tell, the body has all changes. The server does not get a
 * timing that was left out: the contract takes it only with the submission, which closes the attempt. Saves carry no timing,
 * because it would slow the answers down. The kept row has the whole body.
 */
async function withoutWhatIsThere({ draftId, body }: SubmissionRow): Promise<SubmissionBody> {
  const { timing: _, events, ...rest } = body
  if (events === undefined) return rest
  const rows = await onDisk(readAnswerRows(draftId)).catch(() => [])
  const isThere = (event: AnswerEvent) =>
    rows.some((answer) => answer.own !== null && isSameAnswer(answer.own, event) && isAcknowledged(answer))
  return { ...rest, events: events.filter((event) => !isThere(event)) }
}

/**
 * Asks a server without keys whether the exam has come; null if it may be sent. Before the first send the reply is about an
 * earlier exam, and is kept to be told from later replies.
 */
async function askBeforeSending(row: SubmissionRow, { send }: Sender, note: Note): Promise<Verdict | null> {
  const { before, purchaseId, tries } = row
  if (before === undefined && tries === 0) return null
  const reply = await send(
    examResultsStatus,
    { params: { id: purchaseId } },
    { signal: AbortSignal.timeout(tryTimeoutMs) },
  )
  if (before !== null) {
    // Two identical results cannot be told apart, so the submission is sent again: a duplicate is better than a loss.
    const isOld = before !== undefined && before !== '' && contentOf(reply) === before
    return isOld ? null : judgeEarlierSend(reply)
  }
  // Nobody answered: nothing has been sent, and nothing is known of what was before.
  if (reply.kind === 'silence') return judgeSubmission(reply)
  await note({ before: contentOf(reply) })
  return null
}

/** A finished grading as the server tells it; '' for anything else, which proves nothing. */
function contentOf(reply: Reply<SubmissionReply>): string {
  return reply.kind === 'answered' && !isWorking(reply.body) ? JSON.stringify(reply.body) : ''
}

/**
 * A training's result comes with the reply, and another server tells it only once: it is kept. An exam's result can be asked
 * for. If the server knows keys, its reply is the whole result, and a listener in this window need not ask.
 */
function verdictOf(row: SubmissionRow, reply: SubmitOutcome): Verdict {
  const { mode } = row
  if (reply.kind === 'slow') return { verdict: 'again', pause: null, isSlow: true }
  if (reply.kind === 'answered' && !isOfAttempt(reply.body, row)) return { verdict: 'again', pause: null }
  const verdict = judgeSubmission(reply)
  if (reply.kind !== 'answered' || verdict.verdict !== 'graded') return verdict
  if (mode === 'training') return { ...verdict, result: reply.body }
  return row.body.submission_key === undefined ? verdict : { ...verdict, graded: reply.body }
}

/** A portal or a proxy may answer with a status too: only a reply of its own attempt settles a submission that has a key. */
function isOfAttempt({ attempt_id }: SubmissionReply, { attemptId, body }: SubmissionRow): boolean {
  return body.submission_key === undefined || attemptId === null || attempt_id === attemptId
}

/** `slow`: the try was cut off in its time, and the server is there. */
type SubmitOutcome = Reply<SubmissionReply> | { readonly kind: 'slow' }

async function submit(row: SubmissionRow, body: SubmissionBody, sender: Sender): Promise<SubmitOutcome> {
  const { mode, purchaseId, ownerId, slowTries } = row
  const hasKey = body.submission_key !== undefined
  // `watched` is no part of the submission: under its key the rest is the same bytes, whether or not somebody looks.
  const watched = hasKey && sender.ownerId() === ownerId && !sender.hidden()
  const exam = hasKey ? submitExam : submitExamWithoutKey
  const training = hasKey ? submitTraining : submitTrainingWithoutKey
  const endpoint = mode === 'exam' ? exam : training
  const signal = AbortSignal.timeout(tryTimeoutFor(body, slowTries))
  const options = { signal, asTicketHolder: body.ticket !== undefined }
  const input = { params: { id: purchaseId }, body: watched ? { ...body, watched } : body }
  const began = sender.now()
  const reply = await sender.send(endpoint, input, options)
  const hasLasted = signal.aborted || sender.now() - began >= tryTimeoutMs
  return isCut(reply, hasLasted) && (await isServerThere(sender)) ? { kind: 'slow' } : reply
}

/** Whether the server answers a small, public call. If it does, the way there is slow, and the server is not silent. */
async function isServerThere({ send }: Sender): Promise<boolean> {
  const reply = await send(readFooter, {}, { signal: AbortSignal.timeout(tryTimeoutMs), asTicketHolder: true })
  return reply.kind === 'answered'
}

const hasCode = (reply: SubmitOutcome, code: string) => reply.kind === 'refused' && reply.code === code

function consequence(verdict: Verdict, row: SubmissionRow, sender: Sender): Partial<SubmissionRow> {
  const { now, random, hidden } = sender
  switch (verdict.verdict) {
    case 'accepted':
    case 'graded':
      return {
        state: verdict.verdict,
        receipt: verdict.receipt,
        problem: null,
        takenAt: now(),
        ...(verdict.result && { result: verdict.result }),
      }
    case 'owners-only':
      return { ownersOnly: true }
    case 'refused':
      return {
        state: 'refused',
        problem: { code: verdict.code, message: verdict.message },
        refusedAt: now(),
        refusedBy: sender.build ?? '',
      }
    case 'again': {
      const pause = askedPause(verdict.pause)
      // A slow network is no overload of the server: the next try needs no back-off.
      const isNowSlow = verdict.isSlow === true
      const wait = isNowSlow ? 0 : Math.max(pause, backOff(row.tries, random, hidden()))
      return {
        ...((isNowSlow || row.slow === true) && { slow: isNowSlow }),
        ...(isNowSlow && { slowTries: (row.slowTries ?? 0) + 1 }),
        nextTryAt: now() + wait,
        notBefore: pause === 0 ? 0 : now() + pause,
        ...((verdict.isBroken === true || row.broken === true) && { broken: verdict.isBroken === true }),
        unanswered: verdict.isSilent === true,
        said: verdict.said ?? '',
      }
    }
  }
}

type Change = (row: SubmissionRow) => Partial<SubmissionRow>

/** Notes what becomes of one submission. */
interface Noted {
  readonly change: (change: Change) => Promise<SubmissionRow | undefined>
  /** The row as it is, if no disk has taken the last change; undefined if one has. */
  readonly unwritten: () => SubmissionRow | undefined
}

/** Without a key only the written row tells a second send from the first: nothing is sent that the disk has not noted. */
function writtenDown(row: SubmissionRow): Noted {
  return { change: (change) => update(row, change), unwritten: () => undefined }
}

/** Notes in memory, for a submission that no storage has. */
function remembered(row: SubmissionRow): Noted {
  let known = row
  return {
    change: async (change) => (known = { ...known, ...change(known) }),
    unwritten: () => known,
  }
}

/** Notes on the disk, else in memory. Under a key a repeat is idempotent, so a full disk holds no answers back. */
function writtenDownOrRemembered(row: SubmissionRow, report: (error: unknown) => void): Noted {
  const disk = writtenDown(row)
  let memory = remembered(row)
  let isWritten = true
  return {
    async change(change) {
      try {
        const after = await disk.change(change)
        isWritten = true
        if (after !== undefined) memory = remembered(after)
        return after
      } catch (error) {
        report(error)
        isWritten = false
        return memory.change(change)
      }
    },
    unwritten: () => (isWritten ? undefined : memory.unwritten()),
  }
}

/** Leaves another submission of the same attempt as it is: one made again after the data were deleted was not sent. */
function update({ draftId, body }: SubmissionRow, change: Change): Promise<SubmissionRow | undefined> {
  const sent = JSON.stringify(body)
  const ofSent: Change = (there) => (JSON.stringify(there.body) === sent ? change(there) : {})
  return onDisk(updateSubmission(draftId, ofSent))
}

/** What a reply to a submission means for its row on the disk. */
export type Verdict =
  /** The server has it for good: the row is settled, with `result` in it. `graded` is for listeners in this window. */
  | {
      readonly verdict: 'accepted' | 'graded'
      readonly receipt: string | null
      readonly result?: SubmissionReply
      readonly graded?: SubmissionReply
    }
  /** The ticket has ended, and no session of the owner could deliver: nothing is said of the work itself. */
  | { readonly verdict: 'owners-only' }
  /** The server refused finally, or could not grade the work (`code`: that status). The row stays, and can be downloaded. */
  | { readonly verdict: 'refused'; readonly code: string; readonly message: string }
  /**
   * Nothing is known: the row stays and is sent again, after `pause` ms if the server asked for that. `isSilent`: nobody
   * answered · `isSlow`: the server is there, but the network was too slow · `isBroken`: this browser could not send at all ·
   * `said`: the server's own words on why not now.
   */
  | {
      readonly verdict: 'again'
      readonly pause: number | null
      readonly isSilent?: true
      readonly isSlow?: true
      readonly isBroken?: true
      readonly said?: string
    }

/** Judges the reply to POST exam-meta. Only a reply that the contract parses settles anything. */
export function judgeSubmission(reply: Reply<SubmissionReply>): Verdict {
  if (reply.kind === 'answered') {
    const { body } = reply
    // The person's work is then nowhere but here: such an answer settles nothing (S4.20).
    if (hasComeToNothing(body)) return { verdict: 'refused', code: body.status, message: messageIn(body) }
    return { verdict: isWorking(body) ? 'accepted' : 'graded', receipt: acceptanceIn(body) }
  }
  if (reply.kind === 'silence') return { verdict: 'again', pause: null, isSilent: true }
  if (reply.kind !== 'refused') return { verdict: 'again', pause: null }
  if (isPassing(reply)) {
    const { message: said, retryAfter: pause } = reply
    return { verdict: 'again', pause, ...(said !== '' && { said }) }
  }
  if (reply.status === 409 && reply.code === 'already_graded') return { verdict: 'graded', receipt: null }
  // The submission came before the server's clock began. The clock begins by itself within two minutes of the paper's delivery.
  if (reply.status === 409 && reply.code === 'attempt_not_started') return { verdict: 'again', pause: null }
  return { verdict: 'refused', code: reply.code, message: reply.message }
}

/** The two statuses of a grading that brought no result (S4.20). */
const hasComeToNothing = ({ status }: SubmissionReply) => status === 'error' || status === 'expired'

const messageIn = (body: SubmissionReply) => ('message' in body ? (body.message ?? '') : '')

/** The server's signed reply that it has the answers, or else the receipt of the result. */
function acceptanceIn(body: SubmissionReply): string | null {
  const acceptance = 'acceptance' in body ? body.acceptance : null
  return acceptance ?? body.receipt ?? null
}

/** Judges the reply to exam-results-status before a second send without a key. Null if the server knows nothing: send. */
export function judgeEarlierSend(reply: Reply<SubmissionReply>): Verdict | null {
  if (reply.kind === 'answered') return hasComeToNothing(reply.body) ? null : judgeSubmission(reply)
  if (isPassing(reply) && reply.kind !== 'unreadable') return judgeSubmission(reply)
  return reply.kind === 'unreadable' && reply.status !== 404 ? { verdict: 'again', pause: null } : null
}
