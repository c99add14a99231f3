import type { Answer } from '#contract/question.ts'
import type { Receipt } from '#contract/result.ts'
import { digest } from '../../../config/secrets.ts'

/** The content of a submission's receipt: the attempt, the time, and the digest of the accepted answers. */
export function acceptanceReceipt(attemptId: string, answers: Answer[], at: Date): Receipt {
  return { kind: 'accepted', attempt_id: attemptId, digest: digest(canonical(answers)), at: at.toISOString() }
}

/** The canonical text of answers, by the contract's rule for `Receipt.digest`: holders of receipts compute it themselves. */
export function canonical(answers: Answer[]): string {
  const rows = answers.map(({ question_id, value }) => ({ question_id, value }))
  return JSON.stringify(rows.sort((a, b) => (a.question_id < b.question_id ? -1 : 1)))
}
