import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/accounts.ts'
import { Failure } from '../../failure.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import type { Services } from '../../services.ts'
import type { Account } from '../auth/open-account.ts'
import { verifyPassword } from '../auth/password-hash.ts'

/** The account, if this is its password. Throws 400 `wrong_password` on the form's field. */
export async function requirePassword({ db }: Services, user: SignedInUser, password: string): Promise<Account> {
  const [account] = await db.select().from(users).where(eq(users.id, user.id))
  if (account === undefined || !(await verifyPassword(account.passwordHash, password))) {
    const sentence = 'Неправильний пароль.'
    throw new Failure(400, 'wrong_password', sentence, { fields: { password: sentence } })
  }
  return account
}
