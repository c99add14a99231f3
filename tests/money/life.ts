import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Chance } from './chance.ts'

/** One run of the shop's code in one process. */
export interface Life {
  /** Queries until the process dies. */
  queries: number
  dead: boolean
  readonly chance: Chance
  readonly isCalm: boolean
  /** After this day the shop asks no more questions. */
  readonly isLastDay?: boolean
}

/** The process has died. The database rolls its open transaction back. */
export class Crashed extends Error {
  override readonly name = 'Crashed'
}

export const lives = new AsyncLocalStorage<Life>()

type Query = (this: pg.Client, ...given: unknown[]) => unknown

/** Kills a life's process at a query: all but rollbacks fail from then on; a commit may succeed. Returns the undo function. */
export function killAtQueries(): () => void {
  const client = pg.Client.prototype as unknown as { query: Query }
  const { query } = client
  client.query = function (this: pg.Client, ...given: unknown[]) {
    const life = lives.getStore()
    const text = textOf(given[0])
    if (life === undefined || text === 'rollback') return query.apply(this, given)
    life.queries -= 1
    if (!life.dead && life.queries >= 0) return query.apply(this, given)
    const isCommitted = text === 'commit' && !life.dead && life.chance.is(0.5)
    life.dead = true
    const error = new Crashed('the process died')
    const callback = given.at(-1)
    if (typeof callback === 'function') {
      process.nextTick(callback as () => void, error)
      return undefined
    }
    if (!isCommitted) return Promise.reject(error)
    return Promise.resolve(query.apply(this, given)).then(() => Promise.reject(error))
  }
  return () => {
    client.query = query
  }
}

function textOf(asked: unknown): string {
  const text = typeof asked === 'string' ? asked : ((asked as { text?: string } | undefined)?.text ?? '')
  return text.trim().toLowerCase()
}
