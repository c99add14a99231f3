import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/accounts.ts'
import { Failure } from '../../failure.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import type { Services } from '../../services.ts'
import { consumeProof, hasProof, issueToken } from './one-time-tokens.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { replacePassword } from './replace-password.ts'
import { requireFitPassword } from './require-fit-password.ts'
import { requireLiveSession } from './require-live-session.ts'
import { revokeFamilies } from './sessions.ts'

/** Minutes that a proof of the old password is good for. */
const proofMinutes = 5

/** Stores, for this session, a proof that its owner knows the password. Throws 400 `wrong_password`. */
export async function proveOldPassword({ db }: Services, user: SignedInUser, oldPassword: string): Promise<void> {
  const [account] = await db.select().from(users).where(eq(users.id, user.id))
  if (!(await verifyPassword(account?.passwordHash, oldPassword))) {
    const sentence = 'Невірний старий пароль'
    throw new Failure(400, 'wrong_password', sentence, { fields: { old_password: sentence } })
  }
  await issueToken(db, 'password-proof', user.id, proofMinutes, { family_id: user.familyId })
}

/**
 * Sets the new password and ends every other session. The proof is the server's own record; without it, 403
 * `password_proof_missing`. Throws 429 `rate_limited` beyond twenty a day.
 */
export async function changePassword(
  services: Services,
  user: SignedInUser,
  body: { new_password1: string; new_password2: string },
): Promise<void> {
  requireFitPassword(body.new_password1, body.new_password2, ['new_password1', 'new_password2'])
  await services.limit.withRoom(['password-changes'], user.id)
  // A hash keeps a core busy for a while: it needs a proof.
  if (!(await hasProof(services.db, user.id, user.familyId))) throw proofMissing()
  const passwordHash = await hashPassword(body.new_password1)
  await services.db.transaction(async (tx) => {
    await requireLiveSession(tx, user)
    if (!(await consumeProof(tx, user.id, user.familyId))) throw proofMissing()
    await replacePassword(tx, services, user.id, passwordHash)
    await revokeFamilies(services, tx, { userId: user.id, except: user.familyId }, 'password changed')
  })
  // Only successful changes count. Otherwise a person with a session and no password could use up the owner's changes.
  await services.limit.passes('password-changes', user.id)
}

const proofMissing = () => new Failure(403, 'password_proof_missing', 'Спершу введіть старий пароль ще раз.')
