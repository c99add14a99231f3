import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import { isUuid } from '../../db/uuid.ts'
import { Failure } from '../../failure.ts'
import { digest } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { letterText } from '../mail/letter-text.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { mailLink } from './mail-link.ts'
import { consumeToken, issueToken } from './one-time-tokens.ts'
import { type Account, isOpen } from './open-account.ts'
import { hashPassword } from './password-hash.ts'
import { replacePassword } from './replace-password.ts'
import { requireFitPassword } from './require-fit-password.ts'
import { revokeFamilies } from './sessions.ts'

/** Minutes that a reset link works. */
const linkMinutes = 60

/** What a link is bound to: once the password or the address has changed in any way, it is dead. */
const boundTo = (account: Account) => digest(`${account.passwordHash}\n${account.email.toLowerCase()}`)

/** Writes a letter with a reset link, in the caller's transaction. */
export async function sendResetLetter(tx: Queries, services: Services, account: Account): Promise<void> {
  const token = await issueResetToken(tx, account)
  await queueMail(tx, services.jobs, {
    userId: account.id,
    to: account.email,
    subject: 'Новий пароль для «Тестування IQ»',
    text: letterText(
      'Хтось, імовірно ви, попросив новий пароль до вашого облікового запису. Щоб задати його, відкрийте посилання:',
      mailLink(services, 'reset-password', account.id, token),
      `Воно працює один раз і протягом ${linkMinutes} хвилин. Якщо ви нічого не просили, просто не відкривайте його: пароль лишиться тим самим.`,
    ),
  })
}

/** The secret of a link that sets a new password once, within an hour, for who has shown that the mailbox is theirs. */
export function issueResetToken(tx: Queries, account: Account): Promise<string> {
  return issueToken(tx, 'password-reset', account.id, linkMinutes, { bound_to: boundTo(account) })
}

interface NewPassword {
  uid: string
  token: string
  new_password1: string
  new_password2: string
}

/**
 * Sets the new password and ends every session of the account; the opened letter also proves its address. Throws 400
 * `reset_link_invalid`, or 400 with `fields`.
 * @returns whose account it is
 */
export async function confirmReset(services: Services, body: NewPassword): Promise<string> {
  requireFitPassword(body.new_password1, body.new_password2, ['new_password1', 'new_password2'])
  const userId = Buffer.from(body.uid, 'base64url').toString()
  if (!isUuid(userId)) throw invalidLink()
  const passwordHash = await hashPassword(body.new_password1)

  await services.db.transaction(async (tx) => {
    const [account] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const used = await consumeToken(tx, 'password-reset', userId, body.token)
    if (used === undefined || account === undefined || !isOpen(account)) throw invalidLink().about(userId)
    if (used.payload.bound_to !== boundTo(account)) throw invalidLink().about(userId)
    await replacePassword(tx, services, userId, passwordHash, { isVerified: true })
    await revokeFamilies(tx, userId, 'password reset')
  })
  return userId
}

const invalidLink = () =>
  new Failure(400, 'reset_link_invalid', 'Це посилання вже не працює. Попросіть нове на сторінці входу.')
