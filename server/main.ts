import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { buildOffice, firstOwnersLink } from './office/build-office.ts'
import { printBanner } from './start/banner.ts'
import type { Config } from './config/config.ts'
import { encryptedAddress } from './db/encrypted-address.ts'
import { migrate } from './db/migrate.ts'
import { startStep } from './db/start-step.ts'
import { EmbeddedPostgresFailure } from '../embedded-postgres/failure.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts'
import { bind, listen } from './start/listen.ts'
import { demoEmail, loadLocalSecrets } from './config/local-secrets.ts'
import { findProjectRoot } from './config/project-root.ts'
import { readEnvironment, wantsEmbedded } from './config/read-environment.ts'
import { rememberAssets } from './plugins/built-assets.ts'
import { seed } from './seed/seed.ts'
import { linesOf } from './start/start-failure.ts'

/** Milliseconds that a stop gives to calls and jobs that still run. */
const stopTimeoutMs = 10_000
/** Milliseconds of a stop after which open connections are cut: they are silent, or their answer would come too late. */
const silenceTimeoutMs = 5_000

/**
 * Percent by which the heap may outgrow the objects that survived the last collection. With V8's default and gigabytes of
 * memory it grows fourfold: 290 MiB for a server with 55 MiB alive, too much for many processes on one machine. At 100 it is
 * 230 MiB for 2 % more CPU an exam; at 50, 210 MiB for 12 % more.
 */
const heapGrowth = 100

async function start(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`)
  const projectRoot = findProjectRoot()
  const local = wantsEmbedded(process.env) ? loadLocalSecrets(projectRoot) : null
  const config = readEnvironment(process.env, projectRoot, local && { ...local, databaseUrl: 'embedded' })

  let embedded: EmbeddedPostgres | null = null
  if (local !== null) {
    embedded = await startEmbeddedPostgres({ projectRoot, log: (line) => console.log(line) })
    embedded.onExit((reason) => fail(new EmbeddedPostgresFailure(reason)))
    config.databaseUrl = embedded.url
  }
  if (embedded === null) config.databaseUrl = await encryptedAddress(config.databaseUrl)
  await startStep(console, 'the migrations', () =>
    migrate(config.databaseUrl, projectRoot, (line) => console.log(line)),
  )
  const { app, services } = await buildApp(config)
  const demo = local && { email: demoEmail, password: local.demoPassword }
  await seed(services, demo)
  await startStep(app.log, 'this build’s files', () => rememberAssets(services.db, join(projectRoot, 'dist')))
  const office = config.office && (await buildOffice(services, config.office))
  stopOnSignals(async () => {
    // The office uses the services of the server, so it ends first.
    await office?.close()
    const closed = app.close()
    // A client that keeps a silent connection open must not hold up the stop: jobs and rounds have to end in order.
    setTimeout(() => app.server.closeAllConnections(), silenceTimeoutMs).unref()
    await Promise.race([closed, pause(stopTimeoutMs, undefined, { ref: false })])
    await embedded?.stop()
  })
  const address = await listen(app, config.host, config.port, process.env.PORT !== undefined)
  await embedded?.announce(address)
  const officeAddress = office && (await openOffice(office, config))
  const officeLink =
    officeAddress && (local === null ? officeAddress : await firstOwnersLink(services.db, officeAddress))
  printBanner({ address, office: officeLink, metrics: app.metricsAddress, config, demo, note: embedded?.note ?? null })
}

/** Listens on the office's own port, and returns the address by which staff reach it. */
async function openOffice(office: FastifyInstance, { office: settings }: Config): Promise<string> {
  const { host, port, origin } = settings!
  const wasNamed = process.env.ADMIN_PORT !== undefined
  const address = await bind(office, { host, port, wasNamed, variables: { port: 'ADMIN_PORT', host: 'ADMIN_HOST' } })
  return origin ?? address.replace('//127.0.0.1:', '//localhost:')
}

function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      stop().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      )
    })
  }
}

/** Prints one clear line for a fault that an operator can mend, and the whole error for a fault of ours. */
function fail(error: unknown): never {
  const lines = linesOf(error)
  if (lines === null) console.error(error)
  else for (const line of lines) console.error(`✗ ${line}`)
  process.exit(1)
}

start().catch(fail)
