import type pg from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { KnownShapes } from './features/exams/answer-shapes.ts'
import type { Attempt } from './features/exams/attempt.ts'
import type { TicketOwners } from './features/exams/ticket-owners.ts'
import type { CredentialSigner } from './credentials/credential-signer.ts'
import type { Database, Queries } from './db/connect.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { ReceiptSigner } from './receipts/receipt-signer.ts'
import type { Limiter } from './rate-limits.ts'
import type { Secrets } from './secrets.ts'
import type { PushPolicy } from './web-push/push-door.ts'
import type { SenderKey } from './web-push/sender-key.ts'

/** What every feature is given: one object made at start, nothing global. */
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
  /** What answers to the papers that are being taken may be. */
  answerShapes: KnownShapes
  /** Whose the tickets are that this process knows. */
  ticketOwners: TicketOwners
  limit: Limiter
  log: FastifyBaseLogger
  /** What this process counts. */
  metrics: Metrics
  /** A feature above the exams that has to act when one is graded, in the grade's own transaction. */
  afterGrading: ((tx: Queries, attempt: Pick<Attempt, 'userId' | 'mode'>) => Promise<void>)[]
  /** A feature above accounts that keeps something nameless of a person who is erased, before that and in its transaction. */
  beforeErasing: ((tx: Queries, userId: string) => Promise<void>)[]
  /** The address that people reach this server by; known for certain only once it listens. */
  publicOrigin: () => string
}
