import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../db/connect.ts'
import { refreshFamilies, users } from '../../db/schema/accounts.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { Act, OperatorWord } from '../audit/act-as-operator.ts'
import { endTicketsEverywhere } from '../exams/end-tickets.ts'
import { actAsOperator } from '../exams/operator-acts/act-on-record.ts'
import type { Account } from '../auth/open-account.ts'
import { revokeFamilies } from '../auth/sessions.ts'
import { dropSubscriptions } from '../push/drop-subscriptions.ts'
import { lockAccount } from './find-account.ts'

/** What follows the end of a session, for a server as for an operator's command, which has no services of one. */
export const ending = { afterSignOut: [dropSubscriptions, endTicketsEverywhere] }

interface Done {
  account: Account
  act: Act
}

/**
 * Shuts a person out: every session ends, the tickets of their attempts are no longer taken, and log-in is refused by
 * every process from its next call on, for all of them look at the account's row. What was acknowledged stays, an exam's
 * clock continues, and money that comes is still booked. Throws OperatorMistake for an account that is blocked or erased.
 */
export function blockAccount(db: Database, word: OperatorWord, who: string): Promise<Done> {
  return actAsOperator(db, word, async (tx) => {
    const account = await lockAccount(tx, who)
    if (account.erasedAt !== null) throw new OperatorMistake('This account is erased: nobody can get in.')
    if (!account.isActive) throw new OperatorMistake('This account is blocked already.')
    const before = { is_active: true, live_sessions: await countLiveSessions(tx, account.id) }
    await tx.update(users).set({ isActive: false }).where(eq(users.id, account.id))
    // A blocked account's tickets are refused as they are, and deliver again when it is let in.
    await revokeFamilies(ending, tx, { userId: account.id, keepsTickets: true }, 'blocked by an operator')
    return {
      account,
      act: { command: 'block', userId: account.id, before, after: { is_active: false, live_sessions: 0 } },
    }
  })
}

/**
 * Lets a blocked person in again: they log in again, and what their devices still hold is taken. Throws OperatorMistake for
 * an account that is not blocked, or erased.
 */
export function unblockAccount(db: Database, word: OperatorWord, who: string): Promise<Done> {
  return actAsOperator(db, word, async (tx) => {
    const account = await lockAccount(tx, who)
    if (account.erasedAt !== null) throw new OperatorMistake('This account is erased: it cannot be opened again.')
    if (account.isActive) throw new OperatorMistake('This account is not blocked.')
    await tx.update(users).set({ isActive: true }).where(eq(users.id, account.id))
    const act = { command: 'unblock', userId: account.id, before: { is_active: false }, after: { is_active: true } }
    return { account, act }
  })
}

/** Signs a person out of every browser, and makes the sign-in links on their way dead. They may log in again. */
export function endSessions(db: Database, word: OperatorWord, who: string): Promise<Done> {
  return actAsOperator(db, word, async (tx) => {
    const account = await lockAccount(tx, who)
    const before = { live_sessions: await countLiveSessions(tx, account.id) }
    await revokeFamilies(ending, tx, { userId: account.id }, 'ended by an operator')
    return { account, act: { command: 'sessions', userId: account.id, before, after: { live_sessions: 0 } } }
  })
}

/** Signed-in browsers of a person that neither ended nor rested for too long. */
export async function countLiveSessions(queries: Queries, userId: string): Promise<number> {
  const isLive = and(
    eq(refreshFamilies.userId, userId),
    isNull(refreshFamilies.revokedAt),
    gt(refreshFamilies.expiresAt, sql`now()`),
  )
  const [counted] = await queries.select({ live: count() }).from(refreshFamilies).where(isLive)
  return counted!.live
}
