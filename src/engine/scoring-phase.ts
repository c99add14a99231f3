import type { SubmitReply } from '#contract/exam.ts'
import type { ExamEvent } from './exam-event.ts'
import type { ExamSession, Scoring } from './exam-phase.ts'
import { type ExamFailure, resultsTimeout } from './failure.ts'
import { resultAsks } from './poll-schedule.ts'
import { isMissing, isPassing, type Reply } from './reply.ts'
import { withPage } from './with-page.ts'
import { isResult, isWorking } from './submitting-phase.ts'

export function scoringAfter(session: Scoring, event: ExamEvent): ExamSession {
  switch (event.type) {
    case 'results-asked':
      return { ...session, asked: session.asked + 1 }
    case 'results-replied':
      return afterStatus(session, event.reply)
    case 'already-graded':
      return { phase: 'finished', result: null }
    default:
      return session
  }
}

/** Statuses that are neither work nor failure are the final result (S4.20). */
function afterStatus(before: Scoring, reply: Reply<SubmitReply>): ExamSession {
  const session = withPage(before, reply)
  if (isMissing(reply) || isPassing(reply)) return goOn(session)
  if (reply.kind === 'refused') return failed({ kind: 'results-failed', message: reply.message })
  if (reply.kind !== 'answered') return goOn(session)
  if (isWorking(reply.body)) return goOn(session)
  switch (reply.body.status) {
    case 'error':
      return failed({ kind: 'results-failed', message: 'message' in reply.body ? (reply.body.message ?? '') : '' })
    case 'expired':
      return failed({ kind: 'results-expired' })
    default:
      return { phase: 'finished', result: isResult(reply.body) ? reply.body : null }
  }
}

function goOn(session: Scoring): ExamSession {
  return session.asked >= resultAsks ? failed(resultsTimeout) : session
}

function failed(failure: ExamFailure): ExamSession {
  return { phase: 'failed', failure }
}
