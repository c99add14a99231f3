import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isAway } from './is-away.ts'
import { PatientClient } from './statement-clients.ts'

/** The database of DATABASE_URL is unreachable; the message says why and never shows the password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'

  constructor(cause: unknown) {
    super(`The database of DATABASE_URL cannot be reached: ${reasonOf(cause)}`, { cause })
  }
}

/** Milliseconds. After a power cut, database and server start together, and the database takes longer. */
const timeoutMs = 10_000

/**
 * Opens a connection whose transactions may take hours: the time-outs of a call would end a migration of millions of rows, and
 * every start would begin it again. Retries for 10 s while the database is away. @throws DatabaseUnreachable
 */
export async function openConnection(databaseUrl: string): Promise<pg.Client> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      const client = new PatientClient({ connectionString: databaseUrl, connectionTimeoutMillis: timeoutMs })
      await client.connect()
      return client
    } catch (error) {
      if (!isAway(error) || performance.now() > deadline) throw new DatabaseUnreachable(error)
      // The pause is random, or processes that lost the database together would all retry together.
      await pause(125 + Math.random() * 250)
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ERR_INVALID_URL')
    return 'it is no address like postgres://user:password@host/name'
  const advice = 'code' in error && aboutCertificates.has(String(error.code)) ? certificateAdvice : ''
  // Since version 24 Node advises an option of its own, which no database address has.
  return (error.message || error.name).replace(/; if the root CA is installed locally.*$/, '') + advice
}

/** Node's codes for an untrusted certificate. */
const aboutCertificates = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
const certificateAdvice =
  ' (sslrootcert=FILE names the authority to believe, sslmode=verify-ca asks for no host name, sslmode=require believes every certificate)'
