import { and, count, eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { mails } from '../../db/schema/site.ts'
import type { Letter } from './queue-mail.ts'

/** How many letters of this subject were written to this account within 24 hours. */
export async function sentToday(tx: Queries, { userId, subject }: Letter): Promise<number> {
  const isSame = and(eq(mails.userId, userId!), eq(mails.subject, subject))
  const [sent] = await tx
    .select({ letters: count() })
    .from(mails)
    .where(and(isSame, sql`${mails.createdAt} > now() - interval '1 day'`))
  return sent!.letters
}
