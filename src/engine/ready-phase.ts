import { takeMarks, withEpoch } from './answer-book.ts'
import type { ExamEvent } from './exam-event.ts'
import type { Answering, ExamSession, Ready } from './exam-session.ts'
import { withNews } from './paper.ts'

/** The paper is stored before the clock may start; where the clock runs already, there is nothing to begin. */
export function readyAfter(session: Ready, event: ExamEvent): ExamSession {
  switch (event.type) {
    case 'storage-failed':
      return { phase: 'failed', failure: { kind: 'storage' } }
    case 'paper-stored':
      return session.paper.frame.begun && !isForeignStart(session) ? answering(session) : { ...session, stored: true }
    case 'begun':
      return answering({
        ...session,
        paper: { ...session.paper, frame: withNews({ ...session.paper.frame, epoch: event.news.epoch }, event.news) },
        book: takeMarks(withEpoch(session.book, event.news.epoch), event.news.marks),
      })
    case 'begin-unanswered':
      return session.stored ? answering(session) : session
    case 'already-graded':
      return { phase: 'finished', result: null }
    default:
      return session
  }
}

/** The attempt was begun by another device: this one takes it over before it shows a question. */
export function isForeignStart({ paper }: Pick<Ready, 'paper'>): boolean {
  return paper.frame.begun && paper.frame.ticket !== null
}

function answering({ paper, book }: Ready): Answering {
  return { phase: 'answering', paper, book, position: 0, flags: new Set(), hand: 'here' }
}
