import type { SubmissionReply } from '#contract/exam.ts'
import type { Step } from '#contract/timing.ts'
import { type Answers, mergedAnswers, ownEvents } from './answers.ts'
import { type AttemptRow, newSubmission, type SubmissionBody, type SubmissionRow } from './rows.ts'
import { type DeviceTime, offsetOf } from './clock.ts'
import type { Look, Offer, PageState, Shown, Submission } from './page-state.ts'
import type { AttemptInfo } from './paper.ts'
import type { SubmissionState } from './resume.ts'
import type { AttemptEvent, Submitting } from './state.ts'
import { stepsOf } from './timing.ts'
import { isResult } from './transition.ts'

/** A submission that the browser did not keep is offered to it again after this long. */
const keepAgainAfterMs = 2_000

/** Whether this page has to deliver the submission, because the disk does not have it. */
export function isOnPage({ exam, isWriter, submission }: PageState): boolean {
  return isWriter && exam.phase === 'submitting' && (!exam.enqueued || submission.isGone)
}

/** Whether the disk has the submission, and this page waits for its delivery by others. */
export function isWatched(page: PageState): boolean {
  return page.isWriter && page.exam.phase === 'submitting' && !isOnPage(page)
}

/** Enters the submission, after an event or a reading. A try that is under way from here continues. */
export function enterSubmission(page: PageState, at: DeviceTime): PageState {
  const { exam, row, submission } = page
  if (exam.phase !== 'submitting') return page
  const entered = withSubmission(page, { isGone: false, isAnnounced: false })
  if (exam.enqueued) return lookUp(entered)
  const isUnderWay = submission.offer.at === 'sending' && submission.onPage?.draftId === row?.draftId
  return isUnderWay ? withOffer(entered, { again: 'planned' }) : beginRound(entered, false, at)
}

/** Offers the present submission to the disk. Sends it instead if an earlier send went without a key. */
export function beginRound(page: PageState, isWoken: boolean, at: DeviceTime): PageState {
  const { exam, row, submission } = page
  if (exam.phase !== 'submitting' || row === null) return page
  const onPage = goesOnFrom(submission.onPage, submissionOf(page, exam, row, at))
  const first = isSentWithoutKey(onPage) ? 'sending' : 'keeping'
  return nextOffer(withSubmission(page, { onPage }), { at: first, isWoken, again: 'no' })
}

/** Without a key nobody could tell the submission on the disk from the one that this page sent. */
const isSentWithoutKey = ({ body, tries }: SubmissionRow) => body.submission_key === undefined && tries > 0

export function afterWriting(page: PageState): PageState {
  const written = withSubmission(page, { onPage: null, isGone: false, isAnnounced: true })
  return lookUp(nextOffer(withShown(written, { nextTryAt: null }), { at: 'rest' }))
}

/** Sends from this page if a key makes a second send harmless, or the disk has nothing to send. Else pauses the rounds. */
export function sendFromHere(page: PageState): PageState {
  const { leaseState, submission } = page
  const isSafe = submission.onPage?.body.submission_key !== undefined || leaseState.lease.kind === 'memory-only'
  return isSafe ? nextOffer(page, { at: 'sending' }) : pauseRounds(page)
}

export function pauseRounds(page: PageState, pauseMs = keepAgainAfterMs): PageState {
  return nextOffer(page, { at: 'pausing', pauseMs })
}

/** Plans what comes after a try from here. `row` is the row after that try. */
export function afterTry(page: PageState, row: SubmissionRow, at: DeviceTime): PageState {
  const { again } = page.submission.offer
  if (again !== 'no' && isOnPage(page)) return beginRound(page, again === 'woken', at)
  return pauseRounds(page, Math.min(keepAgainAfterMs, Math.max((nextTryOf(row) ?? Infinity) - at.wall, 0)))
}

/** Acts immediately, because the person or the network came back. */
export function wakeSubmission(page: PageState, at: DeviceTime): PageState {
  if (isWatched(page)) return lookUp(page)
  if (!isOnPage(page)) return page
  return page.submission.offer.at === 'pausing' ? beginRound(page, true, at) : withOffer(page, { again: 'woken' })
}

/** Reads what became of the submission. */
export function lookUp(page: PageState, graded?: SubmissionReply): PageState {
  const { look } = page.submission
  return withSubmission(page, { look: { at: 'looking', number: look.number + 1, graded: graded ?? look.graded } })
}

/** Handles a look that found no row, or could not read it. A submission that the disk has lost is offered to it again. */
export function afterVainLook(page: PageState, at: DeviceTime): PageState {
  const { number } = page.submission.look
  const looked = withSubmission(page, { look: { at: 'pausing', number: number + 1, graded: undefined } })
  return isWatched(page) ? beginRound(withSubmission(looked, { isGone: true }), false, at) : looked
}

/** Notes what is now known of the submission. */
export function noteSubmissionRow(page: PageState, row: SubmissionRow): PageState {
  const { number } = page.submission.look
  const look: Look = { at: 'pausing', number: number + 1, graded: undefined }
  return withSubmission(withShown(page, triesOf(row)), { written: row, look })
}

/** What the screen shows of the tries so far, wherever they were made. */
export function triesOf(row: SubmissionRow): Partial<Shown> {
  const { notBefore, unanswered, said: serverMessage = '', receipt } = row
  return {
    nextTryAt: nextTryOf(row),
    pauseUntil: notBefore,
    pace: row.broken === true ? 'broken' : row.slow === true ? 'slow' : unanswered === undefined ? 'first-try' : null,
    isUnanswered: unanswered === true,
    serverMessage,
    receipt,
  }
}

interface HowSettled {
  /** The reply that graded it, if this window heard it. */
  readonly graded?: SubmissionReply | undefined
  /** No storage has the submission. */
  readonly isInMemory?: boolean
}

/** What a row's state means for the exam; null while it waits. */
export function settlement(row: SubmissionRow, { graded, isInMemory }: HowSettled): AttemptEvent | null {
  const submission = submissionState(row)
  switch (submission.state) {
    case 'graded':
      return { type: 'already-graded', result: graded !== undefined && isResult(graded) ? graded : null }
    case 'accepted':
      return { type: 'submission-accepted', reply: { status: 'processing_started' } }
    case 'refused':
      return {
        type: 'submission-refused',
        code: submission.code,
        message: submission.message,
        ...(isInMemory && { isInMemory }),
      }
    case 'waiting':
      return null
  }
}

export function submissionState({ state, problem }: SubmissionRow): SubmissionState {
  return state === 'refused' ? { state, code: problem?.code ?? '', message: problem?.message ?? '' } : { state }
}

/** The bytes that submit an exam: the specification's `answers`, and the rest for a server that knows attempts. */
export function submissionBody(info: AttemptInfo, given: Answers, timing: readonly Step[] = []): SubmissionBody {
  const answers = mergedAnswers(given)
  if (info.submissionKey === null || info.ticket === null) return { answers }
  const body = { answers, submission_key: info.submissionKey, ticket: info.ticket, events: ownEvents(given) }
  return timing.length > 0 ? { ...body, timing: [...timing] } : body
}

/** The submission that this page would make now. */
function submissionOf(page: PageState, { paper, answers }: Submitting, row: AttemptRow, at: DeviceTime): SubmissionRow {
  const made = submissionBody(paper.attemptInfo, answers, stepsOf(page.timing, row))
  // A submission that the disk lost is sent as the same bytes: the server takes other bytes under its key for another one.
  const { written } = page.submission
  const isWritten = written?.attemptId === paper.attemptInfo.attemptId && contentOf(written.body) === contentOf(made)
  const body = isWritten ? written.body : made
  // The page keeps moments by the server's clock, the row by the device's.
  const here = (moment: number) => moment - offsetOf(page.clock)
  const pauses = paper.attemptInfo.pauses?.untold.map((one) => ({
    ...one,
    from: here(one.from),
    to: one.to === null ? null : here(one.to),
  }))
  const submission = { body, title: paper.test?.title ?? '', now: at.wall, pauses }
  return newSubmission({ ...row, frame: paper.attemptInfo }, submission)
}

/** Keeps the outcome of earlier tries. The exam may have continued in between, so the bytes may be others now. */
function goesOnFrom(before: SubmissionRow | null, made: SubmissionRow): SubmissionRow {
  if (before?.draftId !== made.draftId) return made
  const isSame = JSON.stringify(before.body) === JSON.stringify(made.body)
  return isSame ? before : { ...before, body: made.body, state: 'waiting', problem: null }
}

/** Which answers a body submits, in one fixed order: a reload reads them in another. */
function contentOf({ answers, events = [] }: SubmissionBody): string {
  const inOrder = (list: readonly { question_id: string }[]) =>
    [...list].sort((a, b) => (a.question_id < b.question_id ? -1 : 1))
  return JSON.stringify([inOrder(answers), inOrder(events)])
}

/** When the submission is tried again, by the device's clock; null if it waits for no other try. */
function nextTryOf({ state, tries, nextTryAt, notBefore }: SubmissionRow): number | null {
  return state === 'waiting' && tries > 0 ? Math.max(nextTryAt, notBefore) : null
}

export function withSubmission(page: PageState, change: Partial<Submission>): PageState {
  return { ...page, submission: { ...page.submission, ...change } }
}

function withOffer(page: PageState, change: Partial<Offer>): PageState {
  return withSubmission(page, { offer: { ...page.submission.offer, ...change } })
}

function nextOffer(page: PageState, next: Pick<Offer, 'at'> & Partial<Offer>): PageState {
  return withOffer(page, { number: page.submission.offer.number + 1, ...next })
}

function withShown(page: PageState, shown: Partial<Shown>): PageState {
  return { ...page, shown: { ...page.shown, ...shown } }
}
