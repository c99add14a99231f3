import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { SessionReply } from '#contract/session.ts'
import type { Queries } from '../../db/connect.ts'
import { oneTimeTokens, users } from '../../db/schema/accounts.ts'
import { Failure } from '../../failure.ts'
import { digest } from '../../config/secrets.ts'
import type { Services } from '../../services.ts'
import { letterText } from '../mail/letter-text.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { consumeSignInCode, issueToken } from './one-time-tokens.ts'
import { type Account, isOpen } from './open-account.ts'
import { openSession } from './sessions.ts'
import { sendVerification } from './verify-email.ts'

/** Minutes that a sign-in link works, from the moment at which its letter leaves. */
const linkMinutes = 15
/** Minutes that its letter may wait to be sent. A person who waited longer has asked again, or signed in otherwise. */
const waitMinutes = 60

export interface SignInRequest {
  email: string
  state: string
  code_challenge: string
  remember_me: boolean
}

/**
 * Mails a link that finishes a sign-in in the browser that asked for it, in the caller's transaction. An unconfirmed address gets
 * the confirmation letter: a stranger who registered it would still know the password of the account that its owner then used.
 */
export async function sendSignInLetter(
  tx: Queries,
  services: Services,
  account: Account,
  request: SignInRequest,
): Promise<void> {
  if (!account.isVerified) return void (await sendVerification(tx, services, account))
  const code = await issueToken(tx, 'sign-in-code', account.id, waitMinutes, {
    challenge: request.code_challenge,
    remember: request.remember_me ? 'yes' : 'no',
    email: account.email.toLowerCase(),
  })
  const query = new URLSearchParams({ state: request.state, code })
  await queueMail(tx, services.jobs, {
    userId: account.id,
    to: account.email,
    linkClock: { kind: 'sign-in-code', token_hash: digest(code), minutes: linkMinutes },
    waitMinutes,
    subject: 'Вхід до «Тестування IQ»',
    action: 'Увійти',
    text: letterText(
      'Щоб увійти без пароля, відкрийте це посилання в тому самому браузері, де ви його попросили:',
      `${services.publicOrigin()}/auth-callback?${query}`,
      `Воно діє ${linkMinutes} хвилин від надсилання цього листа, скористатися ним можна один раз. Якщо ви не намагалися ввійти, просто не відкривайте його: без вашого браузера воно нікого не впустить.`,
    ),
  })
}

/**
 * Opens the session that a link began. Throws 400 `sign_in_code_invalid` if the code is unknown, used or expired, if its verifier
 * does not fit (another browser), or if the account has since changed its address, been closed or blocked, or ended its sessions.
 */
export async function exchangeCode(
  { db, secrets }: Services,
  { code, code_verifier }: { code: string; code_verifier: string },
  userAgent: string | undefined,
): Promise<SessionReply> {
  const challenge = createHash('sha256').update(code_verifier).digest('base64url')
  return db.transaction(async (tx) => {
    // The account is locked first. A transaction that ends its sessions locks it too, and has spent the code when it commits.
    const account = await lockAccountOf(tx, code)
    const used = await consumeSignInCode(tx, code, challenge)
    if (account === undefined || used === undefined) throw codeInvalid().about(account?.id)
    if (!isOpen(account) || account.email.toLowerCase() !== used.payload.email) throw codeInvalid().about(account.id)
    return openSession(tx, secrets, account, { rememberMe: used.payload.remember === 'yes', userAgent })
  })
}

async function lockAccountOf(tx: Queries, code: string): Promise<Account | undefined> {
  const [found] = await tx
    .select({ account: users })
    .from(users)
    .innerJoin(oneTimeTokens, eq(oneTimeTokens.userId, users.id))
    .where(and(eq(oneTimeTokens.kind, 'sign-in-code'), eq(oneTimeTokens.tokenHash, digest(code))))
    .for('share', { of: users })
  return found?.account
}

const codeInvalid = () =>
  new Failure(
    400,
    'sign_in_code_invalid',
    'Це посилання для входу вже не працює, або його відкрито в іншому браузері. Попросіть нове на сторінці входу.',
  )
