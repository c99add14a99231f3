import { sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'

export interface DayOfShop extends Record<string, unknown> {
  /** 2026-11-30, by the clock of Kyiv. */
  day: string
  registered: number
  ordered: number
  paid: number
  /** Kopiykas that came, and that went back. */
  came: number
  returned: number
  /** Exams and trainings that were submitted or closed. */
  submitted: number
}

const days = 30
/** Milliseconds. A slower reading fails. */
const timeLimitMs = 5_000

/**
 * The last 30 days by the clock of Kyiv, the newest first: how many people came how far. Counted from the rows that exist anyway,
 * each by an index on its time; nobody is followed.
 */
export async function daysOfShop(db: Database): Promise<DayOfShop[]> {
  const dayOf = (moment: string) => sql.raw(`(${moment} at time zone 'Europe/Kyiv')::date`)
  const since = sql`(date_trunc('day', now() at time zone 'Europe/Kyiv') - make_interval(days => ${days - 1})) at time zone 'Europe/Kyiv'`
  return db.transaction(
    async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${timeLimitMs}`))
      const { rows } = await tx.execute<DayOfShop>(sql`
        with
          registered as (select ${dayOf('created_at')} as day, count(*)::int as count from users where created_at >= ${since} group by 1),
          ordered as (select ${dayOf('created_at')} as day, count(*)::int as count from orders where created_at >= ${since} group by 1),
          money as (select ${dayOf('recorded_at')} as day,
              count(*) filter (where kind = 'payment' and amount > 0)::int as paid,
              coalesce(sum(amount) filter (where kind = 'payment'), 0)::float8 as came,
              coalesce(sum(amount) filter (where kind = 'refund'), 0)::float8 as returned
            from ledger where recorded_at >= ${since} group by 1),
          submitted as (select ${dayOf('received_at')} as day, count(*)::int as count
            from submissions where received_at >= ${since} group by 1)
        select to_char(day, 'YYYY-MM-DD') as day, coalesce(registered.count, 0) as registered,
          coalesce(ordered.count, 0) as ordered, coalesce(paid, 0) as paid, coalesce(came, 0) as came,
          coalesce(returned, 0) as returned, coalesce(submitted.count, 0) as submitted
        from (select ((now() at time zone 'Europe/Kyiv')::date - n) as day from generate_series(0, ${days - 1}::int) n) calendar
          left join registered using (day) left join ordered using (day) left join money using (day)
          left join submitted using (day)
        order by day desc`)
      return rows
    },
    { accessMode: 'read only' },
  )
}
