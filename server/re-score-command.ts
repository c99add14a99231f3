import { parseArgs } from 'node:util'
import { connect, type Database } from './db/connect.ts'
import { reScore } from './features/exams/re-score.ts'
import { OperatorMistake } from './operator-mistake.ts'
import { findOperatorPlace, type OperatorPlace, runCommand } from './operator-place.ts'
import { startReceiptSigner } from './receipts/receipt-signer.ts'
import { deriveSecrets } from './secrets.ts'

const usage = `Grades a graded attempt again and appends the result as its next version.

  npm run rescore -- --attempt ID --reason "why, in words its owner will read" --author "who" [--include-late]

--include-late counts the answers that came after the attempt was closed.
DATABASE_URL and AUTH_SECRET are those of the servers; without DATABASE_URL it is the embedded database, which must not
be in use by npm start.`

runCommand(async () => {
  const { values } = parseArgs({
    options: {
      attempt: { type: 'string' },
      reason: { type: 'string' },
      author: { type: 'string' },
      'include-late': { type: 'boolean', default: false },
    },
  })
  const { attempt, reason, author } = values
  if (attempt === undefined || reason === undefined || author === undefined) throw new OperatorMistake(usage)

  const place = await findOperatorPlace()
  const { db, pool } = connect(place.databaseUrl, 2)
  try {
    const request = { attemptId: attempt, reason, author, includeLate: values['include-late'] }
    const { version, before, after } = await reScore({ db, receipts: await signer(db, place) }, request)
    console.log(
      `Version ${version}: ${after.correct} of ${after.total} right (before: ${before.correct} of ${before.total}).`,
    )
  } finally {
    await pool.end()
    await place.leave()
  }
})

function signer(db: Database, { authSecret }: OperatorPlace) {
  return startReceiptSigner(db, deriveSecrets(authSecret).receiptSeed)
}
