import { and, eq, inArray, isNotNull, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { isAway } from '../../db/is-away.ts'
import { consents, oneTimeTokens, rateCounters, refreshFamilies, users } from '../../db/schema/accounts.ts'
import { attempts, waitingPapers } from '../../db/schema/attempts.ts'
import { feedbackMessages } from '../../db/schema/catalog.ts'
import { ledger, orders, purchases } from '../../db/schema/purchases.ts'
import { pushSubscriptions } from '../../db/schema/pushes.ts'
import { questionReports } from '../../db/schema/question-reports.ts'
import { earnedAchievements, mails, notifications } from '../../db/schema/site.ts'
import type { Services } from '../../services.ts'
import type { Account } from '../auth/open-account.ts'
import { nobodysAddress } from '../mail/nobodys-address.ts'
import { theirFeedback } from './their-feedback.ts'

/**
 * Erases everything that is kept of a person, if their account was closed and its time has come. An account that was reopened or
 * erased stays as it is, so the job may run twice. Orders with money that moved stay: tax law requires the purchase and its
 * ledger. Orders for which money may still come stay too: somebody must know its purpose and return it. Their account row stays,
 * and names nobody. Graded exams leave the data that calibrates items, which leads back to nobody. Nothing else stays.
 */
export async function eraseAccount(services: Services, userId: string): Promise<void> {
  const { db, log } = services
  const isDue = and(eq(users.id, userId), isNotNull(users.closedAt), lte(users.eraseAfter, sql`now()`))
  const isErased = await db.transaction(async (tx) => {
    const [account] = await tx.select().from(users).where(isDue).for('update')
    if (account === undefined || account.erasedAt !== null) return false
    // Everybody locks in this order: account, purchases, attempts.
    await tx.select({ id: purchases.id }).from(purchases).where(eq(purchases.userId, userId)).for('update')
    await leaveNameless(services, tx, userId)
    await eraseTraces(tx, account)
    await erasePurchases(tx, userId)
    const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId)).limit(1)
    if (order === undefined) await tx.delete(users).where(eq(users.id, userId))
    else await takeNameAway(tx, userId)
    return true
  })
  if (isErased) log.info({ userId }, 'account erased')
}

/** Most accounts that one round erases. */
const mostAtOnce = 100

/** Erases accounts that are overdue by an hour: their job was lost or fails. A failure is logged and does not stop the others. */
export async function eraseOverdue(services: Services): Promise<void> {
  const isOverdue = and(
    isNotNull(users.closedAt),
    isNull(users.erasedAt),
    lte(users.eraseAfter, sql`now() - interval '1 hour'`),
  )
  const overdue = await services.db
    .select({ id: users.id })
    .from(users)
    .where(isOverdue)
    // At random, so that accounts that fail repeatedly do not hold up the others.
    .orderBy(sql`random()`)
    .limit(mostAtOnce)
  for (const { id } of overdue) {
    await eraseAccount(services, id).catch((err: unknown) =>
      services.log.error({ err, userId: id }, 'an account could not be erased'),
    )
  }
}

/** Runs `beforeErasing` in a savepoint: an unreadable paper must not keep a person's data from being erased. */
async function leaveNameless({ beforeErasing, log }: Services, tx: Queries, userId: string): Promise<void> {
  try {
    await tx.transaction(async (savepoint) => {
      for (const leave of beforeErasing) await leave(savepoint, userId)
    })
  } catch (error) {
    if (isAway(error)) throw error
    log.error({ err: error, userId }, 'an erased account leaves nothing to calibration')
  }
}

/** Deletes what is tied to the account or its address. Cascades take papers, answers, results and waiting push messages. */
async function eraseTraces(tx: Queries, account: Account): Promise<void> {
  await tx.delete(questionReports).where(eq(questionReports.userId, account.id))
  await tx.delete(attempts).where(eq(attempts.userId, account.id))
  const theirs = tx.select({ id: purchases.id }).from(purchases).where(eq(purchases.userId, account.id))
  await tx.delete(waitingPapers).where(inArray(waitingPapers.purchaseId, theirs))
  await tx.delete(consents).where(eq(consents.userId, account.id))
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, account.id))
  await tx.delete(refreshFamilies).where(eq(refreshFamilies.userId, account.id))
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, account.id))
  await tx.delete(notifications).where(eq(notifications.userId, account.id))
  await tx.delete(earnedAchievements).where(eq(earnedAchievements.userId, account.id))
  const address = account.email.toLowerCase()
  const toThem = eq(sql`lower(${mails.toAddress})`, address)
  // The last word of a subject, as an index has it: the copy of an appeal ends with its author's address, which has no space.
  const isNamedLast = and(isNull(mails.userId), eq(sql`split_part(lower(${mails.subject}), ' ', -1)`, address))
  const fromThemToUs = or(eq(sql`lower(${mails.replyTo})`, address), isNamedLast)
  await tx.delete(mails).where(or(eq(mails.userId, account.id), toThem, fromThemToUs))
  await tx.delete(feedbackMessages).where(theirFeedback(account))
  for (const subject of [address, account.id]) {
    await tx.delete(rateCounters).where(sql`${rateCounters.key} like ${`%:${escapeLike(subject)}`}`)
  }
}

/**
 * Deletes orders that never had a checkout or any money. The others stay without any data of the person: a provider's callback
 * may be days late. An order that waits for payment stays live, so that the provider is asked about it until it has ended.
 */
async function erasePurchases(tx: Queries, userId: string): Promise<void> {
  const movements = tx.select({ id: ledger.id }).from(ledger).where(eq(ledger.orderId, orders.id))
  await tx.delete(orders).where(and(eq(orders.userId, userId), isNull(orders.checkout), notExists(movements)))
  // Tax law does not need the extra time, and it could identify the person.
  await tx
    .update(purchases)
    .set({ extraTimeFactor: 1 })
    .where(and(eq(purchases.userId, userId), ne(purchases.extraTimeFactor, 1)))
  await tx
    .update(purchases)
    .set({ live: false })
    .where(and(eq(purchases.userId, userId), ne(purchases.status, 'pending')))
}

async function takeNameAway(tx: Queries, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({
      email: nobodysAddress(userId),
      passwordHash: '',
      firstName: '',
      lastName: '',
      description: '',
      gender: '',
      phoneNumber: '',
      region: '',
      age: '',
      schooling: '',
      isActive: false,
      isVerified: false,
      erasedAt: sql`now()`,
    })
    .where(eq(users.id, userId))
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
