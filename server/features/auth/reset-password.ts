import { eq, sql } from 'drizzle-orm'
import { users } from '../../db/schema/accounts.ts'
import { isUuid } from '../../db/uuid.ts'
import { Failure } from '../../failure.ts'
import { digest } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { consumeToken, issueToken } from './one-time-tokens.ts'
import { hashPassword } from './password-hash.ts'
import { requireFitPassword } from './require-fit-password.ts'
import { revokeFamilies } from './sessions.ts'

/** Minutes that a reset link works. */
const linkMinutes = 60

/**
 * Writes a letter with a reset link when the address is known and its account active; the caller answers alike in every
 * case. The link's host comes from configuration, never from the request.
 */
export async function requestReset(services: Services, email: string): Promise<void> {
  const { db, jobs } = services
  await db.transaction(async (tx) => {
    const [account] = await tx
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    if (account === undefined || !account.isActive) return
    // Bound to the password it is to replace: once that has changed in any way, the link is dead.
    const payload = { password: digest(account.passwordHash) }
    const token = await issueToken(tx, 'password-reset', account.id, linkMinutes, payload)
    const link = `${services.publicOrigin()}/reset-password/${Buffer.from(account.id).toString('base64url')}/${token}`
    await queueMail(tx, jobs, {
      to: account.email,
      subject: 'Новий пароль для «Тестування IQ»',
      text: [
        'Вітаємо!',
        '',
        'Хтось, імовірно ви, попросив новий пароль до вашого облікового запису. Щоб задати його, відкрийте посилання:',
        '',
        link,
        '',
        `Воно працює один раз і протягом ${linkMinutes} хвилин. Якщо ви нічого не просили, просто не відкривайте його: пароль лишиться тим самим.`,
      ].join('\n'),
    })
  })
}

interface NewPassword {
  uid: string
  token: string
  new_password1: string
  new_password2: string
}

/** Sets the new password and ends every session of the account. Throws 400 `reset_link_invalid`, or 400 with `fields`. */
export async function confirmReset(services: Services, body: NewPassword): Promise<void> {
  requireFitPassword(body.new_password1, body.new_password2, ['new_password1', 'new_password2'])
  const userId = Buffer.from(body.uid, 'base64url').toString()
  if (!isUuid(userId)) throw invalidLink()
  const passwordHash = await hashPassword(body.new_password1)

  await services.db.transaction(async (tx) => {
    const used = await consumeToken(tx, 'password-reset', userId, body.token)
    const [account] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const boundTo = (used?.payload as { password?: string } | undefined)?.password
    if (account === undefined || boundTo !== digest(account.passwordHash)) throw invalidLink()
    await tx.update(users).set({ passwordHash, passwordChangedAt: sql`now()` }).where(eq(users.id, userId))
    await revokeFamilies(tx, userId, 'password reset')
  })
}

const invalidLink = () =>
  new Failure(400, 'reset_link_invalid', 'Це посилання вже не працює. Попросіть нове на сторінці входу.')
