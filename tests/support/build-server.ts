import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../server/app.ts'
import type { Config } from '../../server/config/config.ts'
import { usualEntrance } from '../../server/load/entrance.ts'
import { connect } from '../../server/db/connect.ts'
import { seed } from '../../server/seed/seed.ts'
import type { Services } from '../../server/services.ts'
import type { PushPolicy } from '../../server/web-push/push-door.ts'
import './cheap-passwords.ts'
import { type Filling, freshDatabase, type TestDatabase } from './database.ts'

export interface TestServer {
  app: FastifyInstance
  services: Services
  config: Config
  /** Where it listens: http://127.0.0.1:PORT. */
  origin: string
  close(): Promise<void>
}

export interface TestServerOptions extends Partial<Config> {
  /** Joins the database of another test server, as a second process of production would. */
  sharing?: TestServer
  /** Where push messages may go, in place of the public Internet. */
  pushPolicy?: PushPolicy
  /** `by hand`: the test runs the rounds, since the server's own would take up what is due. Start one such server at a time. */
  rounds?: 'own' | 'by hand'
}

/** The seeded shop, written once for all databases of a run: seeding costs 100 ms of CPU. */
const openedShop: Filling = {
  name: 'seeded',
  async fill(url) {
    const { db, pool } = connect(url)
    // This starts no whole server: a server also writes rows of its own, such as keys under its secret.
    try {
      await seed({ db, config: testConfig(url, ''), log: console } as unknown as Services, null)
    } finally {
      await pool.end()
    }
  },
}

/** Starts a whole server on a real database of its own, seeded with the shop's tests, on a free loopback port. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { sharing, pushPolicy, rounds = 'own', ...overrides } = options
  // The seeded shop names its seller, so another seller needs its own seeding. A database of the caller's own is still empty.
  const isUsual = (['seller', 'projectRoot', 'databaseUrl'] as const).every((own) => overrides[own] === undefined)
  const database = sharing === undefined ? await freshDatabase(isUsual ? openedShop : undefined) : null
  const mailFolder = await mkdtemp(path.join(tmpdir(), 'iq-mail-'))
  const config = { ...testConfig(sharing?.config.databaseUrl ?? database!.url, mailFolder), ...overrides }
  const start = () => listen(config, { database, isSeeded: isUsual, mailFolder, pushPolicy })
  return rounds === 'own' ? start() : withoutRounds(start)
}

/** The shortest round in ms. A timer that fires more often is not a round. */
const shortestRoundMs = 15_000

async function withoutRounds<T>(start: () => Promise<T>): Promise<T> {
  const usual = globalThis.setInterval
  globalThis.setInterval = ((...args: Parameters<typeof usual>) => {
    const timer = usual(...args)
    if (Number(args[1]) >= shortestRoundMs) clearInterval(timer)
    return timer
  }) as typeof usual
  try {
    return await start()
  } finally {
    globalThis.setInterval = usual
  }
}

interface OwnThings {
  /** Null if the database belongs to another server, which has seeded it. */
  database: TestDatabase | null
  isSeeded?: boolean
  mailFolder: string
  pushPolicy?: PushPolicy | undefined
}

/** Builds the app, seeds its database unless `isSeeded`, and listens. `close` removes the database and the mail folder. */
export async function listen(
  config: Config,
  { database, isSeeded = false, mailFolder, pushPolicy }: OwnThings,
): Promise<TestServer> {
  const { app, services } = await buildApp(config, pushPolicy)
  if (database && !isSeeded) await seed(services, null)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    services,
    config,
    origin,
    async close() {
      await app.close()
      await database?.drop()
      await rm(mailFolder, { recursive: true, force: true })
    },
  }
}

/** The configuration that a test server gets instead of environment variables. */
export function testConfig(databaseUrl: string, mailFolder: string): Config {
  return {
    projectRoot: path.resolve(import.meta.dirname, '../..'),
    databaseUrl,
    host: '127.0.0.1',
    port: 0,
    publicOrigin: null,
    allowedOrigins: [],
    authSecret: 'a secret of the tests that is long enough',
    production: false,
    trustedProxies: 0,
    databaseStatements: 'named',
    logLevel: 'error',
    workMode: 'auto',
    // A drawing thread would compile all generators again for each server of the tests.
    papersInThread: false,
    lateHours: 24,
    retireWorker: false,
    metrics: null,
    office: null,
    mail: { kind: 'files', folder: mailFolder },
    payment: { provider: 'sandbox', secret: 'a secret of the sandbox' },
    alarms: null,
    seller: {
      name: 'ФОП Приклад',
      address: 'Київ',
      email: 'p@iq.example',
      phone: '+380 44 000 00 00',
      taxNumber: '3012345678',
    },
    entrance: { ...usualEntrance, waiting: 100_000 },
    limitFactor: 1000,
  }
}
