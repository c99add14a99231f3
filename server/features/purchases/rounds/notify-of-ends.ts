import { sql } from 'drizzle-orm'
import type { Services } from '../../../services.ts'
import { lockedAccount } from '../../auth/accounts-in-sql.ts'
import { inKyiv } from '../../mail/letter-text.ts'
import { notify } from '../../notifications/notify.ts'
import { queuePush } from '../../push/queue-push.ts'

/** A purchase whose owner is notified that it ends soon. */
interface Ending extends Record<string, unknown> {
  id: string
  user_id: string
  card_title: string
  expires_at: string
  /** How many days are left, as the notice says: 7 or 1. */
  end_told_days: number
}

const mostAtOnce = 100

type Notifier = Pick<Services, 'db' | 'jobs' | 'pushKey'>

/**
 * Notifies owners that their time with a test ends within a week, and again within a day: each once, on any number of servers,
 * because a notification and its note are one transaction. A person who buys or returns late gets the nearer notice only.
 */
export async function notifyOfEnds(services: Notifier): Promise<void> {
  let notified: number
  do {
    notified = await notifySome(services)
  } while (notified === mostAtOnce)
}

/** Nothing is said of a superseded purchase: its owner has the one that follows. */
const isDue = sql`p.live and not p.superseded and p.status = 'paid'
  and p.expires_at > now() and p.expires_at <= now() + interval '7 days'
  and (p.end_told_days is null or (p.end_told_days > 1 and p.expires_at <= now() + interval '1 day'))`

const owner = lockedAccount('p.user_id')

async function notifySome(services: Notifier): Promise<number> {
  return services.db.transaction(async (tx) => {
    // Locks the owners first, as everywhere: see lockOrders. An owner who is being erased is not notified.
    const due = await tx.execute<{ id: string }>(sql`
      select p.id from purchases p ${sql.raw(owner.join)} where ${isDue}
      order by p.expires_at limit ${mostAtOnce} ${sql.raw(owner.lock)} skip locked`)
    const ids = due.rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    const { rows } = await tx.execute<Ending>(sql`
      update purchases
      set end_told_days = case when expires_at <= now() + interval '1 day' then 1 else 7 end
      where id in (
        select p.id from purchases p where p.id = any(${sql.param(ids)}::uuid[]) and ${isDue}
        order by p.expires_at for update skip locked)
      returning id, user_id, card_title, expires_at::text, end_told_days`)
    for (const ending of rows) {
      const { title, message } = sentenceFor(ending)
      await notify(tx, ending.user_id, {
        kind: 'purchase-ending',
        title,
        message,
        pack: { id: ending.id, title: ending.card_title },
      })
      await queuePush(services, tx, ending.user_id, {
        kind: 'access-ending',
        subject: `ending ${ending.id} ${ending.end_told_days}`,
        lastsSeconds: 86_400,
        title,
        body: message,
        path: '/purchases',
      })
    }
    return rows.length
  })
}

function sentenceFor({ card_title, expires_at, end_told_days }: Ending): { title: string; message: string } {
  const end = inKyiv(new Date(expires_at))
  return end_told_days === 1
    ? {
        title: 'Остання доба доступу',
        message: `Доступ до тесту «${card_title}» закінчиться ${end}. Екзамен, який ви почнете раніше, можна буде завершити.`,
      }
    : {
        title: 'Доступ скоро закінчиться',
        message: `Тест «${card_title}» відкритий для вас до ${end}. Ще є час потренуватися й скласти екзамени, які лишилися.`,
      }
}
