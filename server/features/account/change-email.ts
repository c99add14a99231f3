import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { oneTimeTokens, users } from '../../db/schema/accounts.ts'
import { Failure, validationFailed } from '../../failure.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { digest } from '../../config/secrets.ts'
import type { Services } from '../../services.ts'
import type { Opener } from '../auth/known-device.ts'
import { accountOfLink, linkInvalid, type MailedLink, mailLink } from '../auth/mail-link.ts'
import { consumeToken, issueToken, type TokenPayload } from '../auth/one-time-tokens.ts'
import { type Account, isOpen } from '../auth/open-account.ts'
import { requireOneScript } from '../auth/require-one-script.ts'
import { issueResetToken } from '../auth/reset-password.ts'
import { voidPassword } from '../auth/void-password.ts'
import { queueMail, readdressResultLetters } from '../mail/queue-mail.ts'
import { countedAs, queueUnproven } from '../mail/queue-unproven.ts'
import { changedLetter, newAddressLetter, oldAddressLetter } from './email-letters.ts'
import { requirePassword } from './require-password.ts'

/** Hours that both links of a change work. */
const linkHours = 24
const bothSides = ['email-change-old', 'email-change-new'] as const

/** What both links are bound to: they are dead once the password or the address has changed. */
const boundTo = (account: Account) => digest(`${account.passwordHash}\n${account.email.toLowerCase()}`)

/**
 * Writes to the old address and to the new one; a new request voids earlier links. Throws 400 `wrong_password`, 400 on
 * `new_email` if it is the present address or its domain mixes alphabets, 409 `email_taken`, 429 `rate_limited`.
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
  requireOneScript(new_email, 'new_email')
  await services.limit('email-change-to', countedAs(new_email))
  await services.db.transaction(async (tx) => {
    await requireFree(tx, new_email)
    await forgetChanges(tx, account.id)
    const payload = { change: crypto.randomUUID(), to: new_email, bound_to: boundTo(account) }
    const link = async (side: (typeof bothSides)[number]) =>
      mailLink(services, 'confirm-email', account.id, await issueToken(tx, side, account.id, linkHours * 60, payload))
    const askOld = oldAddressLetter(account, new_email, await link('email-change-old'), linkHours)
    await queueUnproven(tx, services, account, askOld)
    await queueMail(tx, services.jobs, newAddressLetter(account, new_email, await link('email-change-new'), linkHours))
  })
}

interface Confirmed {
  state: 'half_confirmed' | 'changed'
  /** What becomes of the password, if it does not stay. */
  detail?: string
  password_link?: MailedLink
}

/**
 * Takes the confirmation of one side. The second one changes the address, marks it as confirmed and notifies both addresses.
 * Anybody can name any address as the new one. If its letter was opened in a browser that has not signed in to the account, its
 * mailbox may be somebody else's: then the change also voids the password and ends every session (decision 0086). Only the person
 * who opens the new side's letter second gets the link of a new password. Throws 400 `link_invalid`, or 409 `email_taken`.
 */
export async function confirmEmailChange(
  services: Services,
  { uid, token }: MailedLink,
  { hasSignedIn }: Opener,
): Promise<Confirmed> {
  const userId = accountOfLink(uid)
  return services.db.transaction(async (tx) => {
    // Both sides may be opened at the same moment: this lock makes one of them the second.
    const [account] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const used = await consumeToken(tx, bothSides, userId, token)
    if (used === undefined || account === undefined || !isOpen(account)) throw linkInvalid().about(userId)
    const { change, to, bound_to } = used.payload
    if (bound_to !== boundTo(account)) throw linkInvalid().about(userId)
    const isNewSide = used.kind === 'email-change-new'
    if (isNewSide && hasSignedIn(account)) await rememberOwner(tx, userId, change!)
    const sides = await confirmedSides(tx, userId, change!)
    const isOwners = sides.some(({ is_owners }) => is_owners === 'yes')
    if (sides.length < bothSides.length) {
      return { state: 'half_confirmed', ...(isNewSide && !isOwners && { detail: passwordWillBeVoid }) }
    }
    const moved = await move(tx, services, account, { to: to!, keepsPassword: isOwners })
    if (isOwners) return { state: 'changed' }
    if (!isNewSide) return { state: 'changed', detail: passwordByLetter }
    return { state: 'changed', detail: passwordByLink, password_link: { uid, token: await issueResetToken(tx, moved) } }
  })
}

/** Gives the account its new address, notifies both addresses, and may void the password. Returns the changed account. */
async function move(
  tx: Queries,
  services: Services,
  account: Account,
  { to, keepsPassword }: { to: string; keepsPassword: boolean },
): Promise<Account> {
  const { jobs, config } = services
  await setAddress(tx, account.id, to)
  await readdressResultLetters(tx, account.id, to)
  await forgetChanges(tx, account.id)
  const moved = { ...account, email: to, isVerified: true }
  await queueMail(tx, jobs, changedLetter(moved, account.email, config.seller, keepsPassword))
  if (!keepsPassword) return voidPassword(tx, services, moved, 'changed')
  await queueMail(tx, jobs, changedLetter(moved, to, config.seller, keepsPassword))
  return moved
}

const openedElsewhere = 'Схоже, лист на нову адресу відкрили в браузері, де в обліковий запис не входили'
const passwordWillBeVoid = `Підтверджено з нової скриньки. ${openedElsewhere}, тому, коли зміну підтвердять і зі старої, старий пароль перестане діяти: новий можна буде задати з листа.`
const passwordByLetter = `Адресу змінено. ${openedElsewhere}, тому старий пароль більше не діє: новий задайте з листа, який ми щойно надіслали на неї.`
const passwordByLink = `Адресу змінено. ${openedElsewhere}, тому старий пароль більше не діє: задайте новий і ввійдіть. Покупки, відповіді й результати на місці.`

/** The payloads of this change's links that were opened. */
async function confirmedSides(tx: Queries, userId: string, change: string): Promise<TokenPayload[]> {
  const isConfirmed = and(isOfChange(userId, change), isNotNull(oneTimeTokens.usedAt))
  const sides = await tx.select({ payload: oneTimeTokens.payload }).from(oneTimeTokens).where(isConfirmed)
  return sides.map(({ payload }) => payload as TokenPayload)
}

/** Remembers, until the other side is confirmed, that the account's user opened the new side's letter. */
async function rememberOwner(tx: Queries, userId: string, change: string): Promise<void> {
  const isNewSide = and(isOfChange(userId, change), eq(oneTimeTokens.kind, 'email-change-new'))
  await tx
    .update(oneTimeTokens)
    .set({ payload: sql`${oneTimeTokens.payload} || '{"is_owners": "yes"}'` })
    .where(isNewSide)
}

const isOfChange = (userId: string, change: string) =>
  and(
    eq(oneTimeTokens.userId, userId),
    inArray(oneTimeTokens.kind, [...bothSides]),
    sql`${oneTimeTokens.payload}->>'change' = ${change}`,
  )

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

/** The index on the address decides, not the check before it: two people may take one address at the same time. */
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
