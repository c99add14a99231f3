import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../server/config/config.ts'
import { type SpawnedServer, spawnServer } from './spawn-server.ts'

/** Returns a random number x, 0 ≤ x < 1. */
export type Chance = () => number

/** Makes pseudo-random numbers, the same for the same seed (mulberry32, public domain). */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface MortalServer {
  /** Returns its origin, or null while it is dead. Each call counts as a request. */
  origin(): string | null
  kills(): number
  /** Ends the deaths. Resolves to the origin of the server that stays. */
  spare(): Promise<string>
  end(): Promise<void>
}

/** Starts a server that is killed (SIGKILL) and restarted again and again, up to 25 ms after a random number of requests. */
export async function startMortalServer(
  config: Config,
  chance: Chance,
  requestsOfALife: number,
): Promise<MortalServer> {
  let server: SpawnedServer | null = await spawnServer(config, 'mortal')
  let left = draw()
  let kills = 0
  let spared = false
  let dying: Promise<void> = Promise.resolve()

  function draw(): number {
    return 1 + Math.floor(chance() * 2 * requestsOfALife)
  }

  async function killAndRevive(milliseconds: number): Promise<void> {
    await pause(milliseconds)
    const victim = server
    server = null
    await victim?.kill()
    kills += 1
    server = await spawnServer(config, 'mortal')
    left = draw()
  }

  return {
    origin() {
      const target = server?.origin ?? null
      if (target === null || spared) return target
      left -= 1
      if (left === 0) dying = killAndRevive(chance() * 25)
      return target
    },
    kills: () => kills,
    async spare() {
      spared = true
      await dying
      return server!.origin
    },
    async end() {
      spared = true
      // A failed restart has already rejected elsewhere. Here it only leaves less to end.
      await dying.catch(() => undefined)
      await server?.kill()
    },
  }
}
