import type { Result } from '#contract/result.ts'
import type { Answers, AnswersAck } from './answers.ts'
import type { AttemptFailure } from './failures.ts'
import type { AttemptInfoUpdate, Paper } from './paper.ts'
import type { NotedPause } from './pauses.ts'
import type { ExamMeta, ExamStatus, SubmitReply } from '#contract/exam.ts'
import type { AnswerEvent, AnswerValue } from '#contract/question.ts'
import type { Refusal, Reply } from '../../http/reply.ts'

/** A request for the paper is under way. `startKey` null asks for the attempt that is open already. */
export interface Opening {
  readonly phase: 'opening'
  readonly startKey: string | null
}

/** The server composes the paper. `asked` counts the asks that were sent; `cacheKey` says that the paper can be fetched. */
export interface Building {
  readonly phase: 'building'
  readonly asked: number
  readonly cacheKey: string | null
  readonly progress: number | null
  /** The last ask was answered by a page in place of JSON. */
  readonly isPage?: boolean
}

/** The paper is here, and its clock does not run. The page first stores the paper, then asks the server to begin. */
export interface Ready {
  readonly phase: 'ready'
  readonly paper: Paper
  readonly answers: Answers
  readonly stored: boolean
}

export interface Answering {
  readonly phase: 'answering'
  readonly paper: Paper
  readonly answers: Answers
  readonly position: number
  readonly flags: ReadonlySet<string>
  readonly writer: Writer
}

/** The attempt is closed. `enqueued`: the bytes to send are on the disk, so no later failure can lose them. */
export interface Submitting {
  readonly phase: 'submitting'
  readonly paper: Paper
  readonly answers: Answers
  readonly because: 'chosen' | 'deadline'
  readonly enqueued: boolean
  /** Set while only this page has the submission, and sends it. `refusal`: the server's final refusal of it. */
  readonly inMemory?: { readonly refusal: string | null } | undefined
}

/** The server has the work, and the page of the result continues. The result is null where that page has to ask for it. */
export interface Finished {
  readonly phase: 'finished'
  readonly result: Result | null
  /** The server has only said that it grades: the page of the result waits. */
  readonly isInWork?: true
}

/** The server has no attempt to open here; a result may exist. */
export interface NoOpenAttempt {
  readonly phase: 'no-open-attempt'
  readonly resultUrl: string | null
}

export interface Failed {
  readonly phase: 'failed'
  readonly failure: AttemptFailure
}

export type AttemptState = Opening | Building | Ready | Answering | Submitting | Finished | NoOpenAttempt | Failed

/** What a transition must know besides the state: the device_id of the answers that are given here. */
export interface Device {
  readonly deviceId: string
}

/** The reply to PUT exam-answers, with the changes that it answers; `server_time` sets the clock of the page (`hearSaved`). */
export interface SavedUpdate extends AttemptInfoUpdate, AnswersAck {
  /** The attempt's state on the server: another device may have submitted it. */
  readonly state: string
  readonly broughtPauses?: readonly NotedPause[]
}

/** What has happened, in the past tense. Time and chance arrive in here; the machine has none of its own. */
export type AttemptEvent =
  | { readonly type: 'open-replied'; readonly reply: Reply<ExamMeta> }
  | { readonly type: 'build-asked' }
  | { readonly type: 'build-replied'; readonly reply: Reply<ExamStatus> }
  | { readonly type: 'paper-replied'; readonly reply: Reply<ExamMeta> }
  | { readonly type: 'paper-stored' }
  | { readonly type: 'storage-failed' }
  | { readonly type: 'begun'; readonly update: SavedUpdate }
  /** Nobody answered within a few seconds: the exam may begin, for the server starts the clock by itself. `now`: its time. */
  | { readonly type: 'begin-unanswered'; readonly now: number }
  /** The server will take no more answers for this attempt. */
  | { readonly type: 'attempt-refused'; readonly refusal: Refusal }
  /** The server no longer has this attempt open, and takes no answers by its ticket. */
  | { readonly type: 'attempt-over'; readonly resultUrl: string | null }
  | { readonly type: 'answer-given'; readonly questionId: string; readonly value: AnswerValue | null }
  /** Its opposite is 'append-refused' (`page-state.ts`): the page notes why, and when to offer it again. */
  | { readonly type: 'answer-kept'; readonly event: AnswerEvent }
  | { readonly type: 'answers-saved'; readonly update: SavedUpdate }
  | {
      readonly type: 'server-events-shown'
      readonly events: readonly AnswerEvent[]
      readonly contested: readonly AnswerEvent[]
      /** By the server's clock, milliseconds since 1970. */
      readonly serverTime: number
    }
  | { readonly type: 'taken-over'; readonly update: SavedUpdate }
  | { readonly type: 'question-visited'; readonly position: number }
  | { readonly type: 'flag-toggled'; readonly questionId: string }
  | { readonly type: 'writer-changed'; readonly writer: Writer }
  /** `now` is the server's time; `trusted` as in `readClock`. */
  | { readonly type: 'clock-read'; readonly now: number; readonly trusted: boolean }
  /** `now` is the server's time; `name` is the pause's unique name. */
  | { readonly type: 'pause-chosen'; readonly name: string; readonly cause: NotedPause['cause']; readonly now: number }
  | { readonly type: 'pause-ended'; readonly now: number }
  /** The server counts none of these. */
  | { readonly type: 'pauses-refused'; readonly pauses: readonly NotedPause[] }
  | { readonly type: 'submit-chosen' }
  | { readonly type: 'submission-enqueued' }
  | { readonly type: 'submission-not-kept' }
  /** The server has the submission: work in progress, or the result itself. */
  | { readonly type: 'submission-accepted'; readonly reply: SubmitReply }
  /** `isInMemory`: only this page has the answers, so it stays and keeps offering them. */
  | {
      readonly type: 'submission-refused'
      readonly code: string
      readonly message: string
      readonly isInMemory?: boolean
    }
  /** `result`: set if this window heard the reply that brought it. */
  | { readonly type: 'already-graded'; readonly result?: Result | null }

/** Who may write: this tab; another tab of this browser; another device that took the attempt over. */
export type Writer = 'here' | 'other-tab' | 'other-device'

/**
 * Whether an attempt is over after the server refused its ticket, by the reply to GET exam-meta (without a start_key). Null
 * if it is open, or nobody can tell. A ticket alone says too little: the server may refuse one in the middle of an exam.
 */
export function overBy(reply: Reply<ExamMeta>, attemptId: string | null): AttemptEvent | null {
  if (reply.kind === 'refused') {
    // The server gives out an open attempt before it checks anything else of the purchase: every 409 says that there is none.
    return reply.status === 409 ? { type: 'attempt-over', resultUrl: reply.resultUrl } : null
  }
  const open = reply.kind === 'answered' ? reply.body.attempt : null
  return open == null || open.id === attemptId ? null : { type: 'attempt-over', resultUrl: null }
}
