import type { ExamSession } from '../engine/exam-phase.ts'
import { startSession } from '../engine/exam-session.ts'

/** What the page shows of an exam. */
export interface ExamView {
  /** looking: the browser's storage is being read · intro: nothing is kept here, the person may start · running */
  readonly stage: 'looking' | 'intro' | 'running'
  readonly session: ExamSession
  /** The attempt's name: the server's, or its draft's where the server gives none; null before there is a paper. */
  readonly attemptId: string | null
  /** Whether this tab is the one that writes. */
  readonly isWriter: boolean
  /** Whether the last try reached the server; null before the first. */
  readonly reached: boolean | null
  /** When the submission, or the answers before it, are tried again, by this device's clock; null when no try has failed. */
  readonly nextTryAt: number | null
  /** No try before this moment, whatever the person wishes: the server asked for the pause. */
  readonly heldUntil: number
  /** Nobody answered the last try to hand in. */
  readonly isUnanswered: boolean
  /** Why the server did not take the last try to hand in yet, in its own words; '' when it gave none. */
  readonly said: string
  /** The person went on although the browser kept nothing of this attempt; false again as soon as it does. */
  readonly keepsNothing: boolean
  /** The server's final no to a submission that only this page has; null when there is none. */
  readonly unkeptRefusal: string | null
  /** The server's signed word that it has the work; null before that, and from a server that gives none. */
  readonly receipt: string | null
  /** The browser did not keep the last submission; it stays in this page until it does. */
  readonly isUnkept: boolean
}

/** Before anything is known of the exam. */
export const atRest: ExamView = {
  stage: 'looking',
  session: startSession(null),
  attemptId: null,
  isWriter: false,
  reached: null,
  nextTryAt: null,
  heldUntil: 0,
  keepsNothing: false,
  unkeptRefusal: null,
  receipt: null,
  isUnkept: false,
  isUnanswered: false,
  said: '',
}
