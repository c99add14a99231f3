import { overloaded } from '../failure.ts'
import { Line, type LineLimits } from './line.ts'

/**
 * What a call opens: an attempt, whose paper is made at once; a guest's trial, which is one without an owner; an order, for which a
 * bank is asked; or something else (a session, an account).
 */
export type OpeningKind = 'attempt' | 'trial' | 'order' | 'other'

/** How many of each are served at once in a process; how many wait for it, and how long, in each line. */
export interface EntranceLimits extends Pick<LineLimits, 'waiting' | 'timeoutMs'> {
  atOnce: Record<OpeningKind, number>
}

/**
 * Together fewer than the pool has connections; the wait is bounded below what proxies allow. Making a paper takes some 10 ms,
 * of a thread of its own (decision 0111) or, where there is none, of the one that serves, up to half of them in a row: an answer that
 * arrives then waits for as many papers as are made at once. The others wait for a password's hash, and must not hold the attempts up.
 * Those who order wait for the bank, which may take its ten seconds for each question without an answer: they hold nobody up but one
 * another, and no connection meanwhile. Guests, of whom there may be any number, draw one paper after another.
 */
export const usualEntrance: EntranceLimits = {
  atOnce: { attempt: 2, trial: 1, order: 6, other: 6 },
  waiting: 2000,
  timeoutMs: 20_000,
}

/**
 * The lines of those who would begin (decision 0051). Each throws 503 `overloaded` with Retry-After where it is full, or the
 * wait was too long.
 */
export function createEntrance({ atOnce, ...limits }: EntranceLimits): Record<OpeningKind, Line> {
  const lineOf = (kind: OpeningKind) => new Line({ ...limits, atOnce: atOnce[kind] }, crowded)
  return { attempt: lineOf('attempt'), trial: lineOf('trial'), order: lineOf('order'), other: lineOf('other') }
}

/** Too many would begin at the same time. */
export const crowded = () => overloaded('Зараз забагато охочих почати водночас. Спробуйте за кілька секунд.')

/** Too many ask for anything else at the same time. */
export const tooMany = () => overloaded('Зараз забагато запитів водночас. Спробуйте за кілька секунд.')
