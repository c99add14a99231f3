import { answeringAfter } from './answering-phase.ts'
import { buildingAfter, openingAfter } from './building-phase.ts'
import type { ExamEvent } from './exam-event.ts'
import type { Device, ExamSession, Failed } from './exam-phase.ts'
import { remedyFor } from './failure.ts'
import { readyAfter } from './ready-phase.ts'
import { scoringAfter } from './scoring-phase.ts'
import { submittingAfter } from './submitting-phase.ts'

/** A new exam: `startKey` is this click's key, stored before; null resumes what the server has open. */
export function startSession(startKey: string | null): ExamSession {
  return { phase: 'opening', startKey }
}

/**
 * What follows from what happened. An event that means nothing in this phase (a late reply, a click that came twice)
 * leaves the session as it is: the same object.
 */
export function transition(session: ExamSession, event: ExamEvent, device: Device): ExamSession {
  switch (session.phase) {
    case 'opening':
      return openingAfter(session, event, device)
    case 'building':
      return buildingAfter(session, event, device)
    case 'ready':
      return readyAfter(session, event)
    case 'answering':
      return answeringAfter(session, event)
    case 'submitting':
      return submittingAfter(session, event)
    case 'scoring':
      return scoringAfter(session, event)
    case 'failed':
      return failedAfter(session, event)
    case 'finished':
    case 'no-open-attempt':
      return session
  }
}

/** The answers are handed in and the asks are spent: the person may wait for another round of them. */
function failedAfter(session: Failed, event: ExamEvent): ExamSession {
  const mayAskAgain = event.type === 'results-wanted-again' && remedyFor(session.failure) === 'ask-again'
  return mayAskAgain ? { phase: 'scoring', asked: 0 } : session
}
