import { mendKey } from '../../features/operator/mend-key.ts'
import { startReceiptSigner } from '../../signing/receipt-signer.ts'
import { deriveSecrets } from '../../config/secrets.ts'
import type { Command } from '../command.ts'
import { plural } from '../format.ts'

export const mend: Command = {
  takes: 'REPORT --right VALUE --explanation "чому" --reason "why, in words its holders will read"',
  does: 'Mends the key of a reported item in every paper that holds it and grades those papers again; each holder is told. --right is the place of an option as drawn, or a number; several times where any will do.',
  options: { right: { type: 'string', multiple: true }, explanation: { type: 'string' } },
  operands: [1, 1],
  async run({ operands: [reportId], texts, text, word, db, place, say }) {
    const said = word()
    const receipts = await startReceiptSigner(db, deriveSecrets(place.authSecret).receiptSeed)
    say('Looking through all papers …')
    const mending = { reportId: reportId!, right: texts('right'), explanation: text('explanation') ?? '' }
    const mended = await mendKey({ db, receipts }, said, mending)
    const { papers, graded, changed } = mended
    return {
      facts: mended,
      lines: [
        `${plural(papers, 'paper')} mended, ${graded} of them graded again, ${changed} with another number of right answers.`,
        ...(said.isRehearsal === true ? ['Only rehearsed (--dry-run): nothing was written.'] : []),
      ],
    }
  },
}
