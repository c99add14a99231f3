import { reScore } from '../../features/exams/operator-acts/re-score.ts'
import { OperatorMistake } from '../../features/audit/operator-mistake.ts'
import { startReceiptSigner } from '../../signing/receipt-signer.ts'
import { deriveSecrets } from '../../config/secrets.ts'
import type { Command } from '../command.ts'
import { actLines } from '../format.ts'

export const rescore: Command = {
  takes: '--attempt ID --reason "why, in words its owner will read" [--include-late]',
  does: 'Grades a graded attempt again and appends the result as its next version; --include-late counts what is kept beside: answers given after the end or come after the close.',
  options: { attempt: { type: 'string' }, 'include-late': { type: 'boolean' } },
  operands: [0, 0],
  async run({ text, isSet, word, db, place }) {
    const attemptId = text('attempt')
    if (attemptId === null) throw new OperatorMistake('An attempt is needed: --attempt ID.')
    const { author, reason, isRehearsal } = word()
    const receipts = await startReceiptSigner(db, deriveSecrets(place.authSecret).receiptSeed)
    const request = {
      attemptId,
      reason: reason!,
      author,
      includeLate: isSet('include-late'),
      isRehearsal: isRehearsal === true,
    }
    const { version, before, after, act } = await reScore({ db, receipts }, request)
    const sentence = `Version ${version}: ${after.correct} of ${after.total} right (before: ${before.correct} of ${before.total}).`
    return { facts: { ...act, version, scores: { before, after } }, lines: actLines(sentence, act, isRehearsal) }
  },
}
