import { eq, sql } from 'drizzle-orm'
import { normalEmail } from '#contract/email-address.ts'
import { staff } from '../../db/schema/staff.ts'
import { Failure } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { verifyPassword } from '../auth/password-hash.ts'
import { takeSecondFactor } from './second-factor.ts'
import { beginSession, noteProof, type StaffSession } from './staff-session.ts'
import { wrongCode } from './invite.ts'

interface Attempt {
  email: string
  password: string
  code: string
  /** The caller's address, for the limits. */
  address: string
  device: string
}

/**
 * Signs in by address, password and second factor, and returns the secret of the cookie. No limit counts wrong passwords by
 * account: a stranger could lock somebody out. Strangers' tries are counted by their network. Wrong codes are counted by account,
 * but only after the right password, which no stranger has. Throws 401 `invalid_credentials`, whatever was wrong of address and
 * password, 400 `validation_failed` for a wrong code, 429 `rate_limited`.
 */
export async function signIn(
  { db, secrets, limit }: Pick<Services, 'db' | 'secrets' | 'limit'>,
  { email, password, code, address, device }: Attempt,
): Promise<string> {
  await limit('staff-sign-in-address', address)
  const [member] = await db
    .select()
    .from(staff)
    .where(eq(sql`lower(${staff.email})`, normalEmail(email).toLowerCase()))
  const isMember = member !== undefined && member.endedAt === null && member.acceptedAt !== null
  const isRight = await verifyPassword(isMember ? member.passwordHash : undefined, password)
  if (!isMember || !isRight) {
    throw new Failure(401, 'invalid_credentials', 'Адреса, пароль або код не підходять.').about(member?.id)
  }
  await limit('staff-codes', member.id)
  return db.transaction(async (tx) => {
    if (!(await takeSecondFactor({ secrets }, tx, member.id, code))) throw wrongCode().about(member.id)
    return beginSession(tx, member.id, device)
  })
}

/** Shows the second factor again. Throws 400 `validation_failed` for a wrong code, 429 `rate_limited`. */
export async function prove(
  { db, secrets, limit }: Pick<Services, 'db' | 'secrets' | 'limit'>,
  { staffId, sessionId }: StaffSession,
  code: string,
): Promise<void> {
  await limit('staff-codes', staffId)
  await db.transaction(async (tx) => {
    if (!(await takeSecondFactor({ secrets }, tx, staffId, code))) throw wrongCode().about(staffId)
    await noteProof(tx, sessionId)
  })
}
