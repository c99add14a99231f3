import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isAway } from './is-away.ts'
import { DatabaseUnreachable } from './open-connection.ts'

/** Milliseconds. A restarting database is back within seconds. */
const patienceMs = 30_000
/** Milliseconds. Each pause is random, and at least half of this. */
const longestPauseMs = 500

/**
 * Runs one repeatable step of a server's start, again for 30 s while the database is away: otherwise the process would end, and
 * nobody restarts it. The log gets a line for each failed try. Throws the error of the step.
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
      // `openConnection` has already waited long enough before this error.
      if (error instanceof DatabaseUnreachable || !isAway(error) || performance.now() > deadline) throw error
      log.warn(
        { step: what, reason: innermost(error).message },
        'the database went away during the start, which goes on',
      )
      await pause(longestPauseMs * (0.5 + Math.random() / 2))
    }
  }
}

/** The driver's own error: those around it show the statement. */
export function innermost(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return error.cause === undefined ? error : innermost(error.cause)
}
