import { takeWord, withEpoch } from './answer-book.ts'
import type { ExamEvent, SavedNews } from './exam-event.ts'
import type { Answering, ExamSession, Ready } from './exam-phase.ts'
import { withNews } from './paper.ts'
import type { Refusal } from './reply.ts'

/** The paper is stored before the clock may start; where the clock runs already, there is nothing to begin. */
export function readyAfter(session: Ready, event: ExamEvent): ExamSession {
  switch (event.type) {
    case 'storage-failed':
      return { phase: 'failed', failure: { kind: 'storage' } }
    case 'paper-stored':
      return session.paper.frame.begun && !isForeignStart(session) ? answering(session) : { ...session, stored: true }
    case 'begun':
    case 'taken-over':
      return (
        handedInElsewhere(event.news) ??
        answering({
          ...session,
          paper: { ...session.paper, frame: withNews({ ...session.paper.frame, epoch: event.news.epoch }, event.news) },
          book: takeWord(withEpoch(session.book, event.news.epoch), event.news),
        })
      )
    case 'begin-unanswered':
      return session.stored ? answering(startedBy(session, event.now)) : session
    case 'attempt-refused':
      return afterRefusal(event.refusal) ?? (session.stored ? answering(session) : session)
    case 'attempt-over':
      return { phase: 'no-open-attempt', resultUrl: event.resultUrl }
    default:
      return session
  }
}

/** The attempt was begun by another device: this one takes it over before it shows a question. */
export function isForeignStart({ paper }: Pick<Ready, 'paper'>): boolean {
  return paper.frame.begun && paper.frame.ticket !== null
}

/** Until the server names its deadline, the exam counts from now: at most two minutes too strictly. */
function startedBy(session: Ready, now: number): Ready {
  const { frame } = session.paper
  if (frame.deadlineAt !== null || frame.duration === null) return session
  return { ...session, paper: { ...session.paper, frame: { ...frame, deadlineAt: now + frame.duration } } }
}

/** The attempt was closed by another device, or by the server at the end of its time; null when it was not. */
export function handedInElsewhere({ state }: SavedNews): ExamSession | null {
  if (state === 'submitted') return { phase: 'scoring', asked: 0 }
  return state === 'graded' ? { phase: 'finished', result: null } : null
}

/** Where a refusal ends the attempt; null where it concerns one delivery only. */
export function afterRefusal({ code, message }: Refusal): ExamSession | null {
  if (code === 'already_graded') return { phase: 'finished', result: null }
  return code === 'exam_build_failed' ? { phase: 'failed', failure: { kind: 'refused', code, message } } : null
}

function answering({ paper, book }: Ready): Answering {
  return { phase: 'answering', paper, book, position: 0, flags: new Set(), hand: 'here' }
}
