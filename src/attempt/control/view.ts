import type { Answering, AttemptState, Submitting } from '../machine/state.ts'
import { initialState } from '../machine/transition.ts'

export interface OpeningUnanswered {
  /** When it was sent first. By this device's clock, milliseconds since 1970. */
  readonly since: number
  /** The clock starts by itself no sooner than this; null where it may run already. Likewise. */
  readonly clockFrom: number | null
}

/** What the page shows of an exam. */
export interface AttemptView {
  /** looking: the browser's storage is being read · intro: nothing is kept here, the person may start · running */
  readonly stage: 'looking' | 'intro' | 'running'
  readonly state: AttemptState
  /** The attempt's name: the server's, or its row's where the server gives none; null before there is a paper. */
  readonly attemptId: string | null
  /** Whether this tab is the one that writes. */
  readonly isWriter: boolean
  /** Whether the last try reached the server; null before the first. */
  readonly reached: boolean | null
  /** When the submission, or the answers before it, are tried again, by this device's clock; null when no try has failed. */
  readonly nextTryAt: number | null
  /** No try before this moment, whatever the person presses: the server asked for the pause. */
  readonly heldUntil: number
  /** Nobody has answered the call for the attempt so far, which is being repeated; null before that. */
  readonly openingUnanswered: OpeningUnanswered | null
  /** Since when the clock ran before this page had the questions, by the server's clock; null when it did not, or is known. */
  readonly clockRanSince: number | null
  /** slow: the server is there, and the network too slow for the submission · first-try: nothing has come of the first try yet. */
  readonly pace: 'slow' | 'first-try' | null
  /** Nobody answered the last try to submit. */
  readonly isUnanswered: boolean
  /** Why the server did not take the last try to submit yet, in its own words; '' when it gave none. */
  readonly said: string
  /** The person went on although the browser kept nothing of this attempt; false again as soon as it does. */
  readonly isMemoryOnly: boolean
  /** The server's final no to a submission that only this page has; null when there is none. */
  readonly memoryOnlyRefusal: string | null
  /** The server's signed receipt of the work; null before that, and from a server that gives none. */
  readonly receipt: string | null
  /** The browser did not keep the last submission; it stays in this page until it does. */
  readonly isSubmissionInMemory: boolean
}

/** Before anything is known of the exam. */
export const atRest: AttemptView = {
  stage: 'looking',
  state: initialState(null),
  attemptId: null,
  isWriter: false,
  reached: null,
  nextTryAt: null,
  heldUntil: 0,
  isMemoryOnly: false,
  memoryOnlyRefusal: null,
  openingUnanswered: null,
  clockRanSince: null,
  receipt: null,
  isSubmissionInMemory: false,
  pace: null,
  isUnanswered: false,
  said: '',
}

/** The same of another state. What is shown of a submission that only this page has follows from that; after it, how it went. */
export function atState(view: AttemptView, state: AttemptState): AttemptView {
  if (state.phase === 'finished') return { ...view, state }
  const inMemory = state.phase === 'submitting' ? state.inMemory : undefined
  return { ...view, state, isSubmissionInMemory: inMemory !== undefined, memoryOnlyRefusal: inMemory?.refusal ?? null }
}

/** From the click that starts an exam to the server's reply that it has the answers. */
export function isUnderWay({ stage, state }: AttemptView): boolean {
  if (stage !== 'running') return false
  return state.phase !== 'finished' && state.phase !== 'failed' && state.phase !== 'no-open-attempt'
}

/** Its answers are on their way by the page itself: saved one by one, or submitted. */
export function isOnThisPage(state: AttemptState): state is Answering | Submitting {
  return state.phase === 'answering' || state.phase === 'submitting'
}
