import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { mails } from '../../db/schema/site.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import { isNobodys } from './nobodys-address.ts'

/** The token of a letter's link, by its hash, and how many minutes it works after the letter leaves. */
export interface LinkClock {
  kind: string
  token_hash: string
  minutes: number
}

export interface Letter {
  to: string
  subject: string
  /** Plain text; lines end with \n. `letterHtml` makes the HTML part from it. */
  text: string
  /** The label of the button that opens the letter's link, the first paragraph that is only an address. Unset: no button. */
  action?: string
  /** The address for answers, if it is not the sender's. */
  replyTo?: string
  /** The account that the letter is about: the letter is exported and erased with it. */
  userId?: string
  /** A link whose time counts from when the letter leaves. */
  linkClock?: LinkClock
  /** The exam whose result the letter reports. A result has one letter at most, and none once its owner has seen it. */
  resultOf?: string
  /**
   * The letter asks for a confirmation of an address, so all other letters go first: a person with many accounts can cause any
   * number of these, and receipts, resets and sign-in links must not wait behind them.
   */
  isConfirmation?: boolean
  /** Minutes until it is sent. Unset: immediately. */
  delayMinutes?: number
  /** Minutes that it may wait to be sent; afterwards it is dropped. Unset: days, for as long as the queue tries. */
  waitMinutes?: number
}

/** Queues a letter in the caller's transaction: it is sent exactly if what it reports has happened. */
export async function queueMail(
  queries: Queries,
  jobs: JobQueue,
  {
    to,
    subject,
    text,
    action,
    replyTo,
    userId,
    linkClock,
    resultOf,
    isConfirmation = false,
    delayMinutes = 0,
    waitMinutes,
  }: Letter,
): Promise<void> {
  if (isNobodys(to)) return
  const [mail] = await queries
    .insert(mails)
    .values({
      toAddress: to,
      subject,
      textBody: text,
      action: action ?? null,
      replyTo: replyTo ?? null,
      userId: userId ?? null,
      linkClock: linkClock ?? null,
      sendBefore: waitMinutes === undefined ? null : inMinutes(waitMinutes),
      sendAfter: delayMinutes === 0 ? null : inMinutes(delayMinutes),
      resultOf: resultOf ?? null,
    })
    // A result has one letter at most.
    .onConflictDoNothing()
    .returning({ id: mails.id })
  if (mail === undefined) return
  await jobs.add(queries, 'send-mail', { mail_id: mail.id }, delayMinutes * 60, isConfirmation ? -1 : 0)
}

/**
 * Sends waiting letters of results to the owner's new address: the old one may be, or have become, somebody else's. Other letters
 * are about the time before the change, and keep their address.
 */
export async function readdressResultLetters(queries: Queries, userId: string, to: string): Promise<void> {
  const isWaiting = and(eq(mails.userId, userId), isNotNull(mails.resultOf), isNull(mails.sentAt))
  await queries.update(mails).set({ toAddress: to }).where(isWaiting)
}

const inMinutes = (minutes: number) => sql`now() + make_interval(mins => ${minutes})`
