import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import nodemailer from 'nodemailer'
import { mails } from '../../db/schema/site.ts'
import type { Services } from '../../services.ts'
import type { MailToSend } from './mail-to-send.ts'
import { writeMailFile } from './write-mail-file.ts'

type Send = (mail: MailToSend) => Promise<void>

/** Takes the jobs of letters: to .eml files, or by SMTP. */
export function registerMail(app: FastifyInstance, services: Services): void {
  const send = openSender(app, services)
  app.addHook('onReady', async () =>
    services.jobs.work('send-mail', ({ mail_id }) => deliverMail(services, send, mail_id)),
  )
}

function openSender(app: FastifyInstance, { config }: Services): Send {
  const settings = config.mail
  if (settings.kind === 'files') return (mail) => writeMailFile(settings.folder, mail)
  const transport = nodemailer.createTransport({ url: settings.url, connectionTimeout: 15_000, socketTimeout: 30_000 })
  app.addHook('onClose', async () => transport.close())
  return async ({ id, from, to, subject, text, replyTo, createdAt }) => {
    // The same id each time: a mail server that got a letter twice can tell.
    const messageId = `<${id}@testuvannia-iq>`
    await transport.sendMail({ from, to, subject, text, ...(replyTo && { replyTo }), date: createdAt, messageId })
  }
}

/** Sends one letter unless it was sent. Throws when it could not be: the queue tries again, ever more rarely. */
async function deliverMail({ db, config }: Services, send: Send, mailId: string): Promise<void> {
  const [mail] = await db.select().from(mails).where(eq(mails.id, mailId))
  if (mail === undefined || mail.sentAt !== null) return
  const from = config.mail.kind === 'smtp' ? config.mail.from : `Тестування IQ <${config.seller.email}>`
  const { id, toAddress, subject, textBody, replyTo, createdAt } = mail
  const tries = sql`${mails.tries} + 1`
  try {
    await send({ id, from, to: toAddress, subject, text: textBody, replyTo, createdAt })
  } catch (error) {
    await db
      .update(mails)
      .set({ tries, lastError: String(error) })
      .where(eq(mails.id, mailId))
    throw error
  }
  // A sent letter's links must not lie in the database: its text goes.
  await db.update(mails).set({ tries, lastError: null, sentAt: new Date(), textBody: '' }).where(eq(mails.id, mailId))
}
