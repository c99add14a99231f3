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

/** All that one page knows of an attempt, in one value. `wanted` derives from it what should be under way. */
export interface PageState {
  readonly mode: Mode
  /** looking: the page reads this browser's storage · intro: this browser keeps no attempt, the person may start · running */
  readonly stage: 'looking' | 'intro' | 'running'
  readonly exam: AttemptState
  /** How often the exam entered a state that no event led to. It is part of the effects' keys, so each entry restarts them. */
  readonly entrances: number
  /**
   * Whether this tab has the writer's lock. Three things say who writes. Another tab may take this lock away. By
   * `leaseState.lease` the disk refuses all but the newest page. `exam.writer` is what the person sees, and another device
   * may change it too.
   */
  readonly isWriter: boolean
  readonly takeOvers: number

  /** The attempt's row as it should be on the disk; null before an attempt was found or begun. */
  readonly row: AttemptRow | null
  /** The row as it was last written or read. The fields in which `row` differs from it are to be written. */
  readonly rowOnDisk: AttemptRow | null
  readonly rowVersion: number
  readonly leaseState: LeaseState
  /** This browser's name, from which `leaseState.name` is made; '' before it was read. */
  readonly deviceName: string
  /** The names (`nameOf`) of other tabs' answers that this page has read from the disk. */
  readonly namesRead: ReadonlySet<string>
  readonly search: Search
  /** The start that a broken storage has interrupted; null if it interrupted a reading, or nothing. */
  readonly interrupted: { readonly startKey: string | null } | null
  readonly disk: DiskTrouble
  /** Answers of an exam that is no longer open here, which the disk has not taken yet. */
  readonly stranded: readonly StrandedAnswer[]
  /** What the server has said and the disk is to keep, each under its own number. */
  readonly toKeep: readonly KeepHeard[]
  /** The number of the last entry of `toKeep`. */
  readonly keeps: number

  readonly clock: ClockAnchor
  /** When an untrusted clock last asked for the server's time, by the monotonic clock. Milliseconds. */
  readonly doubtedAt: number
  readonly timing: Timing

  /** When this page began to ask for the attempt, by the wall clock. Milliseconds since 1970. */
  readonly openedAt: number
  readonly save: SaveRequests
  /** The call that begins the clock, or takes the attempt over on the server; null when none is under way. */
  readonly call: { readonly number: number; readonly takeOver: boolean } | null
  readonly calls: number
  /** The reading of other devices' answers: its number, and whether it is under way or pauses before it is repeated. */
  readonly remote: { readonly number: number; readonly at: 'rest' | 'reading' | 'pausing' }
  /** Set while the page asks whether the attempt is over, because the server refused its ticket. */
  readonly doubtedEnd: { readonly refusal: Refusal; readonly number: number; readonly isPausing: boolean } | null
  readonly submission: Submission
  /** How often the page left an exam with answers that the delivery is to send. */
  readonly leftBehind: number

  readonly shown: Shown
}

/** How the page comes to its attempt. `number` grows with each search, and the later search ends the earlier one. */
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
  /** answers: a memory-only page reads only the answers that other tabs have written meanwhile. */
  readonly of: 'attempt' | 'answers'
  /** The page shows the attempt already. If it does not write and this reading fails, it keeps what it shows. */
  readonly isRepeated: boolean
  /** The page then writes what the disk lacks. */
  readonly thenPutBack: boolean
  /** The disk did not answer in time, and the person was told. */
  readonly isLate: boolean
}

export interface DiskTrouble {
  /** The disk has no such attempt, or not as this page's. The page is to write it again from what it knows. */
  readonly isMissing: boolean
  /** The disk refused something a moment ago. The page offers it again when the pause is over. */
  readonly isPausing: boolean
  /** How often the disk refused something, and how often (`round`) it was offered again. */
  readonly refusals: number
  readonly round: number
  /** The `rowVersion` whose change was refused last; null before any. */
  readonly rowRefused: number | null
}

/** What a page knows of the submission of its attempt, and does for it. */
export interface Submission {
  /** The row that this page would write, with the outcome of the page's own tries; null once the disk has it. */
  readonly onPage: SubmissionRow | null
  /** The row as last read from the disk, or as another context announced it. */
  readonly written: SubmissionRow | null
  /** The row was on the disk and is gone, or cannot be read. This page still has the submission. */
  readonly isGone: boolean
  /** All tabs and the worker were told that the submission is on the disk. */
  readonly isAnnounced: boolean
  readonly offer: Offer
  readonly look: Look
}

/**
 * The rounds of a submission that only this page has. keeping: the page asks the disk to take it · sending: the disk did not,
 * so the page sends it · pausing: until the next round. `number` differs for each of these.
 */
export interface Offer {
  readonly at: 'rest' | 'keeping' | 'sending' | 'pausing'
  readonly number: number
  /** The person or the network came back: this round does not wait for the planned try. */
  readonly isWoken: boolean
  /** Whether another round follows immediately, planned or woken. */
  readonly again: 'no' | 'planned' | 'woken'
  readonly pauseMs: number
}

/** The page looks up what became of a submission that others deliver. `graded`: the grade, if this window has heard it. */
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
  /** The marks of its reply to `sent`. */
  readonly marks?: AnswersAck['marks']
  readonly sent?: AnswersAck['sent']
  /** Events that it showed, from any device. */
  readonly events?: readonly AnswerEvent[]
  /** Pauses that it has acknowledged, whether it counts them or not. */
  readonly pauses?: readonly NotedPause[]
}

/**
 * Requests to the loop that saves on the server (`save` in `control/perform.ts`), as counters, because a state holds no
 * calls. The loop lives as long as the exam is open here, and looks at each change which counter has grown.
 */
export interface SaveRequests {
  readonly changed: number
  /** How often a call became due now: the network or the person came back, the clock needs setting, a pause is to be sent. */
  readonly woken: number
  /** How often the server was asked what other devices have answered. */
  readonly asked: number
  /** The number of the last such ask that has ended, with a reply or without one. */
  readonly askEnded: number
}

export interface OpeningUnanswered {
  /** When the call was first sent. By this device's clock, milliseconds since 1970. */
  readonly since: number
  /** The server starts the clock by itself no sooner than this; null where it may run already. Same clock and unit. */
  readonly clockFrom: number | null
}

export interface Shown {
  /** The server's attempt id, or the row's `draftId` where the server gives none; null before there is a paper. */
  readonly attemptId: string | null
  /** Whether the last try reached the server; null before the first. */
  readonly reached: boolean | null
  /** When the submission, or the answers before it, are tried again, by this device's clock; null when no try has failed. */
  readonly nextTryAt: number | null
  /** The server asked for a pause: no try before this moment, whatever the person presses. */
  readonly pauseUntil: number
  /** Set once the call for the attempt got no reply and is being repeated; null before that. */
  readonly openingUnanswered: OpeningUnanswered | null
  /** When the clock began, if before this page had the questions. By the server's clock; null once the person has moved on. */
  readonly clockRanSince: number | null
  /**
   * slow: the server is there, but the network is too slow for the submission · first-try: the first try has no outcome yet ·
   * broken: this browser could not make the try.
   */
  readonly pace: 'slow' | 'first-try' | 'broken' | null
  /** Nobody answered the last try to submit. */
  readonly isUnanswered: boolean
  /** The last press to continue here, while another device writes, got no reply or a refusal that will pass. */
  readonly isTakeOverUnanswered: boolean
  /** Why the server did not take the last try to submit yet, in its own words; '' when it gave none. */
  readonly serverMessage: string
  /** Why the server does not count a pause that this device had, in its own words; '' when it counts all. */
  readonly pauseRefused: string
  /** The server's signed receipt of the work; null before that, and from a server that gives none. */
  readonly receipt: string | null
}

/** What the disk has of the attempt, as a page found it. `leaseEvents`: what the disk said of the lease meanwhile, in order. */
export type Opened =
  | { readonly kind: 'none'; readonly deviceName: string }
  /** This browser no longer has the attempt, not even as one that is over, and this page has answers of it. */
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
  /** A storage that was given up as too slow has found an attempt after all. */
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
  /** The disk has by now a running attempt that this page does not show. */
  | { readonly type: 'begun-elsewhere' }
  | { readonly type: 'beginning-failed' }
  /** The ids are for a new start, if one follows. */
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
  /** The disk has no row of the attempt. None of these answers is kept until the page puts the row back. */
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
      readonly pauses?: readonly NotedPause[]
    }
  | { readonly type: 'save-refused'; readonly refusal: Refusal; readonly pauses?: readonly NotedPause[] }
  | { readonly type: 'reached'; readonly reached: boolean }
  | { readonly type: 'next-try-planned'; readonly at: number | null; readonly pauseUntil: number }
  /** The page asks the server what other devices have answered. `asked` is the ask's number (`SaveRequests`). */
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
  /** `row` undefined: the disk does not have the row, or cannot read it. */
  | { readonly type: 'submission-read'; readonly row: SubmissionRow | undefined }
  | { readonly type: 'look-pause-over' }
  /** The person does not wait for the next planned try. */
  | { readonly type: 'delivery-requested' }
  // Other tabs, and the worker.
  | ({ readonly type: 'submission-changed'; readonly draftId: string } & SubmissionNews)
  /** The browser has closed its storage under the page, and may have emptied it. */
  | { readonly type: 'storage-closed' }
  // Time.
  | { readonly type: 'ticked' }
  | { readonly type: 'woken' }

/** `unwritten`: the row that a full disk did not take · `row`: the row as the disk has it · `graded`: the grade. */
export interface SubmissionNews {
  readonly unwritten?: SubmissionRow | undefined
  readonly row?: SubmissionRow | undefined
  readonly graded?: SubmissionReply | undefined
}

export type AppendRefusal = 'taken-over' | 'not-the-writer' | 'missing' | 'failed'

/** The reply to PUT exam-answers, as far as the machine reads it. */
export type SavedReply = Omit<SavedUpdate, 'sent' | 'broughtPauses'>

/** The state of a page that knows nothing of its attempt yet. */
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

/** Whether the exam is open or being submitted on this page. */
export function isOnThisPage(exam: AttemptState): exam is Extract<AttemptState, { phase: 'answering' | 'submitting' }> {
  return exam.phase === 'answering' || exam.phase === 'submitting'
}

/** Whether the exam is between the click that starts it and the server's reply that it has the answers. */
export function isUnderWay(stage: PageState['stage'], exam: AttemptState): boolean {
  if (stage !== 'running') return false
  return exam.phase !== 'finished' && exam.phase !== 'failed' && exam.phase !== 'no-open-attempt'
}

/** The unique name of an answer. */
export const nameOf = ({ question_id, epoch, seq, device_id }: AnswerEvent) =>
  JSON.stringify([question_id, epoch, seq, device_id])
