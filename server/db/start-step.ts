import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isAway } from './is-away.ts'
import { DatabaseUnreachable } from './open-connection.ts'

/** Milliseconds. A database that restarts while a server starts is back within seconds. */
const patienceMs = 30_000
/** Half of it at least, at random. */
const longestPauseMs = 500

/**
 * Does one step of a server's start, which may be done any number of times, and does it again where the database died or was
 * away for a while: nobody starts a process again that has ended for it. The log gets a line for each try that failed. Throws what
 * the step throws, also when the database stays away for too long.
 */
export async function startStep<T>(
  log: Pick<FastifyBaseLogger, 'warn'>,
  what: string,
  step: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return await step()
    } catch (error) {
      // Where this error is thrown it has been waited for long enough already.
      if (error instanceof DatabaseUnreachable || !isAway(error) || performance.now() > deadline) throw error
      log.warn(
        { step: what, reason: innermost(error).message },
        'the database went away during the start, which goes on',
      )
      await pause(longestPauseMs * (0.5 + Math.random() / 2))
    }
  }
}

/** What the driver said: the errors around it show the statement. */
export function innermost(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return error.cause === undefined ? error : innermost(error.cause)
}
