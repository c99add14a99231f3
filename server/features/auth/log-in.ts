import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { LoginBody, SessionReply } from '#contract/auth.ts'
import { users } from '../../db/schema/accounts.ts'
import { Failure } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { verifyPassword } from './password-hash.ts'
import { openSession } from './sessions.ts'

/**
 * Opens a session. An unknown address and a wrong password get the same answer at the same cost: 400
 * `invalid_credentials`. 403 `account_inactive` is told only to who knows the password.
 */
export async function logIn({ db, secrets }: Services, body: z.output<typeof LoginBody>): Promise<SessionReply> {
  const [account] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, body.email.toLowerCase()))
  const matches = await verifyPassword(account?.passwordHash, body.password)
  if (!matches || account === undefined) {
    throw new Failure(400, 'invalid_credentials', 'Неправильна електронна адреса або пароль.')
  }
  if (!account.isActive) throw new Failure(403, 'account_inactive', 'Цей обліковий запис вимкнено. Напишіть нам.')
  return openSession(db, secrets, account, body.remember_me)
}
