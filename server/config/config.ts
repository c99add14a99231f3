import type { StatementNames } from '../db/connect.ts'
import type { EntranceLimits } from '../load/entrance.ts'

/**
 * How build and scoring run: `auto` inline while they fit into their budget (`build-paper.ts`) and as jobs otherwise;
 * the others force one way.
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

/** All settings of a server process; nothing else reads the environment. */
export interface Config {
  projectRoot: string
  databaseUrl: string
  /** unnamed: for a pooler that gives each transaction another connection, and knows no named statements. */
  databaseStatements: StatementNames
  host: string
  /** 0 takes a free port. */
  port: number
  /** Where people reach this server, without a slash at the end: https://iq.example. Null: http on the bound address. */
  publicOrigin: string | null
  /** The API host that the served client was built for (VITE_API_URL); absent when that is this server. */
  apiOrigin?: string
  /** Origins besides our own whose pages may call the API with a Bearer. */
  allowedOrigins: string[]
  /** At least 32 characters; access tokens, refresh tokens, tickets and the receipts' key are derived from it. */
  authSecret: string
  production: boolean
  /** Proxies in front of this server whose X-Forwarded-For is believed. */
  trustedProxies: number
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  workMode: WorkMode
  /** Papers are drawn in a thread of their own (decision 0111): where there is a second core for it. */
  papersInThread: boolean
  /** How long after its deadline an exam may still be submitted, in hours: 0 (the grace alone) to 168. */
  lateHours: number
  /** Serve the worker that removes itself and its caches in place of the site's. */
  retireWorker: boolean
  mail: { kind: 'files'; folder: string } | { kind: 'smtp'; url: string; from: string }
  payment: PaymentConfig
  /** Who tells of air-raid alarms (decision 0134); null: nobody, and nobody is asked for a region. */
  alarms: AlarmsConfig | null
  seller: Seller
  /** Who wrote the manual of the tests, and under which name it is published; absent: the seller. */
  manualAuthor?: string | undefined
  manualHouse?: string | undefined
  /** Those who would begin, and how they wait (decision 0051). */
  entrance: EntranceLimits
  /** Where this process tells its metrics; null: nowhere. Never the public address. */
  metrics: MetricsConfig | null
  /** Multiplies every limit of rates and load; 1 for people, more for test suites that come from one address and machine. */
  limitFactor: number
}

export interface MetricsConfig {
  host: string
  /** A port of its own; 0 takes a free one. */
  port: number
  /** Folders whose disks are watched: that of the product, and where it is on this machine that of PostgreSQL. */
  folders: string[]
  /** Milliseconds. Anyone who asks more often is told the same: it costs the database some statements. */
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
