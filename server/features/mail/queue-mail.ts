import type { Queries } from '../../db/connect.ts'
import { mails } from '../../db/schema/site.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import { isNobodys } from './nobodys-address.ts'

export interface Letter {
  to: string
  subject: string
  /** Plain text; lines end with \n. */
  text: string
  /** Whom an answer goes to, where that is not the sender. */
  replyTo?: string
  /** Whose account it is about: the letter is exported and erased with it. */
  userId?: string
}

/** Writes a letter in the caller's transaction: it is sent exactly if what it tells of has happened. */
export async function queueMail(
  queries: Queries,
  jobs: JobQueue,
  { to, subject, text, replyTo, userId }: Letter,
): Promise<void> {
  if (isNobodys(to)) return
  const [mail] = await queries
    .insert(mails)
    .values({ toAddress: to, subject, textBody: text, replyTo: replyTo ?? null, userId: userId ?? null })
    .returning({ id: mails.id })
  await jobs.add(queries, 'send-mail', { mail_id: mail!.id })
}
