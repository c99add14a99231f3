import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import nodemailer from 'nodemailer'
import type { Queries } from '../../db/connect.ts'
import { mails } from '../../db/schema/site.ts'
import type { Services } from '../../services.ts'
import { isResultUnseen } from '../notifications/is-result-unseen.ts'
import { letterHtml } from './letter-html.ts'
import { automatic, type MailToSend, messageIdOf } from './mail-to-send.ts'
import type { LinkClock } from './queue-mail.ts'
import { writeMailFile } from './write-mail-file.ts'

/** Sends a letter, or ends what it has begun of that when `timeIsUp`: two tries at once would be two letters. */
type Send = (mail: MailToSend, timeIsUp: AbortSignal) => Promise<void>

interface Sender extends LinkTokens {
  readonly send: Send
}

/**
 * Letters that one process writes, and sends, side by side: a mail server takes half a second for one, a row that somebody
 * holds may take longer, and a class asks at once.
 */
export const lettersAtOnce = 5

/** What the owner of the links' tokens does when a letter leaves. */
export interface LinkTokens {
  readonly startLinkClock: (queries: Queries, clock: LinkClock) => Promise<void>
}

/** Takes the jobs of letters: to .eml files, or by SMTP. */
export function registerMail(app: FastifyInstance, services: Services, { startLinkClock }: LinkTokens): void {
  const sender: Sender = { send: openSender(app, services), startLinkClock }
  app.addHook('onReady', async () =>
    services.jobs.work(
      'send-mail',
      ({ mail_id }, timeIsUp) => deliverMail(services, sender, mail_id, timeIsUp),
      lettersAtOnce,
    ),
  )
}

/** Milliseconds: to connect and be greeted, for each word of the mail server after that, and for its goodbye. */
const stepLimits = { connectionTimeout: 30_000, socketTimeout: 30_000, socketCloseTimeout: 1_000 }

function openSender(app: FastifyInstance, { config }: Services): Send {
  const settings = config.mail
  if (settings.kind === 'files') return (mail) => writeMailFile(settings.folder, mail)
  const transport = nodemailer.createTransport({ url: settings.url, ...stepLimits })
  app.addHook('onClose', async () => transport.close())
  return async (mail, signal) => {
    const { from, subject, text, html, createdAt: date } = mail
    // Strangers type addresses: as objects they are one each, and nobody looks for names or lists in them.
    const to = { name: '', address: mail.to }
    const answers = mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }
    const letter = { from, to, ...answers, subject, text, html, date, messageId: messageIdOf(mail), headers: automatic }
    await transport.sendMail({ ...letter, signal })
  }
}

/**
 * Sends one letter unless it was sent, was refused for good, has waited for longer than it may, or tells of a result that its
 * owner has seen meanwhile. Throws when it could not be
 * sent: the queue tries again, ever more rarely.
 */
async function deliverMail(
  { db, config, log, metrics: { letters } }: Services,
  { send, startLinkClock }: Sender,
  mailId: string,
  timeIsUp: AbortSignal,
): Promise<void> {
  const [row] = await db
    .select({ mail: mails, isTooLate: sql<boolean>`coalesce(${mails.sendBefore} < now(), false)` })
    .from(mails)
    .where(eq(mails.id, mailId))
  // Of a letter that is over nothing is left to send.
  if (row === undefined || row.mail.sentAt !== null || row.mail.textBody === '') return
  const { mail } = row
  if (row.isTooLate) {
    letters.inc({ outcome: 'too_late' })
    log.error({ mailId }, 'a letter could not be sent while it was of use')
    await db.update(mails).set({ textBody: '' }).where(eq(mails.id, mailId))
    return
  }
  if (mail.resultOf !== null && !(await isResultUnseen(db, mail.userId!, mail.resultOf))) {
    letters.inc({ outcome: 'unneeded' })
    await db.update(mails).set({ textBody: '', lastError: 'not needed any more' }).where(eq(mails.id, mailId))
    return
  }
  const from = config.mail.kind === 'smtp' ? config.mail.from : `Тестування IQ <${config.seller.email}>`
  const { id, toAddress, subject, textBody, replyTo, sendAfter } = mail
  const createdAt = sendAfter ?? mail.createdAt
  const html = letterHtml(mail)
  const tries = sql`${mails.tries} + 1`
  try {
    if (mail.linkClock !== null) await startLinkClock(db, mail.linkClock as LinkClock)
    await send({ id, from, to: toAddress, subject, text: textBody, html, replyTo, createdAt }, timeIsUp)
  } catch (caught) {
    // That it was cut short says less than why.
    const error: unknown = timeIsUp.aborted ? timeIsUp.reason : caught
    if (isRefusedForGood(error)) {
      letters.inc({ outcome: 'refused' })
      log.warn({ mailId, err: error }, 'a letter is refused for good')
      const lastError = `refused for good: ${String(error)}`
      await db.update(mails).set({ tries, lastError, textBody: '' }).where(eq(mails.id, mailId))
      return
    }
    letters.inc({ outcome: 'failed' })
    await db
      .update(mails)
      .set({ tries, lastError: String(error) })
      .where(eq(mails.id, mailId))
    throw error
  }
  letters.inc({ outcome: 'sent' })
  // A sent letter's links must not stay in the database: its text goes.
  await db.update(mails).set({ tries, lastError: null, sentAt: new Date(), textBody: '' }).where(eq(mails.id, mailId))
}

/**
 * Whether a mail server will never take this letter: a 5xx (RFC 5321, 4.2.1) about its recipient or its content. The same numbers
 * at the greeting, the log-in or the sender speak of how we are set up, which an operator mends while letters wait. So do
 * policies (RFC 3463: X.7.X, as when relaying is denied), and a full mailbox (X.2.2; 552) may be emptied.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { responseCode, command, response } = error as Error & Partial<Refusal>
  if (responseCode === undefined || responseCode < 500 || responseCode > 599 || responseCode === 552) return false
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return !/\b5\.(?:7\.\d{1,3}|2\.2)\b/.test(response ?? '')
}

/** What nodemailer says of a refusal, beside its code. */
interface Refusal {
  responseCode: number
  /** The step of the conversation at which it came. */
  command: string
  response: string
}
