import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { crowded } from '../../load/entrance.ts'
import { Line } from '../../load/line.ts'

/** argon2id with the first recommended option of OWASP's cheat sheet: 19 MiB, 2 passes, 1 lane. Only tests change it. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash occupies a core and one of the four threads that also read files and resolve names. So one hash runs at a time on two
 * cores, two on more. Calls that wait here have come through the entrance, which lets few in.
 */
export const hashing = { atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)), waiting: 500, timeoutMs: 20_000 }
const line = new Line(hashing, crowded)

/**
 * Resolves when the hash is done; its place in the line then rests for as long as the hash took. Without this rest, a crowd that
 * signs in keeps all cores busy, and everybody's answers wait for a core at each of their steps (decision 0117).
 */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const turn = line.run(async () => {
      const begun = performance.now()
      await work().then(resolve, reject)
      await pause(performance.now() - begun)
    })
    turn.catch(reject)
  })
}

/** Throws 503 `overloaded` if too many calls wait for a hash; so does `verifyPassword`. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), passwordCost))
}

/** A hash that no password has, verified for unknown addresses: they cost the same as known ones. */
let nobodysHash: Promise<string> | undefined

/** Costs exactly one argon2 verification, whether the account exists or not. An erased account's empty hash fits nothing. */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hash(crypto.randomUUID(), passwordCost)
  const expected = storedHash || (await nobodysHash)
  const matches = await inTurn(() => verify(expected, password.normalize('NFC')))
  return matches && Boolean(storedHash)
}
