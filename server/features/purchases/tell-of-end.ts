import { sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { inKyiv } from '../mail/letter-text.ts'
import { notify } from '../news/notify.ts'

/** A purchase whose owner is told now that its time is running out. */
interface Ending extends Record<string, unknown> {
  id: string
  user_id: string
  card_title: string
  expires_at: string
  /** 7 or 1: what the owner is told. */
  end_told_days: number
}

const mostAtOnce = 100

/**
 * Tells owners that their time with a test ends within a week, and again within a day: each once, however many servers
 * run this at once, for what was told is written down in the transaction that tells it. Who bought or came back late is
 * told of the nearer end only.
 */
export async function tellOfEnds(db: Database): Promise<void> {
  let told: number
  do {
    told = await tellSome(db)
  } while (told === mostAtOnce)
}

async function tellSome(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<Ending>(sql`
      update purchases
      set end_told_days = case when expires_at <= now() + interval '1 day' then 1 else 7 end
      where id in (
        select id from purchases
        where live and status = 'paid' and expires_at > now() and expires_at <= now() + interval '7 days'
          and (end_told_days is null or (end_told_days > 1 and expires_at <= now() + interval '1 day'))
        order by expires_at limit ${mostAtOnce} for update skip locked)
      returning id, user_id, card_title, expires_at::text, end_told_days`)
    for (const ending of rows) {
      await notify(tx, ending.user_id, {
        kind: 'purchase-ending',
        ...sentenceFor(ending),
        pack: { id: ending.id, title: ending.card_title },
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
        message: `Доступ до «${card_title}» закінчиться ${end}. Екзамен, який ви почнете раніше, можна буде завершити.`,
      }
    : {
        title: 'Доступ скоро закінчиться',
        message: `«${card_title}» відкритий для вас до ${end}. Ще є час потренуватися й використати спроби екзамену.`,
      }
}
