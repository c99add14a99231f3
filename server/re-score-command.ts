import { parseArgs } from 'node:util'
import { connect, type Database } from './db/connect.ts'
import { EmbeddedPostgresFailure } from './embedded-postgres/failure.ts'
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts'
import { reScore, ReScoreRefused } from './features/exams/re-score.ts'
import { loadLocalSecrets } from './local-secrets.ts'
import { findProjectRoot } from './project-root.ts'
import { startReceiptSigner } from './receipts/receipt-signer.ts'
import { deriveSecrets } from './secrets.ts'

const usage = `Grades a graded attempt again and appends the result as its next version.

  npm run rescore -- --attempt ID --reason "why, in words its owner will read" --author "who" [--include-late]

--include-late counts the answers that came after the attempt was closed.
DATABASE_URL and AUTH_SECRET are those of the servers; without DATABASE_URL it is the embedded database, which must not
be in use by npm start.`

/** Where the attempts are, and the secret that signs receipts. */
interface Place {
  databaseUrl: string
  authSecret: string
  leave: () => Promise<void>
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      attempt: { type: 'string' },
      reason: { type: 'string' },
      author: { type: 'string' },
      'include-late': { type: 'boolean', default: false },
    },
  })
  const { attempt, reason, author } = values
  if (attempt === undefined || reason === undefined || author === undefined) throw new ReScoreRefused(usage)

  const place = await findPlace()
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
}

function signer(db: Database, { authSecret }: Place) {
  return startReceiptSigner(db, deriveSecrets(authSecret).receiptSeed)
}

async function findPlace(): Promise<Place> {
  const { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret } = process.env
  if (databaseUrl) {
    if (!authSecret || authSecret.length < 32) throw new ReScoreRefused('AUTH_SECRET of the servers is needed as well.')
    return { databaseUrl, authSecret, leave: async () => undefined }
  }
  const projectRoot = findProjectRoot()
  const embedded = await startEmbeddedPostgres({ projectRoot, log: (line) => console.error(line) })
  return {
    databaseUrl: embedded.url,
    authSecret: loadLocalSecrets(projectRoot).authSecret,
    leave: () => embedded.stop(),
  }
}

run().catch((error: unknown) => {
  const isClear = error instanceof ReScoreRefused || error instanceof EmbeddedPostgresFailure || isUnknownOption(error)
  console.error(isClear ? `✗ ${error.message}` : error)
  process.exitCode = 1
})

function isUnknownOption(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
