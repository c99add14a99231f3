import type pg from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/config.ts'
import type { CredentialSigner } from './signing/credential-signer.ts'
import type { Database, Queries } from './db/connect.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { ReceiptSigner } from './signing/receipt-signer.ts'
import type { Limiter } from './load/rate-limits.ts'
import type { Secrets } from './config/secrets.ts'
import type { PushPolicy } from './web-push/push-door.ts'
import type { SenderKey } from './web-push/sender-key.ts'

/**
 * What every feature is given: one object made at start, nothing global. A feature that keeps something in it for others
 * adds that here from its own file (`declare module`), so this file knows none of them.
 */
export interface Services {
  config: Config
  db: Database
  pool: pg.Pool
  /** All pools of this process, by what they are for: to be measured. */
  pools: Record<'ordinary' | 'reserved' | 'lookups', pg.Pool>
  /** Connections besides, for those who have begun (`onReserved`). */
  reserved: Database
  /** Connections besides, on which a caller of those is looked up before being let onto them (`admission.ts`). */
  lookups: Database
  secrets: Secrets
  receipts: ReceiptSigner
  credentials: CredentialSigner
  jobs: JobQueue
  pushKey: SenderKey
  /** Where push messages may go. */
  pushPolicy: PushPolicy
  limit: Limiter
  log: FastifyBaseLogger
  /** What this process counts. */
  metrics: Metrics
  /** A feature above accounts that keeps something nameless of a person who is erased, before that and in its transaction. */
  beforeErasing: ((tx: Queries, userId: string) => Promise<void>)[]
  /** The address that people reach this server by; known for certain only once it listens. */
  publicOrigin: () => string
}
