import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isAway } from './is-away.ts'
import { PatientClient } from './statement-clients.ts'

/** DATABASE_URL leads to no database that lets us in; the message says why and never shows the address's password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'

  constructor(cause: unknown) {
    super(`The database of DATABASE_URL cannot be reached: ${reasonOf(cause)}`, { cause })
  }
}

/** Milliseconds. After a power cut database and server start together, and the database takes its time. */
const timeoutMs = 10_000

/**
 * A connection of its own, whose transactions may take hours: a migration of millions of rows that the time-outs of a call
 * ended would be begun again, and ended again, at every start. A database that is away or only starting is asked again for
 * 10 s. @throws DatabaseUnreachable
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
      // At random, or processes that lost the database together would knock together.
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
  // From 24 on Node advises an option of its own, which no address of a database has.
  return (error.message || error.name).replace(/; if the root CA is installed locally.*$/, '') + advice
}

/** What Node says of a certificate that it does not believe. */
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
