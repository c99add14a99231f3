import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import PgBoss from 'pg-boss'

/** A release's PostgreSQL as text: schema and rows. pg_dump refuses newer servers, and the embedded server has no pg_dump. */
export interface DatabaseDump {
  /** The migrations as this release ran them, and the job queue's own tables. */
  schema: string[]
  tables: { name: string; rows: object[] }[]
}

/** Left out: counters of minutes, and files that every build brings. */
const left = ['public.rate_counters', 'public.built_assets']

/** Reads everything that the server keeps in this database, at one moment. */
export async function dumpDatabase(url: string, projectRoot: string): Promise<DatabaseDump> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const tables = []
    for (const name of await tablesOf(client)) {
      if (left.includes(name)) continue
      const { rows } = await client.query(`select to_jsonb(t) as row from ${name} t`)
      tables.push({ name, rows: rows.map(({ row }) => row) })
    }
    return { schema: [...migrationsOf(projectRoot), PgBoss.getConstructionPlans('pgboss')], tables }
  } finally {
    await client.end()
  }
}

/** Restores a release in an empty database, with every time moved by `later` milliseconds. */
export async function restoreDatabase(url: string, { schema, tables }: DatabaseDump, later: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
    for (const sql of schema) await client.query(sql)
    // The rows are copies and no new facts, so no trigger may judge them. No order of the tables suits all references.
    await client.query(`set session_replication_role = 'replica'`)
    await makeQueues(client, tables)
    for (const { name, rows } of tables) {
      const copy = `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1) on conflict do nothing`
      await client.query(copy, [JSON.stringify(rows)])
    }
    for (const name of await tablesOf(client)) await moveMoments(client, name, later)
    await moveSequences(client)
  } finally {
    await client.end()
  }
}

function migrationsOf(projectRoot: string): string[] {
  const folder = path.join(projectRoot, 'server/db/migrations')
  const { entries } = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8'))
  return entries.map(({ tag }: { tag: string }) => readFileSync(path.join(folder, `${tag}.sql`), 'utf8'))
}

/** Tables without their partitions, which are read and written through the table. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'drizzle', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`)
  return rows.map(({ name }) => name)
}

/** Each queue of jobs is a partition, which the queue's own function makes. */
async function makeQueues(client: pg.Client, tables: DatabaseDump['tables']): Promise<void> {
  const queues = tables.find(({ name }) => name === 'pgboss.queue')?.rows as { name: string }[]
  for (const { name } of queues)
    await client.query('select pgboss.create_queue($1, $2)', [name, { policy: 'standard' }])
  await client.query('delete from pgboss.queue; delete from pgboss.version')
}

async function moveMoments(client: pg.Client, table: string, later: number): Promise<void> {
  const { rows } = await client.query(
    `select quote_ident(attname) as name from pg_attribute
      where attrelid = $1::regclass and atttypid = 'timestamptz'::regtype and attnum > 0 and not attisdropped`,
    [table],
  )
  if (rows.length === 0) return
  const changes = rows.map(({ name }) => `${name} = ${name} + $1 * interval '1 millisecond'`)
  await client.query(`update ${table} set ${changes.join(', ')}`, [later])
}

async function moveSequences(client: pg.Client): Promise<void> {
  await client.query(`do $$ declare owned record; begin
    for owned in
      select s.oid::regclass as sequence, d.refobjid::regclass as owner, quote_ident(a.attname) as field
        from pg_class s
        join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i')
        join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
       where s.relkind = 'S'
    loop
      execute format('select setval(%L, greatest((select max(%s) from %s), 1))', owned.sequence, owned.field, owned.owner);
    end loop;
  end $$`)
}
