import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Chance } from './chance.ts'

/** One run of the shop's code, as long as its process lives. */
export interface Life {
  /** Queries until the process dies. */
  queries: number
  dead: boolean
  readonly chance: Chance
  /** No call to the bank fails. */
  readonly isCalm: boolean
  /** After this day nobody asks any more. */
  readonly isLastDay?: boolean
}

/** The process has died: whatever it did in an open transaction is undone by the database. */
export class Crashed extends Error {
  override readonly name = 'Crashed'
}

export const lives = new AsyncLocalStorage<Life>()

type Query = (this: pg.Client, ...given: unknown[]) => unknown

/**
 * Lets the process of a life die at one of its queries: that one and all further ones fail, but a rollback, which is what
 * the database does for who is gone. At a commit the database may have been faster. Returns what ends it.
 */
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
