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

/** Sends a letter, or aborts on `timeIsUp`: two tries at the same time would be two letters. */
type Send = (mail: MailToSend, timeIsUp: AbortSignal) => Promise<void>

interface Sender extends LinkTokens {
  readonly send: Send
}

/** Letters that one process writes, or sends, concurrently: a mail server takes half a second for one, and a class asks together. */
export const lettersAtOnce = 5

/** The function by which the owner of the links' tokens starts a link's time when its letter leaves. */
export interface LinkTokens {
  readonly startLinkClock: (queries: Queries, clock: LinkClock) => Promise<void>
}

/** Starts the work on the jobs of letters: to .eml files, or by SMTP. */
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

/** Milliseconds: to connect, for each reply of the mail server after that, and for its goodbye. */
const stepLimits = { connectionTimeout: 30_000, socketTimeout: 30_000, socketCloseTimeout: 1_000 }

function openSender(app: FastifyInstance, { config }: Services): Send {
  const settings = config.mail
  if (settings.kind === 'files') return (mail) => writeMailFile(settings.folder, mail)
  const transport = nodemailer.createTransport({ url: settings.url, ...stepLimits })
  app.addHook('onClose', async () => transport.close())
  return async (mail, signal) => {
    const { from, subject, text, html, createdAt: date } = mail
    // Strangers type addresses. Each is passed as an object, so that nobody looks for names or lists in it.
    const to = { name: '', address: mail.to }
    const answers = mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }
    const letter = { from, to, ...answers, subject, text, html, date, messageId: messageIdOf(mail), headers: automatic }
    await transport.sendMail({ ...letter, signal })
  }
}

/**
 * Sends a letter unless it was sent, was refused for good, has waited too long, or reports a result that its owner has seen.
 * Throws if the letter could not be sent: the queue tries again, ever more rarely.
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
    // The reason for the abort says more than the abort itself.
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
  // The links of a sent letter must not stay in the database, so its text is deleted.
  await db.update(mails).set({ tries, lastError: null, sentAt: new Date(), textBody: '' }).where(eq(mails.id, mailId))
}

/**
 * Whether a mail server will never take this letter: a 5xx (RFC 5321, 4.2.1) about its recipient or its content. A 5xx at the
 * greeting, the log-in or the sender is about our set-up, which an operator mends while letters wait. So are policies (RFC 3463:
 * X.7.X, as when relaying is denied). A full mailbox (X.2.2; 552) may be emptied.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { responseCode, command, response } = error as Error & Partial<Refusal>
  if (responseCode === undefined || responseCode < 500 || responseCode > 599 || responseCode === 552) return false
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return !/\b5\.(?:7\.\d{1,3}|2\.2)\b/.test(response ?? '')
}

/** What nodemailer says about a refusal, in addition to its code. */
interface Refusal {
  responseCode: number
  /** The SMTP step that was refused. */
  command: string
  response: string
}
