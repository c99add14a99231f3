import { buildTimeoutSeconds } from './schedule.ts'
import { isPassing, type Reply } from '../../http/reply.ts'

/** Why an exam cannot continue. The screen makes the sentence; `message` is the server's own, or ''. */
export type AttemptFailure =
  | { readonly kind: 'build-failed'; readonly message: string }
  | { readonly kind: 'build-expired' }
  | { readonly kind: 'build-timeout'; readonly seconds: number }
  /** A page in place of the exam. */
  | { readonly kind: 'html' }
  | { readonly kind: 'network' }
  /**
   * The server will not open this exam: foreign, unpaid, no attempts left. `isPassing`: it may open it later (too many
   * calls, an ended session, an error of the server).
   */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly isPassing?: true }
  /** The browser keeps nothing, so an exam begun here could be lost. */
  | { readonly kind: 'storage' }
  /** The server finally refused the submission: it is kept, and a person must decide. */
  | { readonly kind: 'needs-attention'; readonly code: string; readonly message: string }

export const buildTimeout: AttemptFailure = { kind: 'build-timeout', seconds: buildTimeoutSeconds() }

/** The failure of a call that a person waits for. */
export function failureOf(reply: Exclude<Reply<never>, { kind: 'answered' }>): AttemptFailure {
  if (reply.kind === 'silence') return { kind: 'network' }
  if (reply.kind === 'unreadable') return { kind: 'html' }
  const { code, message } = reply
  return { kind: 'refused', code, message, ...(isPassing(reply) ? { isPassing: true } : {}) }
}

/**
 * What can be done about a failure. start-again: the attempt is over and the server gives it back, so a new start_key opens
 * another · same-again: the same start_key asks for the same attempt, which may well exist · download: a person must look at
 * what is kept here · leave: nothing, here.
 */
export type Remedy = 'start-again' | 'same-again' | 'download' | 'leave'

export function remedyFor(failure: AttemptFailure): Remedy {
  switch (failure.kind) {
    case 'network':
    case 'html':
    case 'storage':
      return 'same-again'
    case 'needs-attention':
      return 'download'
    case 'refused':
      // A refusal without a code may be a gateway's, and say nothing of the exam.
      if (failure.isPassing === true || failure.code === '') return 'same-again'
      return failure.code === 'exam_build_failed' ? 'start-again' : 'leave'
    default:
      return 'start-again'
  }
}
