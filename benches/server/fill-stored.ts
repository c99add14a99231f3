import { statfsSync } from 'node:fs'
import type pg from 'pg'
import type { BenchPostgres } from './bench-postgres.ts'
import type { Buyer } from './people.ts'

interface Column {
  name: string
  type: string
  /** Set by the database: a sequence, an identity, a generated column. */
  isGiven: boolean
}

interface Table {
  name: string
  columns: Column[]
  /** Temporary table with the rows of the one exam. */
  copy: string
}

/**
 * Fills the database with `count` finished exams, each of its own person: copies, under new ids, of all rows in every table that
 * belong to the person of one finished exam. The tables and columns are found by the rows: a uuid that is the key of a copied row
 * is replaced everywhere, a text that must be unique is made so, and sequences give new values. Deletes everything that was in
 * those tables, so it comes before all other people. Needs the server to be stopped. Returns the seconds it took.
 */
export async function fillStored(postgres: BenchPostgres, one: Buyer, count: number): Promise<number> {
  const begun = performance.now()
  await requireRoom(postgres, count)
  if (postgres.canRestart) {
    // Without replicas a new file need not go through the WAL: it is flushed at the commit.
    await postgres.configure(
      { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB', autovacuum: 'off' },
      'restart',
    )
  }
  const { client } = postgres
  // Turns off the lookup of foreign keys for each row, and the triggers that forbid to empty append-only tables.
  await client.query(`set session_replication_role = replica`)
  await client.query(`set maintenance_work_mem = '1GB'`)
  const ids = new Set([one.userId, one.purchaseId])
  // None of the copied people waits for a paper.
  await client.query('truncate waiting_papers')
  const tables = await keepRows(client, ids)
  await client.query('begin')
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`)
  // All indexes are built at the end, each in one pass.
  await client.query(
    `update pg_index set indisready = false, indisvalid = false where indrelid = any($1::regclass[])`,
    [tables.map(({ name }) => name)],
  )
  for (const table of tables) await client.query(await insertion(client, table, ids, count))
  for (const { name } of tables) await client.query(`reindex table ${name}`)
  await client.query('commit')
  await client.query('analyze')
  if (postgres.canRestart) {
    // Autovacuum stays off: it would clean up after the filling in the middle of the measuring.
    await postgres.configure({ wal_level: null, max_wal_senders: null, max_wal_size: null }, 'restart')
  } else {
    await client.query('reset session_replication_role')
  }
  await postgres.client.query('checkpoint')
  return (performance.now() - begun) / 1000
}

/** An exam takes 16 kB (decision 0065), and nearly as much again while indexes are built. */
const bytesAnExam = 30_000

async function requireRoom({ client }: BenchPostgres, count: number): Promise<void> {
  const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  const { bavail, bsize } = statfsSync(rows[0]!.folder)
  if (bavail * bsize < count * bytesAnExam) {
    throw new Error(
      `${count} exams may need ${Math.ceil((count * bytesAnExam) / 1e9)} GB, and ${Math.floor((bavail * bsize) / 1e9)} GB are free.`,
    )
  }
}

/** Copies the rows with these ids to temporary tables, and adds the rows' own keys to `ids` until there are no more. */
async function keepRows(client: pg.Client, ids: Set<string>): Promise<Table[]> {
  const all = await allTables(client)
  const owned = new Map<string, Table>()
  for (let size = -1; size !== ids.size; ) {
    size = ids.size
    for (const { name, columns, keys } of all) {
      const uuids = columns.filter(({ type }) => type === 'uuid')
      if (uuids.length === 0) continue
      const where = uuids.map((column) => `${column.name} = any($1)`).join(' or ')
      const { rows } = await client.query(`select * from ${name} where ${where}`, [[...ids]])
      if (rows.length === 0) continue
      owned.set(name, { name, columns, copy: `kept_${name.replaceAll(/\W/g, '_')}` })
      for (const key of keys) {
        for (const row of rows) ids.add(row[key] as string)
      }
    }
  }
  const tables = [...owned.values()]
  for (const { name, columns, copy } of tables) {
    const uuids = columns.filter(({ type }) => type === 'uuid')
    await client.query(
      `create temp table ${copy} as select * from ${name}
       where ${uuids.map((column) => `${column.name} = any('{${[...ids].join(',')}}')`).join(' or ')}`,
    )
  }
  return tables
}

/** All tables of the product, with the uuid columns that are the whole primary key. */
async function allTables(client: pg.Client): Promise<(Omit<Table, 'copy'> & { keys: string[] })[]> {
  const { rows } = await client.query<{ name: string; columns: Column[]; keys: string[] }>(`
    select c.oid::regclass::text as name,
      (select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, null),
          'isGiven', attidentity <> '' or attgenerated <> '' or coalesce(
            (select pg_get_expr(adbin, adrelid) like 'nextval(%' from pg_attrdef
             where adrelid = attrelid and adnum = attnum), false)) order by attnum)
       from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      array(select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
       where indrelid = c.oid and indisprimary and indnkeyatts = 1 and atttypid = 'uuid'::regtype) as keys
    from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  return rows
}

/** SQL that writes the rows of one exam `count` times, each time under new ids. */
async function insertion(client: pg.Client, table: Table, ids: Set<string>, count: number): Promise<string> {
  const written = table.columns.filter(({ isGiven }) => !isGiven)
  const news = new Map<string, string>()
  const expressions: string[] = []
  const mapped = new Set<string>()
  for (const column of written) {
    if (column.type !== 'uuid') {
      expressions.push(column.type === 'timestamp with time zone' ? `k.${column.name} - n.age` : `k.${column.name}`)
      continue
    }
    const { rows } = await client.query<{ id: string | null }>(
      `select distinct ${column.name} as id from ${table.copy}`,
    )
    const ours = rows.flatMap(({ id }) => (id !== null && ids.has(id) ? [id] : []))
    for (const id of ours) news.set(id, `id_${news.get(id)?.slice(3) ?? news.size}`)
    if (ours.length > 0) mapped.add(column.name)
    if (ours.length === 1 && rows.length === 1) expressions.push(`n.${news.get(ours[0]!)}`)
    else if (ours.length === 0) expressions.push(`k.${column.name}`)
    else {
      const cases = ours.map((id) => `when '${id}' then n.${news.get(id)}`).join(' ')
      expressions.push(`case k.${column.name} ${cases} else k.${column.name} end`)
    }
  }
  for (const name of await textsToVary(client, table, mapped)) {
    const at = written.findIndex((column) => column.name === name)
    expressions[at] = `left(repeat(md5(n.number || k.${name}), 8), greatest(length(k.${name}), 24))`
  }
  const newIds = [...news].map(([id, name]) => `md5('${id}' || number)::uuid as ${name}`)
  // Computes the ids once an exam, not once a row: "offset 0" keeps the planner from inlining them.
  return `insert into ${table.name} (${written.map(({ name }) => name).join(', ')})
    select ${expressions.join(', ')}
    from (select number, make_interval(secs => (${count} - number) * 86400.0 / ${count}) as age
      ${newIds.map((id) => `, ${id}`).join('')} from generate_series(1, ${count}) as number offset 0) n
    cross join ${table.copy} k`
}

/** One text column for each unique index that no new id makes unique: its first, also if it is part of an expression. */
async function textsToVary(client: pg.Client, { name, columns }: Table, mapped: Set<string>): Promise<string[]> {
  const { rows } = await client.query<{ columns: string[] }>(
    `select array(
       select quote_ident(attname) from pg_depend join pg_attribute on attrelid = refobjid and attnum = refobjsubid
       where classid = 'pg_class'::regclass and objid = indexrelid and refobjid = indrelid and refobjsubid > 0
       union select quote_ident(attname) from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
       where conindid = indexrelid and conrelid = indrelid and contype in ('p', 'u')) as columns
     from pg_index where indrelid = $1::regclass and indisunique`,
    [name],
  )
  const typeOf = new Map(columns.map((column) => [column.name, column]))
  return rows.flatMap(({ columns: keys }) => {
    if (keys.some((key) => mapped.has(key) || typeOf.get(key)?.isGiven)) return []
    const text = keys.find((key) => typeOf.get(key)?.type === 'text')
    return text === undefined ? [] : [text]
  })
}
