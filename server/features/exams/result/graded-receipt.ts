import type { PauseOfResult } from '#contract/pause.ts'
import type { Receipt, Result, Score } from '#contract/result.ts'
import { digest } from '../../../config/secrets.ts'
import { givenAfterEnd, type StoredEvent } from '../answers/answer-events.ts'

interface Graded {
  correct: number
  total: number
  score: unknown
  durationSeconds: number
  elapsedSeconds: number
  late: Result['late']
  pauses?: PauseOfResult[]
}

/**
 * The content of a grade's receipt: the digest of all that was graded, and the figures in plain text, so that a person can
 * read what was signed. How late the work came is one of them. `more`: what a re-score or answers after the end add.
 */
export function gradedReceipt(attemptId: string, graded: Graded, at: Date, more: Partial<Receipt> = {}): Receipt {
  const { correct, total, late, pauses } = graded
  const score = graded.score as Score | null
  return {
    kind: 'graded',
    attempt_id: attemptId,
    digest: digest(JSON.stringify(graded)),
    at: at.toISOString(),
    version: 1,
    correct,
    total,
    ...(score !== null && figuresOf(score)),
    duration_seconds: graded.durationSeconds,
    elapsed_seconds: graded.elapsedSeconds,
    ...(late != null && { late }),
    ...(pauses !== undefined && { pauses }),
    ...more,
  }
}

function figuresOf({ iq, low, high, iq_open: open, low_open: isLowOpen, high_open: isHighOpen }: Score) {
  return {
    iq,
    low,
    high,
    ...(open != null && { iq_open: open }),
    ...(isLowOpen === true && { low_open: true }),
    ...(isHighOpen === true && { high_open: true }),
  }
}

/** How many answers a grade leaves out because they were given after the end; nothing if there are none. */
export function notCounted(stored: readonly StoredEvent[]): Pick<Receipt, 'after_end'> {
  const afterEnd = givenAfterEnd(stored)
  return afterEnd > 0 ? { after_end: afterEnd } : {}
}

/** Whether the result of this receipt counts answers after the close. Only a re-score by an operator does. */
export function countedLate(receipt: string): boolean {
  const payload = Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(payload) as Partial<Receipt>).include_late === true
}
