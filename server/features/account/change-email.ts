import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { oneTimeTokens, users } from '../../db/schema/accounts.ts'
import { Failure, validationFailed } from '../../failure.ts'
import { digest } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import type { SignedInUser } from '../auth/authenticate.ts'
import { accountOfLink, linkInvalid, mailLink } from '../auth/mail-link.ts'
import { consumeToken, issueToken } from '../auth/one-time-tokens.ts'
import { type Account, isOpen } from '../auth/open-account.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { changedLetter, newAddressLetter, oldAddressLetter } from './email-letters.ts'
import { requirePassword } from './require-password.ts'

/** Hours that both links of a change work. */
const linkHours = 24
const bothSides = ['email-change-old', 'email-change-new'] as const

/** What both links are bound to: a change of the password or of the address in between makes them dead. */
const boundTo = (account: Account) => digest(`${account.passwordHash}\n${account.email.toLowerCase()}`)

/**
 * Writes to the old address and to the new one; a new request makes the links of an earlier one dead. Throws 400
 * `wrong_password`, 400 on `new_email` when it is the address that the account has, 409 `email_taken`.
 */
export async function requestEmailChange(
  services: Services,
  user: SignedInUser,
  { new_email, password }: { new_email: string; password: string },
): Promise<void> {
  const account = await requirePassword(services, user, password)
  if (new_email.toLowerCase() === account.email.toLowerCase()) {
    throw validationFailed({ new_email: 'Це і є ваша теперішня адреса.' })
  }
  await services.db.transaction(async (tx) => {
    await requireFree(tx, new_email)
    await forgetChanges(tx, account.id)
    const payload = { change: crypto.randomUUID(), to: new_email, bound_to: boundTo(account) }
    const link = async (side: (typeof bothSides)[number]) =>
      mailLink(services, 'confirm-email', account.id, await issueToken(tx, side, account.id, linkHours * 60, payload))
    await queueMail(tx, services.jobs, oldAddressLetter(account, new_email, await link('email-change-old'), linkHours))
    await queueMail(tx, services.jobs, newAddressLetter(account, new_email, await link('email-change-new'), linkHours))
  })
}

/**
 * Takes one side's confirmation; the second one changes the address, which is thereby confirmed, and tells both. Throws
 * 400 `link_invalid`, or 409 `email_taken` when somebody has registered the new address meanwhile.
 */
export async function confirmEmailChange(
  services: Services,
  { uid, token }: { uid: string; token: string },
): Promise<'half_confirmed' | 'changed'> {
  const userId = accountOfLink(uid)
  return services.db.transaction(async (tx) => {
    // Both sides may be opened at the same moment: this lock makes one of them the second.
    const [account] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const used = await consumeToken(tx, bothSides, userId, token)
    if (used === undefined || account === undefined || !isOpen(account)) throw linkInvalid().about(userId)
    const { change, to, bound_to } = used.payload
    if (bound_to !== boundTo(account)) throw linkInvalid().about(userId)
    if (!(await areBothConfirmed(tx, userId, change!))) return 'half_confirmed'

    await setAddress(tx, userId, to!)
    await forgetChanges(tx, userId)
    for (const address of [account.email, to!]) {
      await queueMail(tx, services.jobs, changedLetter(account, address, to!, services.config.seller))
    }
    return 'changed'
  })
}

async function areBothConfirmed(tx: Queries, userId: string, change: string): Promise<boolean> {
  const confirmed = await tx
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        inArray(oneTimeTokens.kind, [...bothSides]),
        isNotNull(oneTimeTokens.usedAt),
        sql`${oneTimeTokens.payload}->>'change' = ${change}`,
      ),
    )
  return confirmed.length === bothSides.length
}

async function forgetChanges(tx: Queries, userId: string): Promise<void> {
  await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.kind, [...bothSides])))
}

async function requireFree(tx: Queries, email: string): Promise<void> {
  const [taken] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  if (taken !== undefined) throw emailTaken()
}

/** The index on the address decides, not the look before it: two people may come for one address at once. */
async function setAddress(tx: Queries, userId: string, email: string): Promise<void> {
  try {
    await tx.transaction((savepoint) =>
      savepoint.update(users).set({ email, isVerified: true }).where(eq(users.id, userId)),
    )
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof Error && 'code' in cause && cause.code === '23505') throw emailTaken()
    throw error
  }
}

const emailTaken = () => {
  const sentence = 'Користувач з таким email вже існує'
  return new Failure(409, 'email_taken', sentence, { fields: { new_email: sentence } })
}
