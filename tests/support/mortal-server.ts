import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../server/config/config.ts'
import { type SpawnedServer, spawnServer } from './spawn-server.ts'

/** A chance of 0 ≤ x < 1. */
export type Chance = () => number

/** Numbers that look random and are the same for the same seed (mulberry32, public domain). */
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
  /** Where it answers now; null while it is dead. Each question is counted as a request that sets out. */
  origin(): string | null
  kills(): number
  /** No more deaths: the server that is there, or comes up, stays. */
  spare(): Promise<string>
  end(): Promise<void>
}

/**
 * A server process that is killed (SIGKILL) and started again, again and again: each life ends some milliseconds after
 * a number of requests that chance has drawn, in whatever it is doing then.
 */
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
      // A server that could not be started again has told its tests so by rejecting; here there is only less to end.
      await dying.catch(() => undefined)
      await server?.kill()
    },
  }
}
