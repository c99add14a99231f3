import { Failure } from './failure.ts'
import { Line, type LineLimits } from './line.ts'

/**
 * How many of those who would begin something (an exam, a session, an account, an order) are served at once in a process:
 * fewer than the pool has connections. The wait is bounded below what proxies bear.
 */
export const usualEntrance: LineLimits = { atOnce: 8, waiting: 2000, timeoutMs: 20_000 }

/** The line of those who would begin (decision 0051). Throws 503 `overloaded` with Retry-After where it is full, or the wait was too long. */
export function createEntrance(limits: LineLimits): Line {
  return new Line(limits, crowded)
}

/** Seconds after which to come again; by lot, or all who were turned away together would come back together. */
const comeAgain = { least: 3, most: 8 }

function crowded(): Failure {
  const { least, most } = comeAgain
  return new Failure(503, 'overloaded', 'Зараз забагато охочих почати водночас. Спробуйте за кілька секунд.', {
    retryAfterSeconds: least + Math.floor(Math.random() * (most - least + 1)),
  })
}
