import type { ExamMeta, SubmissionReply } from '#contract/exam.ts'
import type { AnswerEvent } from '#contract/question.ts'
import type { Refusal, Reply } from '../../http/reply.ts'
import type { AnswerEntry, AnswersAck } from './answers.ts'
import type { AttemptRow, Mode, SubmissionRow } from './rows.ts'
import { anchorFromOffset, type ClockAnchor, type DeviceTime } from './clock.ts'
import { type LeaseState, type LeaseEvent, noLease } from './lease.ts'
import type { Paper } from './paper.ts'
import type { NotedPause } from './pauses.ts'
import type { KeptAttempt } from './resume.ts'
import type { AttemptEvent, AttemptState, SavedUpdate } from './state.ts'
import { noTiming, type Timing } from './timing.ts'
import { initialState } from './transition.ts'

/** All that one page knows of an attempt, in one value: what should be under way follows from it (`wanted`). */
export interface PageState {
  readonly mode: Mode
  /** looking: the browser's storage is being read · intro: nothing is kept here, the person may start · running */
  readonly stage: 'looking' | 'intro' | 'running'
  readonly exam: AttemptState
  /** How often the exam was put to a state that no event led to; what is under way for it is begun again by each. */
  readonly entrances: number
  /**
   * Whether this tab has the lock of the one that writes. Three things say who writes: this, which another tab of the browser may
   * take away; `leaseState.lease`, by which the disk refuses all but the newest page; and `exam.writer`, which the person sees and which
   * another device may change as well.
   */
  readonly isWriter: boolean
  /** How often the person has taken the writing from another tab. */
  readonly takeOvers: number

  /** The attempt as this page would have it on the disk; null before one was found or begun. */
  readonly row: AttemptRow | null
  /** The same when it was last written or read: what differs is to be written. */
  readonly rowOnDisk: AttemptRow | null
  /** Counts the changes of `row`. */
  readonly rowVersion: number
  readonly leaseState: LeaseState
  /** This browser's name, of which `leaseState.name` is made; '' before it was read. */
  readonly deviceName: string
  /** The names of the answers of others that were read from the disk. */
  readonly namesRead: ReadonlySet<string>
  readonly search: Search
  /** What a broken storage has interrupted: the reading (null), or the beginning under this key. */
  readonly interrupted: { readonly startKey: string | null } | null
  readonly disk: DiskTrouble
  /** Answers of an exam that is no longer open here, which the disk has not taken so far. */
  readonly stranded: readonly StrandedAnswer[]
  /** What the server has said and the disk is to keep, by a number for each. */
  readonly toKeep: readonly KeepHeard[]
  /** How often it has said something to keep. */
  readonly keeps: number

  readonly clock: ClockAnchor
  /** The monotonic clock when a clock that cannot be trusted last asked the server. Milliseconds. */
  readonly doubtedAt: number
  readonly timing: Timing

  /** When this page began to ask for the attempt, by the wall clock. Milliseconds since 1970. */
  readonly openedAt: number
  readonly save: SaveRequests
  /** The call that begins the clock, or takes the attempt over on the server; null when none is under way. */
  readonly call: { readonly number: number; readonly takeOver: boolean } | null
  /** How often such a call was made. */
  readonly calls: number
  /** What other devices have answered is read: the number of that reading, and whether it is to be repeated. */
  readonly remote: { readonly number: number; readonly at: 'rest' | 'reading' | 'pausing' }
  /** The server took the ticket no more, and is being asked whether the attempt is over. */
  readonly doubtedEnd: { readonly refusal: Refusal; readonly number: number; readonly isPausing: boolean } | null
  readonly submission: Submission
  /** How often answers were left behind that the delivery is to send. */
  readonly leftBehind: number

  readonly shown: Shown
}

/** How the page comes to its attempt. `number`: a later way ends an earlier one. */
export type Search =
  | { readonly at: 'idle'; readonly number: number }
  | { readonly at: 'reading'; readonly number: number; readonly reading: Reading }
  | {
      readonly at: 'beginning'
      readonly number: number
      readonly startKey: string | null
      readonly draftId: string
    }

export interface Reading {
  /** answers: the page has its attempt in memory only, and reads what other tabs have written meanwhile. */
  readonly of: 'attempt' | 'answers'
  /** The page keeps what it shows: one that only looks on loses nothing by what it cannot read. */
  readonly isRepeated: boolean
  /** What the disk lacks is written afterwards. */
  readonly thenPutBack: boolean
  /** The disk has not answered in time, and the person was told. */
  readonly isLate: boolean
}

export interface DiskTrouble {
  /** The attempt is not on the disk, or not as this page's: it is to be written again from what the page knows. */
  readonly isMissing: boolean
  /** Something was refused a moment ago; nothing is offered again before the pause is over. */
  readonly isPausing: boolean
  /** How often something was refused, and how often it was offered again. */
  readonly refusals: number
  readonly round: number
  /** The `rowVersion` whose change was refused last; null before any. */
  readonly rowRefused: number | null
}

/** What a page knows of the submission of its attempt, and does for it. */
export interface Submission {
  /** As this page would write it, with the outcome of its tries from here; null once the disk has it. */
  readonly onPage: SubmissionRow | null
  /** As it was last read from the disk, or said to be there. */
  readonly written: SubmissionRow | null
  /** It was on the disk and is not any more, or cannot be read: this page still has it. */
  readonly isGone: boolean
  /** All tabs and the worker were told that it is on the disk. */
  readonly isAnnounced: boolean
  readonly offer: Offer
  readonly look: Look
}

/**
 * A submission that only this page has, in rounds. keeping: the disk is asked to take it · sending: it did not, so that it is sent
 * from here · pausing: until the next round. `number` is another one for each of these.
 */
export interface Offer {
  readonly at: 'rest' | 'keeping' | 'sending' | 'pausing'
  readonly number: number
  /** The person or the network came back: this round waits for no plan to send. */
  readonly isWoken: boolean
  /** Another round follows at once. */
  readonly again: 'no' | 'planned' | 'woken'
  /** How long it pauses. */
  readonly pauseMs: number
}

/** Others deliver what is on the disk; what became of it is looked up. `graded`: the grade that a tab of this window has heard. */
export interface Look {
  readonly at: 'rest' | 'looking' | 'pausing'
  readonly number: number
  readonly graded: SubmissionReply | undefined
}

const noSubmission: Submission = {
  onPage: null,
  written: null,
  isGone: false,
  isAnnounced: false,
  offer: { at: 'rest', number: 0, isWoken: false, again: 'no', pauseMs: 0 },
  look: { at: 'rest', number: 0, graded: undefined },
}

export interface StrandedAnswer {
  readonly event: AnswerEvent
  readonly draftId: string
  readonly lease: number
}

export interface KeepHeard {
  readonly number: number
  readonly draftId: string
  readonly heard: Heard
}

/** What the server has said of an attempt. */
export interface Heard {
  readonly paper?: Paper
  /** server − device clock, in milliseconds, when the paper came. */
  readonly clockOffset?: number
  /** What it has acknowledged in its reply to `sent`. */
  readonly marks?: AnswersAck['marks']
  readonly sent?: AnswersAck['sent']
  /** Events that it showed, from whatever device. */
  readonly events?: readonly AnswerEvent[]
  /** Pauses that it has acknowledged, counted or not. */
  readonly pauses?: readonly NotedPause[]
}

/**
 * What is asked of the loop that saves on the server, which lives as long as the exam is open here (`save` in `control/perform.ts`):
 * counters, for a state holds no calls. The loop looks at each change which of them has grown.
 */
export interface SaveRequests {
  /** How often an answer was given. */
  readonly changed: number
  /** How often the network or the person came back, or the clock needed setting. */
  readonly woken: number
  /** How often the server was asked what other devices have answered. */
  readonly asked: number
  /** The number of the last such ask that has ended, with a reply or without one. */
  readonly askEnded: number
}

export interface OpeningUnanswered {
  /** When it was sent first. By this device's clock, milliseconds since 1970. */
  readonly since: number
  /** The clock starts by itself no sooner than this; null where it may run already. Likewise. */
  readonly clockFrom: number | null
}

/** What the page shows beside the exam. */
export interface Shown {
  /** The attempt's name: the server's, or its row's where the server gives none; null before there is a paper. */
  readonly attemptId: string | null
  /** Whether the last try reached the server; null before the first. */
  readonly reached: boolean | null
  /** When the submission, or the answers before it, are tried again, by this device's clock; null when no try has failed. */
  readonly nextTryAt: number | null
  /** No try before this moment, whatever the person presses: the server asked for the pause. */
  readonly pauseUntil: number
  /** Nobody has answered the call for the attempt so far, which is being repeated; null before that. */
  readonly openingUnanswered: OpeningUnanswered | null
  /** Since when the clock ran before this page had the questions, by the server's clock; null when it did not, or is known. */
  readonly clockRanSince: number | null
  /**
   * slow: the server is there, and the network too slow for the submission · first-try: the first try has no outcome yet · broken: this
   * browser could not make the try.
   */
  readonly pace: 'slow' | 'first-try' | 'broken' | null
  /** Nobody answered the last try to submit. */
  readonly isUnanswered: boolean
  /** Nobody answered, or nobody had time for, the last press to continue here where another device writes. */
  readonly isTakeOverUnanswered: boolean
  /** Why the server did not take the last try to submit yet, in its own words; '' when it gave none. */
  readonly serverMessage: string
  /** Why the server does not count a pause that this device had, in its own words; '' when it counts all. */
  readonly pauseRefused: string
  /** The server's signed receipt of the work; null before that, and from a server that gives none. */
  readonly receipt: string | null
}

/** What the disk has of the attempt, as a page found it. `leaseEvents`: what it said of the lease meanwhile, in this order. */
export type Opened =
  | { readonly kind: 'none'; readonly deviceName: string }
  /** Not in this browser any more, not even as one that is over, and this page has answers of it. */
  | { readonly kind: 'deleted' }
  | {
      readonly kind: 'found'
      readonly deviceName: string
      readonly row: AttemptRow
      readonly kept: KeptAttempt
      readonly leaseEvents: readonly LeaseEvent[]
    }

/** What has happened to a page, in the past tense: to the exam that it shows, or to what is around it. */
export type PageEvent =
  | AttemptEvent
  | { readonly type: 'lock-changed'; readonly mayWrite: boolean }
  // The way to the attempt.
  | { readonly type: 'attempt-read'; readonly opened: Opened }
  | { readonly type: 'answers-read'; readonly entries: readonly [string, AnswerEntry][] }
  | { readonly type: 'reading-failed' }
  /** A storage that was given up has found an attempt after all. */
  | { readonly type: 'found-late'; readonly search: number }
  | { readonly type: 'storage-unanswered' }
  /** `startKey` null asks for the attempt that the server has open. */
  | {
      readonly type: 'start-chosen'
      readonly startKey: string | null
      readonly draftId: string
      readonly acceptsMemoryOnly: boolean
    }
  | { readonly type: 'attempt-begun'; readonly row: AttemptRow; readonly leaseEvents: readonly LeaseEvent[] }
  /** There is by now a running one, which this page does not show. */
  | { readonly type: 'begun-elsewhere' }
  | { readonly type: 'beginning-failed' }
  /** The ids are for a start, should one follow. */
  | { readonly type: 'try-again-chosen'; readonly startKey: string; readonly draftId: string }
  | { readonly type: 'memory-only-chosen'; readonly draftId: string }
  | { readonly type: 'take-over-chosen' }
  // The disk.
  | {
      readonly type: 'append-refused'
      readonly event: AnswerEvent
      readonly lease: number
      readonly because: AppendRefusal
    }
  | { readonly type: 'row-written'; readonly row: AttemptRow }
  | { readonly type: 'row-not-written'; readonly row: AttemptRow }
  /** Not even a part of it is there: until it is put back none of these answers is kept. */
  | { readonly type: 'row-gone'; readonly events: readonly AnswerEvent[] }
  | {
      readonly type: 'put-back'
      readonly row: AttemptRow
      readonly lease: number
      readonly events: readonly AnswerEvent[]
    }
  | { readonly type: 'put-back-failed'; readonly isGone: boolean; readonly events: readonly AnswerEvent[] }
  | { readonly type: 'heard-kept'; readonly number: number }
  | { readonly type: 'paper-not-kept' }
  | { readonly type: 'disk-pause-over' }
  /** What the disk said of the lease, whatever was being written. */
  | { readonly type: 'lease-event'; readonly event: LeaseEvent }
  // The server.
  | { readonly type: 'opening-unanswered' }
  | { readonly type: 'call-answered'; readonly reply: Reply<SavedReply> }
  | { readonly type: 'begin-timed-out' }
  | {
      readonly type: 'saved'
      readonly reply: SavedReply
      readonly sent: readonly AnswerEvent[]
      /** The pauses that the call has brought. */
      readonly pauses?: readonly NotedPause[]
    }
  | { readonly type: 'save-refused'; readonly refusal: Refusal; readonly pauses?: readonly NotedPause[] }
  | { readonly type: 'reached'; readonly reached: boolean }
  | { readonly type: 'next-try-planned'; readonly at: number | null; readonly pauseUntil: number }
  /** What other devices have answered is asked of the server; `asked` is the number of the ask (`SaveRequests`). */
  | { readonly type: 'server-asked' }
  | { readonly type: 'ask-ended'; readonly asked: number }
  /** The paper was fetched again, with the answers of all devices. */
  | { readonly type: 'remote-read'; readonly reply: Reply<ExamMeta> }
  | { readonly type: 'remote-pause-over' }
  | { readonly type: 'end-asked'; readonly reply: Reply<ExamMeta> }
  | { readonly type: 'end-pause-over' }
  // The submission.
  | { readonly type: 'submission-written' }
  | { readonly type: 'submission-not-written'; readonly because: 'not-the-writer' | 'failed' }
  | { readonly type: 'submission-tried'; readonly row: SubmissionRow }
  | { readonly type: 'submission-pause-over' }
  | { readonly type: 'submission-announced' }
  /** undefined: it is not there, or cannot be read. */
  | { readonly type: 'submission-read'; readonly row: SubmissionRow | undefined }
  | { readonly type: 'look-pause-over' }
  /** The person does not wait for the next planned try. */
  | { readonly type: 'delivery-requested' }
  // Other tabs, and the worker.
  | ({ readonly type: 'submission-changed'; readonly draftId: string } & SubmissionNews)
  /** The browser has closed its storage under the page, which it may have emptied. */
  | { readonly type: 'storage-closed' }
  // Time.
  | { readonly type: 'ticked' }
  | { readonly type: 'woken' }

/** What is said of a submission that has changed: the row, where the disk has an older one or none need read it, and the grade. */
export interface SubmissionNews {
  readonly unwritten?: SubmissionRow | undefined
  readonly row?: SubmissionRow | undefined
  readonly graded?: SubmissionReply | undefined
}

/** Why a write of an answer came to nothing. */
export type AppendRefusal = 'taken-over' | 'not-the-writer' | 'missing' | 'failed'

/** The reply to PUT exam-answers, as far as the machine reads it. */
export type SavedReply = Omit<SavedUpdate, 'sent' | 'broughtPauses'>

/** Before anything is known of the attempt. */
export function atRest(mode: Mode, device: DeviceTime): PageState {
  return {
    mode,
    stage: 'looking',
    exam: initialState(null),
    entrances: 0,
    isWriter: false,
    takeOvers: 0,
    row: null,
    rowOnDisk: null,
    rowVersion: 0,
    leaseState: noLease,
    deviceName: '',
    namesRead: new Set(),
    search: { at: 'idle', number: 0 },
    interrupted: null,
    disk: { isMissing: false, isPausing: false, refusals: 0, round: 0, rowRefused: null },
    stranded: [],
    toKeep: [],
    keeps: 0,
    clock: anchorFromOffset(0, device),
    doubtedAt: 0,
    timing: noTiming,
    openedAt: 0,
    save: { changed: 0, woken: 0, asked: 0, askEnded: 0 },
    call: null,
    calls: 0,
    remote: { number: 0, at: 'rest' },
    doubtedEnd: null,
    submission: noSubmission,
    leftBehind: 0,
    shown: {
      attemptId: null,
      reached: null,
      nextTryAt: null,
      pauseUntil: 0,
      openingUnanswered: null,
      clockRanSince: null,
      pace: null,
      isUnanswered: false,
      isTakeOverUnanswered: false,
      serverMessage: '',
      pauseRefused: '',
      receipt: null,
    },
  }
}

/** Its answers are on their way by the page itself: saved one by one, or submitted. */
export function isOnThisPage(exam: AttemptState): exam is Extract<AttemptState, { phase: 'answering' | 'submitting' }> {
  return exam.phase === 'answering' || exam.phase === 'submitting'
}

/** From the click that starts an exam to the server's reply that it has the answers. */
export function isUnderWay(stage: PageState['stage'], exam: AttemptState): boolean {
  if (stage !== 'running') return false
  return exam.phase !== 'finished' && exam.phase !== 'failed' && exam.phase !== 'no-open-attempt'
}

/** The name of an answer, unlike that of any other. */
export const nameOf = ({ question_id, epoch, seq, device_id }: AnswerEvent) =>
  JSON.stringify([question_id, epoch, seq, device_id])
