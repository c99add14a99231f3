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

/** The dependencies of every feature. A feature adds members in its own file (`declare module`), so this one knows no feature. */
export interface Services {
  config: Config
  db: Database
  pool: pg.Pool
  /** The pools that metrics measure. The job queue has one more pool of its own. */
  pools: Record<'ordinary' | 'reserved' | 'lookups', pg.Pool>
  /** Connections for reserved calls alone (`onReserved`). */
  reserved: Database
  /** Connections that look up the callers of reserved calls (`admission.ts`). */
  lookups: Database
  secrets: Secrets
  receipts: ReceiptSigner
  credentials: CredentialSigner
  jobs: JobQueue
  pushKey: SenderKey
  pushPolicy: PushPolicy
  limit: Limiter
  log: FastifyBaseLogger
  metrics: Metrics
  /** Functions that an erasure calls first, in its transaction: features keep nameless data of the person. */
  beforeErasing: ((tx: Queries, userId: string) => Promise<void>)[]
  /** The origin by which people reach this server. It is certain only once the server listens. */
  publicOrigin: () => string
}
