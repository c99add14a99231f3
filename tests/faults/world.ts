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

/** What is under test, where it is not the sources' server and the built client. */
export interface Product {
  /** The folder whose `dist` is served. */
  projectRoot?: string
  /** The script of a server process. */
  serverEntry?: string
}

/** A server process and its PostgreSQL, both of which may be killed; schedules share it one after another. */
export class World {
  readonly config: Config
  readonly #product: Product
  readonly #database: MortalDatabase
  readonly #mailFolder: string
  /** The first is served now; each deploy brings in the other one. */
  readonly #releases: Release[]
  #server: SpawnedServer | null = null
  #starting: Promise<void> = Promise.resolve()
  #isOver = false
  /** How often a server process ended that nobody had killed. */
  deaths = 0
  /** What a story has unpacked; whatever it leaves ends with the world. */
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

  /** Where the server answers now; null while it is dead. */
  readonly origin = (): string | null => this.#server?.origin ?? null

  async killServer(): Promise<void> {
    await this.#starting
    const victim = this.#server
    this.#server = null
    await victim?.kill()
    this.#start()
  }

  /** A new process takes over before the old one goes, as at a release: it serves a client none of whose files is the old one's. */
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

  /** Everything runs again. */
  async restored(): Promise<void> {
    await this.#database.whenUp()
    await this.#starting
    if (this.#server === null) this.#start()
    await this.#starting
  }

  /** Looks into the database, past the product. */
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
        // It found no database: anyone who runs servers starts them again.
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
