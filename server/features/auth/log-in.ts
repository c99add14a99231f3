import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { LoginBody } from '#contract/log-in.ts'
import type { SessionReply } from '#contract/session.ts'
import { users } from '../../db/schema/accounts.ts'
import { Failure } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { spendResetLinks } from './one-time-tokens.ts'
import { verifyPassword } from './password-hash.ts'
import { openSession } from './sessions.ts'

/**
 * Opens a session. An unknown address and a wrong password get the same answer at the same cost: 400 `invalid_credentials`. Only
 * a caller who knows the password hears 403 `account_inactive` or `account_closed`.
 */
export async function logIn(
  { db, secrets }: Services,
  body: z.output<typeof LoginBody>,
  userAgent: string | undefined,
): Promise<SessionReply> {
  const [account] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, body.email.toLowerCase()))
  const matches = await verifyPassword(account?.passwordHash, body.password)
  if (!matches || account === undefined) throw invalidCredentials().about(account?.id)
  if (account.closedAt !== null) {
    const sentence = 'Цей обліковий запис закрито. Щоб повернути його, відкрийте посилання з нашого листа.'
    throw new Failure(403, 'account_closed', sentence).about(account.id)
  }
  if (!account.isActive)
    throw new Failure(403, 'account_inactive', 'Цей обліковий запис вимкнено. Напишіть нам: розберемося.').about(
      account.id,
    )

  return db.transaction(async (tx) => {
    // While the password was being verified, it may have been changed, or the account closed and its sessions ended.
    const unchanged = and(
      eq(users.id, account.id),
      eq(users.passwordHash, account.passwordHash),
      eq(users.isActive, true),
      isNull(users.closedAt),
    )
    const [same] = await tx.select({ id: users.id }).from(users).where(unchanged).for('share')
    if (same === undefined) throw invalidCredentials().about(account.id)
    // A person who knows the password needs no reset link, so links that are still in a mailbox stop working.
    await spendResetLinks(tx, account.id)
    return openSession(tx, secrets, account, { rememberMe: body.remember_me, userAgent })
  })
}

const invalidCredentials = () => new Failure(400, 'invalid_credentials', 'Неправильна електронна адреса або пароль.')
