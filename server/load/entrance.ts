import { overloaded } from '../failure.ts'
import { Line, type LineLimits } from './line.ts'

/** An attempt with its paper, a guest's trial (an attempt without an owner), an order (it asks a bank), a session or account. */
export type OpeningKind = 'attempt' | 'trial' | 'order' | 'other'

/** Calls of each kind that a process serves at the same time; calls that wait in each line, and for how long. */
export interface EntranceLimits extends Pick<LineLimits, 'waiting' | 'timeoutMs'> {
  atOnce: Record<OpeningKind, number>
}

/**
 * Together these 15 calls are more than the 12 ordinary connections (`app.ts`), which the eight calls of the ordinary lane use
 * too. Most orders and log-ins wait without a connection, for a bank or a password hash, and must not hold up the attempts. A
 * paper takes 10 ms of the drawing thread (decision 0111) or of the serving thread, up to half of it in one piece: an answer that
 * arrives then waits for as many papers as are made together. Guests, of any number, draw one by one. Proxies allow longer waits.
 */
export const usualEntrance: EntranceLimits = {
  atOnce: { attempt: 2, trial: 1, order: 6, other: 6 },
  waiting: 2000,
  timeoutMs: 20_000,
}

/** The lines of calls that open something (decision 0051). Each throws 503 `overloaded` if it is full or the wait is too long. */
export function createEntrance({ atOnce, ...limits }: EntranceLimits): Record<OpeningKind, Line> {
  const lineOf = (kind: OpeningKind) => new Line({ ...limits, atOnce: atOnce[kind] }, crowded)
  return { attempt: lineOf('attempt'), trial: lineOf('trial'), order: lineOf('order'), other: lineOf('other') }
}

export const crowded = () => overloaded('Зараз забагато охочих почати водночас. Спробуйте за кілька секунд.')

export const tooMany = () => overloaded('Зараз забагато запитів водночас. Спробуйте за кілька секунд.')
