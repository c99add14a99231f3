import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { mails } from '../../db/schema/site.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import { isNobodys } from './nobodys-address.ts'

/** The token of a letter's link, by its hash, and how many minutes it works from the moment at which the letter leaves. */
export interface LinkClock {
  kind: string
  token_hash: string
  minutes: number
}

export interface Letter {
  to: string
  subject: string
  /** Plain text; lines end with \n. The letter's other part, HTML, is made of it (`letterHtml`). */
  text: string
  /** What the button says that opens the letter's link: the first paragraph that is nothing but an address. Unset: no button. */
  action?: string
  /** Whom an answer goes to, where that is not the sender. */
  replyTo?: string
  /** Whose account it is about: the letter is exported and erased with it. */
  userId?: string
  /** A link whose time counts from when the letter leaves. */
  linkClock?: LinkClock
  /** The exam whose result it tells of: of each at most one letter leaves, and none when its owner has seen that by then. */
  resultOf?: string
  /**
   * It asks whether an address is its owner's: all other letters go before it. Somebody with many accounts can have more of these sent
   * than of any others, and receipts, resets and sign-in links shall not wait behind them.
   */
  isConfirmation?: boolean
  /** Minutes until it is sent. Unset: at once. */
  delayMinutes?: number
  /** Minutes that it may wait for being sent; afterwards it is dropped. Unset: for days, as long as the queue tries. */
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
 * Letters of results that have not left go where their owner reads from now on. An address may be given up because it is, or has become,
 * somebody else's; other letters that wait are about the time before the change, and stay as they are.
 */
export async function readdressResultLetters(queries: Queries, userId: string, to: string): Promise<void> {
  const isWaiting = and(eq(mails.userId, userId), isNotNull(mails.resultOf), isNull(mails.sentAt))
  await queries.update(mails).set({ toAddress: to }).where(isWaiting)
}

const inMinutes = (minutes: number) => sql`now() + make_interval(mins => ${minutes})`
