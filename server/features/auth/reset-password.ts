import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import { isUuid } from '../../db/uuid.ts'
import { Failure } from '../../failure.ts'
import { digest } from '../../config/secrets.ts'
import type { Services } from '../../services.ts'
import { letterText } from '../mail/letter-text.ts'
import { queueUnproven } from '../mail/queue-unproven.ts'
import { type MailedLink, mailLink } from './mail-link.ts'
import { consumeToken, findToken, issueToken } from './one-time-tokens.ts'
import { type Account, isOpen } from './open-account.ts'
import { hashPassword } from './password-hash.ts'
import { replacePassword } from './replace-password.ts'
import { requireFitPassword } from './require-fit-password.ts'
import { revokeFamilies } from './sessions.ts'

/** Minutes that a reset link works. */
export const linkMinutes = 60

/** What a link is bound to: it is dead once the password or the address has changed in any way. */
const boundTo = (account: Account) => digest(`${account.passwordHash}\n${account.email.toLowerCase()}`)

/** Queues a letter with a reset link, in the caller's transaction. */
export async function sendResetLetter(tx: Queries, services: Services, account: Account): Promise<void> {
  const token = await issueResetToken(tx, account)
  await queueUnproven(tx, services, account, {
    userId: account.id,
    to: account.email,
    subject: 'Новий пароль для «Тестування IQ»',
    action: 'Задати новий пароль',
    text: letterText(
      'До вашого облікового запису попросили новий пароль. Щоб задати його, відкрийте посилання:',
      mailLink(services, 'reset-password', account.id, token),
      `Воно діє ${linkMinutes} хвилин, скористатися ним можна один раз. Якщо ви нічого не просили, просто не відкривайте його: пароль лишиться тим самим.`,
    ),
  })
}

/** Makes the secret of a link that sets a new password once, within an hour. Only the mailbox's owner may get it. */
export function issueResetToken(tx: Queries, account: Account): Promise<string> {
  return issueToken(tx, 'password-reset', account.id, linkMinutes, { bound_to: boundTo(account) })
}

/** The account of a reset link. Throws 400 `reset_link_invalid` for a uid that we never made. */
export function accountOfReset({ uid }: Pick<MailedLink, 'uid'>): string {
  const userId = Buffer.from(uid, 'base64url').toString()
  if (!isUuid(userId)) throw invalidLink()
  return userId
}

/** Throws 400 `reset_link_invalid` if this link cannot set a new password. */
export async function requireResetLink({ db }: Services, { uid, token }: MailedLink): Promise<void> {
  const userId = accountOfReset({ uid })
  const found = await findToken(db, 'password-reset', userId, token)
  if (found === undefined) throw invalidLink().about(userId)
  const [account] = await db.select().from(users).where(eq(users.id, userId))
  if (account === undefined || !isOpen(account)) throw invalidLink().about(userId)
  if (found.payload.bound_to !== boundTo(account)) throw invalidLink().about(userId)
}

interface NewPassword {
  uid: string
  token: string
  new_password1: string
  new_password2: string
}

/**
 * Sets the new password, ends every session and confirms the address, because its link was opened. Returns the account's id.
 * Throws 400 `reset_link_invalid`, or 400 with `fields`.
 */
export async function confirmReset(services: Services, body: NewPassword): Promise<string> {
  requireFitPassword(body.new_password1, body.new_password2, ['new_password1', 'new_password2'])
  const userId = accountOfReset(body)
  const passwordHash = await hashPassword(body.new_password1)

  await services.db.transaction(async (tx) => {
    const [account] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const used = await consumeToken(tx, 'password-reset', userId, body.token)
    if (used === undefined || account === undefined || !isOpen(account)) throw invalidLink().about(userId)
    if (used.payload.bound_to !== boundTo(account)) throw invalidLink().about(userId)
    await replacePassword(tx, services, userId, passwordHash, { isVerified: true })
    await revokeFamilies(services, tx, { userId }, 'password reset')
  })
  return userId
}

const invalidLink = () =>
  new Failure(400, 'reset_link_invalid', 'Це посилання вже не працює. Попросіть нове на сторінці входу.')
