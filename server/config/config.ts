import type { StatementNames } from '../db/connect.ts'
import type { EntranceLimits } from '../load/entrance.ts'

/**
 * How papers are built and graded. `auto`: inline within a budget (`build-paper.ts`), else as jobs. `job`: as jobs. `inline`:
 * inline, but an exam whose ordinary opening (`open-at-once.ts`) takes over 400 ms still waits for a job.
 */
export type WorkMode = 'auto' | 'inline' | 'job'

export interface Seller {
  name: string
  address: string
  email: string
  phone: string
  /** EDRPOU or tax number. */
  taxNumber: string
}

/** All settings of a server process, from `read-environment.ts`. */
export interface Config {
  projectRoot: string
  databaseUrl: string
  /** `unnamed`: for a pooler that gives each transaction another connection. */
  databaseStatements: StatementNames
  host: string
  /** 0 takes a free port. */
  port: number
  /** The origin for people, without a final slash: https://iq.example. Null: http on the bound address. */
  publicOrigin: string | null
  /** The API host of the served client (VITE_API_URL); absent: this server. */
  apiOrigin?: string
  /** Other origins whose pages may call the API with a Bearer. */
  allowedOrigins: string[]
  /** At least 32 characters. All keys are derived from it (`secrets.ts`). */
  authSecret: string
  production: boolean
  /** Proxies in front of this server whose X-Forwarded-For is trusted. */
  trustedProxies: number
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  workMode: WorkMode
  /** Draws papers in a thread of their own (decision 0111), if there is a second core. It must be ready in time. */
  papersInThread: false | { startTimeoutMs?: number }
  /** Hours after its deadline in which an exam may still be submitted: 0 (the grace alone) to 168. */
  lateHours: number
  /** Serves a worker that removes itself and its caches in place of the site's. */
  retireWorker: boolean
  mail: { kind: 'files'; folder: string } | { kind: 'smtp'; url: string; from: string }
  payment: PaymentConfig
  /** The provider of air-raid alarms (decision 0134); null: none, and nobody is asked for a region. */
  alarms: AlarmsConfig | null
  seller: Seller
  /** The manual's author and publisher; absent: the seller. */
  manualAuthor?: string | undefined
  manualHouse?: string | undefined
  /** The lines of calls that open something (decision 0051). */
  entrance: EntranceLimits
  /** Where this process serves its metrics, never the public address; null: nowhere. */
  metrics: MetricsConfig | null
  /** Where this process serves the back office; null: nowhere. */
  office: OfficeConfig | null
  /** Multiplies every limit of rates and load: 1 for people, more for test suites, which call from one address. */
  limitFactor: number
}

export interface OfficeConfig {
  host: string
  /** A port of its own; 0 takes a free one. */
  port: number
  /** The origin by which staff reach it, without a final slash. Null: http on the bound address. */
  origin: string | null
}

export interface MetricsConfig {
  host: string
  /** A port of its own; 0 takes a free one. */
  port: number
  /** Folders whose disks are watched: the product's, and PostgreSQL's if it is on this machine. */
  folders: string[]
  /** Milliseconds. More frequent requests get the same figures, which cost the database some statements. */
  everyMs: number
}

export type PaymentConfig =
  | { provider: 'sandbox'; secret: string }
  /** `apiUrl` (no slash at the end) replaces the provider's own address. */
  | { provider: 'liqpay'; publicKey: string; privateKey: string; apiUrl?: string }
  | { provider: 'monobank'; token: string; apiUrl?: string }

/** `apiUrl` (no slash at the end) replaces the provider's own address. */
export interface AlarmsConfig {
  provider: 'ukrainealarm' | 'alerts-in-ua'
  key: string
  apiUrl?: string
}
