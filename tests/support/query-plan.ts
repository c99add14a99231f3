import type pg from 'pg'
import type { SentStatement } from './sent-statements.ts'

/** A node of a plan that reads a whole table, or a whole index without a condition on it. */
export interface WholeRead {
  table: string
  how: string
}

interface Node {
  'Node Type': string
  'Relation Name'?: string | undefined
  Schema?: string | undefined
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  /** Only after `analyze`: a mean of all its loops. */
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/** Only these statements have a plan. The others begin transactions, take locks or set something. */
const isPlanned = ({ text }: SentStatement) => /^\s*(select|insert|update|delete|with)\b/i.test(text)

interface Tables {
  /** By schema and name: tables with so many rows that PostgreSQL looks for an index. */
  large: ReadonlySet<string>
  /** Partial indexes that hold only wanted rows. */
  workInHand: ReadonlySet<string>
}

/**
 * Finds where PostgreSQL would read a whole table for this statement, named with its schema. Large tables are checked by
 * today's plan. All tables are checked by a plan with whole reads made as expensive as possible: it shows whether any index
 * could serve. An index that gives the order may be read as far as a limit asks.
 */
export async function wholeReads(
  client: pg.Client,
  statement: SentStatement,
  { large, workInHand }: Tables,
): Promise<WholeRead[]> {
  if (!isPlanned(statement)) return []
  const found: WholeRead[] = []
  const { text, values, isNamed } = statement
  for (const seqScan of ['on', 'off']) {
    await client.query(`set enable_seqscan = ${seqScan}`)
    const plans = [await client.query({ text: `explain (format json, verbose) ${text}`, values })]
    if (isNamed) plans.push(await client.query(`explain (format json, verbose, generic_plan) ${text}`))
    const isForced = seqScan === 'off'
    for (const { rows } of plans) walk(rows[0]['QUERY PLAN'][0].Plan as Node, isForced, false)
  }
  await client.query('reset enable_seqscan')
  return found

  function walk(node: Node, isForced: boolean, isLimited: boolean): void {
    const { 'Node Type': type, 'Index Name': index, 'Index Cond': condition, Filter: filter } = node
    const table = `${node.Schema}.${node['Relation Name']}`
    const isWholeIndex = index !== undefined && condition === undefined && !workInHand.has(index)
    const isWhole = type === 'Seq Scan' || (isWholeIndex && !(isLimited && filter === undefined))
    if (isWhole && (isForced || large.has(table))) {
      found.push({ table, how: `${index ?? 'no index'}${filter === undefined ? '' : ` for ${filter}`}` })
    }
    // A sort reads all of its input, whatever the limit.
    const goesOn = type === 'Limit' || (isLimited && (type === 'Incremental Sort' || !/Sort|Aggregate|Hash/.test(type)))
    for (const part of node.Plans ?? [])
      walk({ Schema: node.Schema, 'Relation Name': node['Relation Name'], ...part }, isForced, goesOn)
  }
}

/** Counts the rows of each table that a statement reads, filtered ones too. Rolls back. Empty if it cannot run again. */
export async function rowsRead(client: pg.Client, { text, values }: SentStatement): Promise<Record<string, number>> {
  if (!isPlanned({ text, values, isNamed: false })) return {}
  // If all rows are this person's, a whole read would be the cheapest plan.
  await client.query('begin; set local enable_seqscan = off')
  try {
    const { rows } = await client.query({ text: `explain (analyze, timing off, format json) ${text}`, values })
    const read: Record<string, number> = {}
    count(rows[0]['QUERY PLAN'][0].Plan as Node, read)
    return read
  } catch (error) {
    if (goneBy.has((error as { code?: string }).code)) return {}
    throw error
  } finally {
    await client.query('rollback')
  }
}

/** The row exists already (unique_violation), or a required row is gone, which statements report by a division_by_zero. */
const goneBy = new Set<string | undefined>(['23505', '22012'])

function count(node: Node, read: Record<string, number>): void {
  const { 'Relation Name': table, 'Node Type': type, 'Actual Loops': loops = 0 } = node
  const each =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  if (table !== undefined && type !== 'ModifyTable') read[table] = (read[table] ?? 0) + Math.round(each * loops)
  for (const part of node.Plans ?? []) count(part, read)
}
