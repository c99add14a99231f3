import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { oneTimeTokens, users } from '../../db/schema/accounts.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import type { Services } from '../../services.ts'
import { accountOfLink, linkInvalid, mailLink } from '../auth/mail-link.ts'
import { consumeToken, issueToken } from '../auth/one-time-tokens.ts'
import type { Account } from '../auth/open-account.ts'
import { requireLiveSession } from '../auth/require-live-session.ts'
import { revokeFamilies } from '../auth/sessions.ts'
import { inKyiv, letterText } from '../mail/letter-text.ts'
import { type Letter, queueMail } from '../mail/queue-mail.ts'
import { queueUnproven } from '../mail/queue-unproven.ts'
import { requirePassword } from './require-password.ts'

/** Days in which a closed account can be taken back. */
export const daysToReturn = 7

/**
 * Closes the account immediately: its sessions end, and nobody can log in. A job erases it after seven days; until then a mailed
 * link reopens it. Returns when the data will be gone. Throws 400 `wrong_password`, 401 `token_revoked` if the session has ended.
 */
export async function closeAccount(services: Services, user: SignedInUser, password: string): Promise<Date> {
  await requirePassword(services, user, password)
  return services.db.transaction(async (tx) => {
    await requireLiveSession(tx, user)
    return closeNow(services, tx, user.id)
  })
}

/** Closes this account in the caller's transaction, which has checked who asks for it. Returns when the data will be gone. */
export async function closeNow(services: Services, tx: Queries, userId: string): Promise<Date> {
  const [closed] = await tx
    .update(users)
    // Hours, as the job counts: with a change of clocks, a week of the database's calendar may be an hour longer.
    .set({ closedAt: sql`now()`, eraseAfter: sql`now() + make_interval(hours => ${daysToReturn * 24})` })
    .where(eq(users.id, userId))
    .returning()
  await revokeFamilies(services, tx, { userId }, 'account closed')
  // Links that were mailed before (a new address, a new password) must not act on a closed account.
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId))

  const token = await issueToken(tx, 'keep-account', userId, daysToReturn * 24 * 60, {})
  const link = mailLink(services, 'keep-account', userId, token)
  await queueUnproven(tx, services, closed!, closingLetter(closed!, link))
  await services.jobs.add(tx, 'erase-account', { user_id: userId }, daysToReturn * 86_400)
  return closed!.eraseAfter!
}

/** Opens a closed account again. Throws 400 `link_invalid`, also if its data has been erased. */
export async function keepAccount(services: Services, { uid, token }: { uid: string; token: string }): Promise<void> {
  const userId = accountOfLink(uid)
  await services.db.transaction(async (tx) => {
    const canReturn = and(
      eq(users.id, userId),
      isNotNull(users.closedAt),
      isNull(users.erasedAt),
      gt(users.eraseAfter, sql`now()`),
    )
    const [account] = await tx.select().from(users).where(canReturn).for('update')
    const used = await consumeToken(tx, 'keep-account', userId, token)
    if (account === undefined || used === undefined) throw linkInvalid().about(userId)
    await tx.update(users).set({ closedAt: null, eraseAfter: null }).where(eq(users.id, userId))
    await queueMail(tx, services.jobs, welcomeBackLetter(account, `${services.publicOrigin()}/login`))
  })
}

/** The letter about what happens to a closed account, what stays, and how to come back. */
export function closingLetter(account: Account, link: string): Letter {
  return {
    userId: account.id,
    to: account.email,
    subject: 'Ваш обліковий запис закрито',
    action: 'Повернути обліковий запис',
    text: letterText(
      `Ви попросили видалити обліковий запис. Його вже закрито: усі сеанси завершено, увійти не можна. ${inKyiv(account.eraseAfter!)} ми остаточно зітремо ваші дані: профіль, згоди, відповіді, результати, досягнення, сповіщення та звернення.`,
      'Записи про платежі (сума, дата, назва тесту, номер платежу) закон зобов’язує зберігати для податкового обліку. Вони лишаться, але без вашого імені й адреси.',
      'Передумали? До цього часу обліковий запис можна повернути за посиланням:',
      link,
      'Якщо ви нічого не видаляли, відкрийте це посилання й одразу змініть пароль.',
    ),
  }
}

export function welcomeBackLetter(account: Account, loginPage: string): Letter {
  return {
    userId: account.id,
    to: account.email,
    subject: 'Ваш обліковий запис знову відкрито',
    action: 'Увійти',
    text: letterText('Нічого не видалено: тести, відповіді й результати на місці. Увійдіть як завжди:', loginPage),
  }
}
