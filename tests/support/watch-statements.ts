import pg from 'pg'
import { expect, vi } from 'vitest'

interface PlantedBug {
  /** The name of the one statement that forgets something. */
  statement: string
  find: string
  replace: string
}

/**
 * The named statements that connections of this process are asked from now on, until the spies are taken back; with a bug,
 * one of them in another wording. What has no name is asked by letters, jobs and sweeps beside the calls.
 */
export function watchStatements(bug?: PlantedBug): string[] {
  const asked: string[] = []
  const ask = pg.Client.prototype.query as (this: pg.Client, query: unknown, ...rest: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [query, ...rest] = given as [pg.QueryConfig | string, ...unknown[]]
    if (typeof query === 'string' || query.name === undefined) return ask.call(this, query, ...rest)
    asked.push(query.name)
    if (bug === undefined || query.name !== bug.statement) return ask.call(this, query, ...rest)
    expect(query.text).toContain(bug.find)
    const name = `${query.name}_${Math.random()}`
    return ask.call(this, { ...query, name, text: query.text.replace(bug.find, bug.replace) }, ...rest)
  } as never)
  return asked
}
