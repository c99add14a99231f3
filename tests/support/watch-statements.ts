import pg from 'pg'
import { expect, vi } from 'vitest'
import { PreparedCall } from '../../server/db/statement-clients.ts'

interface PlantedBug {
  /** The name of the statement that gets the bug. */
  statement: string
  find: string
  replace: string
}

/**
 * Records the names of the statements that this process sends from now on, until the spies are restored. `bug` changes the
 * text of one of them. Statements without a name are left out: letters, jobs and sweeps send them, not calls.
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
    // Changes the object itself, because it is sent in one piece with the statements that open and end its transaction.
    return ask.call(this, Object.assign(query, { name, text: query.text.replace(bug.find, bug.replace) }), ...rest)
  } as never)
  return asked
}

/**
 * Records the transactions of this process's servers from now on, until the spies are restored, each as its statements in
 * order: their names, or else their texts. A connection that never sends a name is the job queue's, and is left out.
 */
export function watchTransactions(): () => string[][] {
  const sent: { client: pg.Client; statement: string; isNamed: boolean }[] = []
  const ask = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const query = given[0] as Partial<pg.QueryConfig> | string
    const { name, text = '' } = typeof query === 'string' ? { text: query } : query
    const { before, after } = query instanceof PreparedCall ? query : { before: [], after: [] }
    for (const statement of [...before, name ?? text, ...after]) {
      sent.push({ client: this, statement, isNamed: name !== undefined })
    }
    return ask.call(this, ...given)
  } as never)
  return () => {
    const ours = new Set(sent.filter(({ isNamed }) => isNamed).map(({ client }) => client))
    const transactions: string[][] = []
    const open = new Map<pg.Client, string[]>()
    for (const { client, statement } of sent.filter(({ client }) => ours.has(client))) {
      const begun = open.get(client)
      if (begun === undefined) transactions.push([statement])
      else begun.push(statement)
      if (begun === undefined && /^begin\b/i.test(statement)) open.set(client, transactions.at(-1)!)
      if (/^(commit|rollback)$/i.test(statement)) open.delete(client)
    }
    return transactions
  }
}
