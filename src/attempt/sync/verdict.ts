import type { SubmissionReply } from '#contract/exam.ts'
import { isPassing, type Reply } from '../../http/reply.ts'
import { isWorking } from '../machine/is-working.ts'

/** What a reply to a submission means for its row in the outbox. */
export type Verdict =
  /** The server has it for good: the row is settled, with `result` in it; `graded` is for who waits in this window. */
  | {
      readonly verdict: 'accepted' | 'graded'
      readonly receipt: string | null
      readonly result?: SubmissionReply
      readonly graded?: SubmissionReply
    }
  /** Its ticket has ended, and nobody could show that the work is theirs: no word on the work itself. */
  | { readonly verdict: 'owners-only' }
  /**
   * The server said a final no, or that the work which it was given came to nothing (`code` is that status): the row stays,
   * visible, and its answers can be downloaded.
   */
  | { readonly verdict: 'refused'; readonly code: string; readonly message: string }
  /**
   * Nothing is known: the row stays and is sent again, not before `pause` milliseconds when the server asked for that.
   * `isSilent`: nobody answered at all; `isSlow`: the server is there, and the network was too slow for this; `said`: the server's
   * own words of why not now.
   */
  | {
      readonly verdict: 'again'
      readonly pause: number | null
      readonly isSilent?: true
      readonly isSlow?: true
      readonly said?: string
    }

/** Judges the reply to POST exam-meta. Only a reply that the contract parses settles anything. */
export function judgeSubmission(reply: Reply<SubmissionReply>): Verdict {
  if (reply.kind === 'answered') {
    const { body } = reply
    // The person's work is nowhere then but here: such an answer settles nothing (S4.20).
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
  // Submitted before the server's clock began: it begins by itself within two minutes of the paper's delivery.
  if (reply.status === 409 && reply.code === 'attempt_not_started') return { verdict: 'again', pause: null }
  return { verdict: 'refused', code: reply.code, message: reply.message }
}

/** The two statuses of a grading that brought no result (S4.20). */
const hasComeToNothing = ({ status }: SubmissionReply) => status === 'error' || status === 'expired'

const messageIn = (body: SubmissionReply) => ('message' in body ? (body.message ?? '') : '')

/** The server's reply that it has the answers; of a server that gives none beside its result, the result's own receipt. */
function acceptanceIn(body: SubmissionReply): string | null {
  const acceptance = 'acceptance' in body ? body.acceptance : null
  return acceptance ?? body.receipt ?? null
}

/**
 * Judges the reply to exam-results-status, asked before a submission without a key is sent a second time: null when the
 * server knows nothing of it, so that it may be sent.
 */
export function judgeEarlierSend(reply: Reply<SubmissionReply>): Verdict | null {
  if (reply.kind === 'answered') return hasComeToNothing(reply.body) ? null : judgeSubmission(reply)
  if (isPassing(reply) && reply.kind !== 'unreadable') return judgeSubmission(reply)
  return reply.kind === 'unreadable' && reply.status !== 404 ? { verdict: 'again', pause: null } : null
}
