import type pg from 'pg'
import type { SentStatement } from './sent-statements.ts'

/** A part of a plan that reads all of a table, or all of an index that does not say which rows are wanted. */
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
  /** Where it was run: a mean of all its runs. */
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/** Statements that are planned: the others begin transactions, take locks, set something. */
const isPlanned = ({ text }: SentStatement) => /^\s*(select|insert|update|delete|with)\b/i.test(text)

interface Tables {
  /** By schema and name: those that have so many rows that PostgreSQL looks for an index. */
  large: ReadonlySet<string>
  /** Partial indexes that hold only what is looked for. */
  workInHand: ReadonlySet<string>
}

/**
 * Where PostgreSQL would read a whole table, named with its schema, for this statement: as it plans now, if the table is
 * large; and whatever its size, where the reading of whole tables is made as dear as can be, which tells whether any index
 * could serve. Of an index that gives the order as much may be read as a limit asks for.
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
    // What is sorted first is read whole, whatever the limit.
    const goesOn = type === 'Limit' || (isLimited && (type === 'Incremental Sort' || !/Sort|Aggregate|Hash/.test(type)))
    for (const part of node.Plans ?? [])
      walk({ Schema: node.Schema, 'Relation Name': node['Relation Name'], ...part }, isForced, goesOn)
  }
}

/**
 * How many rows of each table this statement reads, those that do not fit among them; what it would write is taken back. Of a
 * statement that cannot be run again, as its row is there already, nothing is told.
 */
export async function rowsRead(client: pg.Client, { text, values }: SentStatement): Promise<Record<string, number>> {
  if (!isPlanned({ text, values, isNamed: false })) return {}
  // Where all rows are this person's, reading the table whole is the cheapest.
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

/** A row that is there already (unique_violation), and one that must still be there (division_by_zero, by which statements say so). */
const goneBy = new Set<string | undefined>(['23505', '22012'])

function count(node: Node, read: Record<string, number>): void {
  const { 'Relation Name': table, 'Node Type': type, 'Actual Loops': loops = 0 } = node
  const each =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  if (table !== undefined && type !== 'ModifyTable') read[table] = (read[table] ?? 0) + Math.round(each * loops)
  for (const part of node.Plans ?? []) count(part, read)
}
