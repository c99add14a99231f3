import {
  giveAnswer,
  noteKeeping,
  pendingEvents,
  takeContested,
  takeServerEvents,
  takeWord,
  withEpoch,
} from './answer-book.ts'
import type { ExamEvent, SavedNews } from './exam-event.ts'
import type { Answering, ExamSession, Submitting } from './exam-phase.ts'
import { withNews } from './paper.ts'
import { afterRefusal, handedInElsewhere } from './ready-phase.ts'

export function answeringAfter(session: Answering, event: ExamEvent): ExamSession {
  switch (event.type) {
    case 'answer-given':
      return mayWrite(session) && hasQuestion(session, event.questionId)
        ? { ...session, book: giveAnswer(session.book, event.questionId, event.value) }
        : session
    case 'answer-kept':
      return { ...session, book: noteKeeping(session.book, event.event, 'kept') }
    case 'answer-not-kept':
      return { ...session, book: noteKeeping(session.book, event.event, 'refused') }
    case 'begun':
    case 'answers-saved':
      return handedInElsewhere(event.news) ?? afterNews(session, event.news)
    case 'attempt-refused':
      return afterRefusal(event.refusal) ?? session
    case 'attempt-over':
      return session.hand === 'other-tab' ? session : over(session, event.resultUrl)
    case 'server-events-shown':
      return {
        ...session,
        book: takeContested(takeServerEvents(session.book, event.events), event.contested, event.saidAt),
      }
    case 'taken-over':
      return handedInElsewhere(event.news) ?? takenOver(session, event.news)
    case 'question-visited':
      return { ...session, position: within(event.position, session.paper.questions.length) }
    case 'flag-toggled':
      return { ...session, flags: toggled(session.flags, event.questionId) }
    case 'writer-changed':
      return event.hand === session.hand ? session : { ...session, hand: event.hand }
    case 'clock-read':
      return isOver(session, event.now, event.trusted) ? closed(session, 'deadline') : session
    case 'submit-chosen':
      return mayWrite(session) ? closed(session, 'chosen') : session
    case 'already-graded':
      return { phase: 'finished', result: null }
    default:
      return session
  }
}

function mayWrite(session: Answering): boolean {
  return session.hand === 'here'
}

/** The deadline ends the exam only by a clock that can be trusted, and only in the tab that writes. */
function isOver(session: Answering, now: number, trusted: boolean): boolean {
  const { deadlineAt } = session.paper.frame
  return deadlineAt !== null && trusted && now >= deadlineAt && mayWrite(session)
}

/** An epoch above ours: another device has taken the attempt over since. */
function afterNews(session: Answering, news: SavedNews): Answering {
  return {
    ...session,
    paper: { ...session.paper, frame: withNews(session.paper.frame, news) },
    book: takeWord(session.book, news),
    hand: news.epoch > session.book.epoch && session.hand === 'here' ? 'other-device' : session.hand,
  }
}

function takenOver(session: Answering, news: SavedNews): Answering {
  const frame = withNews({ ...session.paper.frame, epoch: news.epoch }, news)
  return {
    ...session,
    paper: { ...session.paper, frame },
    book: takeWord(withEpoch(session.book, news.epoch), news),
    hand: 'here',
  }
}

function closed({ paper, book }: Answering, because: Submitting['because']): Submitting {
  return { phase: 'submitting', paper, book, because, enqueued: false }
}

/**
 * What the server does not have goes to it as a hand-in, which the attempt's key names after the ticket's end too: it grades
 * nothing a second time, and keeps these answers beside the graded ones.
 */
function over(session: Answering, resultUrl: string | null): ExamSession {
  const isAllThere = pendingEvents(session.book).length === 0
  return isAllThere ? { phase: 'no-open-attempt', resultUrl } : closed(session, 'deadline')
}

function hasQuestion(session: Answering, questionId: string): boolean {
  return session.paper.questions.some(({ id }) => id === questionId)
}

function within(position: number, count: number): number {
  return Math.min(Math.max(Math.trunc(position), 0), count - 1)
}

function toggled(flags: ReadonlySet<string>, questionId: string): ReadonlySet<string> {
  const next = new Set(flags)
  if (!next.delete(questionId)) next.add(questionId)
  return next
}
