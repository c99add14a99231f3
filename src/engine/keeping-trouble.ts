import { isAcknowledged } from './acknowledged.ts'
import type { AnswerBook } from './answer-book.ts'

/**
 * Where the answers are that the browser's storage did not take. page-only: some are in no storage and not on the server,
 * so closing the page would lose them; server-only: the server has them all, this browser not.
 */
export type KeepingTrouble = 'none' | 'server-only' | 'page-only'

export function keepingTrouble(book: AnswerBook): KeepingTrouble {
  const refused = [...book.entries.values()].filter(({ keeping }) => keeping === 'refused')
  if (refused.length === 0) return 'none'
  return refused.every(isAcknowledged) ? 'server-only' : 'page-only'
}
