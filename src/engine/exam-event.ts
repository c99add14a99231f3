import type { ExamMeta, ExamStatus, SubmitReply } from '#contract/exam.ts'
import type { AnswerEvent, AnswerValue } from '#contract/question.ts'
import type { ServerWord } from './answer-book.ts'
import type { FrameNews } from './paper.ts'
import type { Refusal, Reply } from './reply.ts'

/** What came of PUT exam-answers; the clock in it is read by the runner. */
export interface SavedNews extends FrameNews, ServerWord {
  /** The attempt's state on the server: another device may have handed it in. */
  readonly state: string
}

/** What has happened, in the past tense. Time and chance arrive in here; the engine has none of its own. */
export type ExamEvent =
  | { readonly type: 'open-replied'; readonly reply: Reply<ExamMeta> }
  | { readonly type: 'build-asked' }
  | { readonly type: 'build-replied'; readonly reply: Reply<ExamStatus> }
  | { readonly type: 'paper-replied'; readonly reply: Reply<ExamMeta> }
  | { readonly type: 'paper-stored' }
  | { readonly type: 'storage-failed' }
  | { readonly type: 'begun'; readonly news: SavedNews }
  /**
   * Nobody answered within a few seconds: the server starts the clock by itself, so the person may as well begin. `now`
   * is the server's time, as well as it is known.
   */
  | { readonly type: 'begin-unanswered'; readonly now: number }
  /** The server will take no more answers for this attempt. */
  | { readonly type: 'attempt-refused'; readonly refusal: Refusal }
  /** The server has this attempt open no more, and takes no answers by its ticket. */
  | { readonly type: 'attempt-over'; readonly resultUrl: string | null }
  | { readonly type: 'answer-given'; readonly questionId: string; readonly value: AnswerValue | null }
  | { readonly type: 'answer-kept'; readonly event: AnswerEvent }
  | { readonly type: 'answer-not-kept'; readonly event: AnswerEvent }
  | { readonly type: 'answers-saved'; readonly news: SavedNews }
  | {
      readonly type: 'server-events-shown'
      readonly events: readonly AnswerEvent[]
      readonly contested: readonly AnswerEvent[]
      /** By the server's clock, milliseconds since 1970. */
      readonly saidAt: number
    }
  | { readonly type: 'taken-over'; readonly news: SavedNews }
  | { readonly type: 'question-visited'; readonly position: number }
  | { readonly type: 'flag-toggled'; readonly questionId: string }
  | { readonly type: 'writer-changed'; readonly hand: Hand }
  /** `now` is the server's time; `trusted` as `readClock` says it. */
  | { readonly type: 'clock-read'; readonly now: number; readonly trusted: boolean }
  | { readonly type: 'submit-chosen' }
  | { readonly type: 'submission-enqueued' }
  /** The server has it: work that goes on, or the result itself. */
  | { readonly type: 'submission-accepted'; readonly reply: SubmitReply }
  | { readonly type: 'submission-refused'; readonly code: string; readonly message: string }
  | { readonly type: 'already-graded' }
  | { readonly type: 'results-asked' }
  | { readonly type: 'results-wanted-again' }
  | { readonly type: 'results-replied'; readonly reply: Reply<SubmitReply> }

/** Who may write: this tab; another tab of this browser; another device that took the attempt over. */
export type Hand = 'here' | 'other-tab' | 'other-device'
