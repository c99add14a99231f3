import type { Queries } from '../../db/connect.ts'
import { mails } from '../../db/schema/site.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'

export interface Letter {
  to: string
  subject: string
  /** Plain text; lines end with \n. */
  text: string
}

/** Writes a letter in the caller's transaction: it is sent exactly if what it tells of has happened. */
export async function queueMail(queries: Queries, jobs: JobQueue, { to, subject, text }: Letter): Promise<void> {
  const [mail] = await queries
    .insert(mails)
    .values({ toAddress: to, subject, textBody: text })
    .returning({ id: mails.id })
  await jobs.add(queries, 'send-mail', { mail_id: mail!.id })
}
