import { pendingEvents } from '../engine/answer-book.ts'
import type { Answering } from '../engine/exam-phase.ts'
import { keepingTrouble } from '../engine/keeping-trouble.ts'
import type { ExamView } from './exam-view.ts'
import { useLasting } from './use-lasting.ts'

/** Answers that no server has for longer than this are in danger, and the person is told so. Milliseconds. */
const longOnDevice = 60_000
/** A storage or a server that stumbles once is tried again; the line below the question has said so already. Milliseconds. */
const stumble = 4_000

export interface WaitingAnswers {
  /** page-only: no storage has them either · device-only: for long already · not-arriving: the tries to send them fail */
  readonly kind: 'page-only' | 'device-only' | 'not-arriving'
  readonly questionIds: readonly string[]
}

/** The answers given here that the server does not have, from when on the person should know of it; null before. */
export function useWaitingAnswers(
  { book, paper, hand }: Answering,
  { reached, nextTryAt, keepsNothing }: Pick<ExamView, 'reached' | 'nextTryAt' | 'keepsNothing'>,
): WaitingAnswers | null {
  const trouble = keepingTrouble(book)
  const questionIds = pendingEvents(book).map((event) => event.question_id)
  const isWaiting = paper.frame.ticket !== null && questionIds.length > 0
  const isLong = useLasting(isWaiting, longOnDevice)
  const isFailing = useLasting(isWaiting && nextTryAt !== null, stumble)
  const isUnkept = useLasting(trouble === 'page-only', stumble)

  if (hand !== 'here') return null
  if (trouble === 'page-only' && (isUnkept || reached === false)) return { kind: 'page-only', questionIds }
  if (trouble !== 'none') return null
  if (isLong) return { kind: 'device-only', questionIds }
  return isFailing && !keepsNothing ? { kind: 'not-arriving', questionIds } : null
}
