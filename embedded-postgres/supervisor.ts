import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { AlreadyRunning, EmbeddedPostgresFailure, reasonOf } from './failure.ts'
import { choosePort } from './free-port.ts'
import { InstanceClaim } from './instance-claim.ts'
import type { Placement } from './placement.ts'
import { adoptPostmaster, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts'

interface Charge {
  placement: Placement
  cluster: Cluster
  durable: boolean
  log: (line: string) => void
}

/** The remains of a killed server (shared memory, port) are gone within a few of these waits. */
const RETRY_WAITS_MS = [0, 200, 500, 1000, 2000, 4000]
/**
 * A server that answered for this long before it died gets all its tries again. Not longer: a cause that kills it once or twice a
 * minute (lack of memory, an operator) leaves answers in between, and giving up would not.
 */
const HEALTHY_AFTER_MS = 10_000

/** The number of this death in a row, of a server that had answered for `livedMs`, after `others`. */
export function deathInARow(livedMs: number, others: number): number {
  return livedMs > HEALTHY_AFTER_MS ? 1 : others + 1
}

/** Whether the server is given up: it stops each time it is started. */
export function isHopeless(deathsInARow: number): boolean {
  return deathsInARow >= RETRY_WAITS_MS.length
}

/** Keeps one PostgreSQL running on one port, and holds the claim of its only owner. */
export class Supervisor {
  readonly port: number
  readonly #charge: Charge
  #postmaster: Postmaster
  #claim: InstanceClaim
  #address: string | null = null
  #retired = false
  #givenUp: string | null = null
  readonly #listeners: ((reason: string) => void)[] = []
  readonly #watch: Promise<void>

  private constructor(charge: Charge, postmaster: Postmaster, claim: InstanceClaim) {
    this.port = postmaster.port
    this.#charge = charge
    this.#postmaster = postmaster
    this.#claim = claim
    this.#watch = this.#keepRunning()
  }

  static async start(charge: Charge): Promise<Supervisor> {
    const { postmaster, claim } = await tryRepeatedly(charge, null, () => false)
    return new Supervisor(charge, postmaster, claim)
  }

  async announce(address: string) {
    this.#address = address
    await this.#claim.announce(address)
  }

  onGivingUp(listener: (reason: string) => void) {
    if (this.#givenUp === null) this.#listeners.push(listener)
    else listener(this.#givenUp)
  }

  /** Ends the supervision. `stopPostgres` runs when nothing will start the database again. */
  async retire(stopPostgres: () => Promise<void>) {
    this.#retired = true
    await this.#claim.release()
    await stopPostgres()
    await this.#watch
    // A restart that ran meanwhile may have brought it back.
    await stopPostgres()
  }

  async #keepRunning() {
    let deaths = 0
    while (!this.#retired) {
      const since = Date.now()
      await this.#postmaster.gone
      if (this.#retired) return
      deaths = deathInARow(Date.now() - since, deaths)
      try {
        if (isHopeless(deaths)) throw new EmbeddedPostgresFailure('it stops each time it is started.')
        await pause(RETRY_WAITS_MS[deaths - 1])
        await this.#bringBack()
      } catch (error) {
        if (!this.#retired) this.#giveUp(reasonOf(error))
        return
      }
    }
  }

  async #bringBack() {
    const { postmaster, claim } = await tryRepeatedly(this.#charge, this.port, () => this.#retired)
    this.#postmaster = postmaster
    this.#claim = claim
    if (this.#address !== null) await claim.announce(this.#address)
    if (!this.#retired) this.#charge.log('PostgreSQL had stopped unexpectedly and was started again.')
  }

  #giveUp(reason: string) {
    this.#givenUp = `PostgreSQL has stopped and cannot be started again: ${reason}`
    this.#charge.log(this.#givenUp)
    for (const listener of this.#listeners) listener(this.#givenUp)
  }
}

/** Adopts or starts the database and claims it. It insists on a wanted port, because callers hold its address. */
async function tryRepeatedly(charge: Charge, wantedPort: number | null, isRetired: () => boolean) {
  let failure: unknown
  for (const wait of RETRY_WAITS_MS) {
    await pause(wait)
    if (isRetired()) break
    try {
      const postmaster = await adoptOrStart(charge, wantedPort)
      return { postmaster, claim: await claimPatiently(postmaster.port, charge.cluster.password) }
    } catch (error) {
      if (error instanceof AlreadyRunning) throw error
      failure = error
    }
  }
  throw failure
}

async function adoptOrStart({ placement, cluster, durable }: Charge, wantedPort: number | null): Promise<Postmaster> {
  const adopted = await adoptPostmaster(placement, cluster)
  if (adopted && (wantedPort === null || adopted.port === wantedPort)) return adopted
  if (adopted) await stopPostmaster(placement, cluster)
  return startPostmaster(placement, cluster, wantedPort ?? (await choosePort(cluster.portFile)), durable)
}

/** The claim of a just killed process ends when PostgreSQL notices the closed connection. */
async function claimPatiently(port: number, password: string): Promise<InstanceClaim> {
  for (let tries = 1; ; tries++) {
    try {
      return await InstanceClaim.take(port, password)
    } catch (error) {
      if (!(error instanceof AlreadyRunning) || tries === 8) throw error
      await pause(150)
    }
  }
}
