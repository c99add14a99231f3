import { sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { jobNames } from '../../jobs/job-queue.ts'
import type { Figures } from '../../metrics/figures.ts'
import { triesBeforeGivenUp } from '../purchases/books/ledger.ts'

/** Each figure stops counting here: more is an alert already, and would cost more to ask. */
const most = 10_000
/** Milliseconds that one statement may take. A slower one fails the whole reading. */
const timeLimitMs = 2_000

const counted = (rows: ReturnType<typeof sql>) => sql`(select count(*)::int from (${rows} limit ${most}) listed)`
const age = (since: ReturnType<typeof sql>, rows: ReturnType<typeof sql>) =>
  sql`coalesce((select extract(epoch from now() - ${since})::float8 from (${rows} limit ${most}) listed), 0)`

// The queue gives a letter up within eight days (`job-queue.ts`); its row is kept for 30 days.
const unsentMails = sql`select coalesce(send_after, created_at) as created_at from mails
  where sent_at is null and text_body <> '' and created_at > now() - interval '9 days'
    and (send_after is null or send_after <= now()) order by mails.created_at`
const owedRefunds = sql`select tries, amount, recorded_at from refunds join ledger using (id)
  where returned_at is null order by next_try_at`
const attemptsIn = (...states: string[]) =>
  sql`select created_at, processing_since from attempts where state in ${states}`
const owedGrades = sql`select 1 from attempts
  where state = 'failed' and failure in ('results_expired', 'results_failed')`
const closingBehind = sql`select received_at from submissions
  where (received_at, attempt_id) > (select through_at, through_attempt from answer_watch) order by received_at, attempt_id limit 1`

/** Reads all figures at one moment, each by an index and within limits. Throws as the database does, also for a timeout. */
export async function readFigures(db: Database): Promise<Figures> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${timeLimitMs}`))
      const { rows } = await tx.execute<Omit<Figures, 'jobs'>>(sql`select
        ${counted(unsentMails)} as "lettersUnsent",
        ${age(sql`min(created_at)`, unsentMails)} as "lettersOldest",
        ${counted(owedRefunds)} as "refundsOwed",
        coalesce((select sum(amount)::float8 from (${owedRefunds} limit ${most}) listed), 0) as "refundsOwedSum",
        ${age(sql`min(recorded_at)`, owedRefunds)} as "refundsOldest",
        (select count(*)::int from (${owedRefunds} limit ${most}) listed where tries >= ${triesBeforeGivenUp}) as "refundsGivenUp",
        ${counted(sql`select 1 from orders where status = 'pending'`)} as "ordersPending",
        ${counted(sql`select 1 from orders where held is not null`)} as "ordersHeld",
        ${counted(attemptsIn('open', 'paused'))} as "attemptsOpen",
        ${age(sql`min(created_at)`, attemptsIn('building'))} as "papersOldest",
        ${counted(attemptsIn('submitted'))} as "gradesWaiting",
        ${age(sql`min(processing_since)`, attemptsIn('submitted'))} as "gradesOldest",
        ${counted(owedGrades)} as "gradesOwed",
        ${counted(sql`select 1 from answer_differences where closed_at is null`)} as "answerDifferences",
        coalesce((select extract(epoch from now() - received_at)::float8 from (${closingBehind}) first), 0) as "answerWatchBehind"`)
      const queues = sql.join(
        jobNames.map((name) => sql`(${name})`),
        sql`, `,
      )
      const jobs = await tx.execute<{ queue: string; waiting: number; oldest: number }>(sql`
        select queue, count(start_after)::int as waiting,
          coalesce(extract(epoch from now() - min(start_after))::float8, 0) as oldest
        from (values ${queues}) queues (queue) left join lateral (
          select start_after from pgboss.job
          where name = queue and state < 'active' and start_after <= now() order by start_after limit ${most}) due on true
        group by queue`)
      const byQueue = jobs.rows.map(({ queue, waiting, oldest }) => [queue, { waiting, oldest }] as const)
      return { ...rows[0]!, jobs: Object.fromEntries(byQueue) }
    },
    { accessMode: 'read only' },
  )
}
