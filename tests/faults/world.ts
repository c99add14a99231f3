import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '../../server/app.ts'
import type { Config } from '../../server/config/config.ts'
import { connect, type Database } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { rememberAssets } from '../../server/plugins/built-assets.ts'
import { seed } from '../../server/seed/seed.ts'
import { testConfig } from '../support/build-server.ts'
import { type Release, renamedRelease, startRelease } from '../support/release.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'
import type { Device } from './device.ts'
import { type MortalDatabase, startMortalDatabase } from './mortal-database.ts'

/** The product under test, if it is not the sources' server and the built client. */
export interface Product {
  projectRoot?: string
  serverEntry?: string
}

/** A server process and its PostgreSQL, which may both be killed. Schedules share them one after another. */
export class World {
  readonly config: Config
  readonly #product: Product
  readonly #database: MortalDatabase
  readonly #mailFolder: string
  /** The first is served now. Each deploy swaps the two. */
  readonly #releases: Release[]
  #server: SpawnedServer | null = null
  #starting: Promise<void> = Promise.resolve()
  #isOver = false
  /** Number of server processes that ended without being killed. */
  deaths = 0
  /** Devices that a story has unpacked. Those that it leaves end with the world. */
  readonly devices = new Set<Device>()

  private constructor(config: Config, product: Product, database: MortalDatabase, mailFolder: string) {
    this.config = config
    this.#product = product
    this.#database = database
    this.#mailFolder = mailFolder
    this.#releases = releasesOf(path.join(product.projectRoot ?? config.projectRoot, 'dist'))
  }

  static async create(product: Product = {}): Promise<World> {
    const database = await startMortalDatabase()
    const mailFolder = await mkdtemp(path.join(tmpdir(), 'iq-mail-'))
    const config: Config = { ...testConfig(database.url, mailFolder), logLevel: 'silent' }
    const world = new World(config, product, database, mailFolder)
    try {
      await world.#furnish()
      await world.restored()
      return world
    } catch (error) {
      await world.end()
      throw error
    }
  }

  async #furnish(): Promise<void> {
    await migrate(this.config.databaseUrl, this.config.projectRoot)
    const { app, services } = await buildApp(this.config)
    await seed(services, null)
    for (const { projectRoot } of this.#releases) await rememberAssets(services.db, path.join(projectRoot, 'dist'))
    await app.close()
  }

  /** Origin of the server; null while it is dead. */
  readonly origin = (): string | null => this.#server?.origin ?? null

  async killServer(): Promise<void> {
    await this.#starting
    const victim = this.#server
    this.#server = null
    await victim?.kill()
    this.#start()
  }

  /** Starts a new process before the old one ends, as at a release. Its client shares no file with the old one's. */
  async replaceServer(): Promise<void> {
    await this.#starting
    const old = this.#server
    this.#releases.reverse()
    this.#start()
    await this.#starting
    await old?.kill()
  }

  stopDatabase(): void {
    this.#database.stopAtOnce()
  }

  /** Waits until everything runs again. */
  async restored(): Promise<void> {
    await this.#database.whenUp()
    await this.#starting
    if (this.#server === null) this.#start()
    await this.#starting
  }

  /** Reads the database without the product. */
  async behindTheScenes<T>(look: (db: Database) => Promise<T>): Promise<T> {
    await this.#database.whenUp()
    const { db, pool } = connect(this.config.databaseUrl, { max: 1 })
    try {
      return await look(db)
    } finally {
      await pool.end()
    }
  }

  async end(): Promise<void> {
    this.#isOver = true
    for (const device of this.devices) await device.discard()
    await this.#starting
    await this.#server?.kill()
    await this.#database.end()
    await rm(this.#mailFolder, { recursive: true, force: true })
    for (const release of this.#releases) release.remove()
  }

  #start(): void {
    this.#starting = this.#startUntilItListens()
  }

  async #startUntilItListens(): Promise<void> {
    while (!this.#isOver) {
      try {
        const { projectRoot } = this.#releases[0]!
        const server = await spawnServer({ ...this.config, projectRoot }, 'faulted', this.#product.serverEntry)
        this.#server = server
        void server.gone.then(() => this.#onGone(server))
        return
      } catch {
        // The server found no database, so it is started again, as an operator would.
        await pause(100)
      }
    }
  }

  #onGone(server: SpawnedServer): void {
    if (this.#server !== server || this.#isOver) return
    this.deaths += 1
    this.#server = null
    this.#start()
  }
}

function releasesOf(build: string): Release[] {
  const renamed = renamedRelease(build)
  try {
    return [startRelease(build), startRelease(renamed)]
  } finally {
    rmSync(renamed, { recursive: true })
  }
}
