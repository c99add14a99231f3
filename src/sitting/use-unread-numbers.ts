import { useState } from 'react'
import { readNumber } from '#contract/number-answer.ts'
import type { AnswerValue, Question } from '#contract/question.ts'

interface UnreadNumbers {
  /** What the field of this question shows: what was typed last, also where it is no number. */
  readonly shown: AnswerValue | null
  /** What is shown is no number: no answer, so that nothing may call it saved. */
  readonly isUnread: boolean
  readonly answer: (value: AnswerValue | null) => void
}

/**
 * Stands between a question and its answer: text that is no number, where one is asked for, stays on the screen and is given
 * as no answer; what was answered before is cleared by it, for it is not in the field any more (decision 0031).
 */
export function useUnreadNumbers(
  { id, kind }: Question,
  held: AnswerValue | null,
  isReadOnly: boolean,
  give: (value: AnswerValue | null) => void,
): UnreadNumbers {
  const [unread, setUnread] = useState<ReadonlyMap<string, string>>(new Map())
  // Another device goes on: what holds is shown, and what it does not know is gone.
  if (isReadOnly && unread.size > 0) setUnread(new Map())
  const text = isReadOnly ? undefined : unread.get(id)
  const shown = text ?? held
  const answer = (value: AnswerValue | null) => {
    const isUnread = isNoNumber(kind, value)
    const next = new Map(unread)
    if (isUnread) next.set(id, String(value))
    else next.delete(id)
    if (isUnread || unread.has(id)) setUnread(next)
    if (!isUnread) give(value)
    else if (held !== null) give(null)
  }
  return { shown, isUnread: isNoNumber(kind, shown), answer }
}

function isNoNumber(kind: Question['kind'], value: AnswerValue | null): boolean {
  return kind === 'number' && typeof value === 'string' && value.trim() !== '' && readNumber(value) === undefined
}
