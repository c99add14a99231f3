import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../db/connect.ts'
import { refreshFamilies, users } from '../../db/schema/accounts.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { Act, OperatorWord } from '../audit/act-as-operator.ts'
import { endTicketsEverywhere } from '../exams/end-tickets.ts'
import { actAsOperator } from '../exams/operator-acts/act-on-record.ts'
import type { Account } from '../auth/open-account.ts'
import { revokeFamilies } from '../auth/sessions.ts'
import { closeNow } from '../account/close-account.ts'
import type { Services } from '../../services.ts'
import { dropSubscriptions } from '../push/drop-subscriptions.ts'
import { lockAccount } from './find-account.ts'

/** Hooks of an ended session, for servers and for operators' commands, which have no `Services`. */
export const ending = { afterSignOut: [dropSubscriptions, endTicketsEverywhere] }

interface Done {
  account: Account
  act: Act
}

/**
 * Shuts a person out: every session ends, and every process refuses their tickets and log-in from its next call, because all read
 * the account's row. Acknowledged answers stay, an exam's clock continues, and money that arrives is booked. Throws
 * OperatorMistake if the account is blocked or erased.
 */
export function blockAccount(db: Database, word: OperatorWord, who: string): Promise<Done> {
  return actAsOperator(db, word, async (tx) => {
    const account = await lockAccount(tx, who)
    if (account.erasedAt !== null) throw new OperatorMistake('This account is erased: nobody can get in.')
    if (!account.isActive) throw new OperatorMistake('This account is blocked already.')
    const before = { is_active: true, live_sessions: await countLiveSessions(tx, account.id) }
    await tx.update(users).set({ isActive: false }).where(eq(users.id, account.id))
    // A blocked account's tickets are refused anyway, and must deliver again once it is unblocked.
    await revokeFamilies(ending, tx, { userId: account.id, keepsTickets: true }, 'blocked by an operator')
    return {
      account,
      act: { command: 'block', userId: account.id, before, after: { is_active: false, live_sessions: 0 } },
    }
  })
}

/** Lets a blocked person log in, and their devices deliver, again. Throws OperatorMistake unless the account is blocked. */
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

/**
 * Closes an account by its owner's request: sessions end, and it is erased in seven days unless the owner undoes that by the link
 * of a letter. Throws OperatorMistake if it is closed or erased already.
 */
export function closeByRequest(services: Services, word: OperatorWord, who: string): Promise<Done> {
  return actAsOperator(services.db, word, async (tx) => {
    const account = await lockAccount(tx, who)
    if (account.closedAt !== null || account.erasedAt !== null)
      throw new OperatorMistake('This account is closed already.')
    const eraseAfter = await closeNow(services, tx, account.id)
    const act = {
      command: 'close',
      userId: account.id,
      before: { state: 'open' },
      after: { state: 'closed', erase_after: eraseAfter.toISOString() },
    }
    return { account, act }
  })
}

/** Signs a person out of every browser and spends the open sign-in links. They may log in again. */
export function endSessions(db: Database, word: OperatorWord, who: string): Promise<Done> {
  return actAsOperator(db, word, async (tx) => {
    const account = await lockAccount(tx, who)
    const before = { live_sessions: await countLiveSessions(tx, account.id) }
    await revokeFamilies(ending, tx, { userId: account.id }, 'ended by an operator')
    return { account, act: { command: 'sessions', userId: account.id, before, after: { live_sessions: 0 } } }
  })
}

/** A person's sessions that have neither ended nor expired. */
export async function countLiveSessions(queries: Queries, userId: string): Promise<number> {
  const isLive = and(
    eq(refreshFamilies.userId, userId),
    isNull(refreshFamilies.revokedAt),
    gt(refreshFamilies.expiresAt, sql`now()`),
  )
  const [counted] = await queries.select({ live: count() }).from(refreshFamilies).where(isLive)
  return counted!.live
}
