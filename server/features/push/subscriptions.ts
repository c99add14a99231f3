import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { renewPushSubscription, subscribeToPushes, unsubscribeFromPushes } from '#contract/push.ts'
import { sqlStateOf } from '../../db/sql-state.ts'
import { pushSubscriptions } from '../../db/schema/pushes.ts'
import { notFound, validationFailed } from '../../failure.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { sameSecret } from '../../config/secrets.ts'
import type { Services } from '../../services.ts'
import { mailboxAddress } from '../../web-push/push-door.ts'
import { areKeys } from '../../web-push/seal.ts'
import { recordPushChange } from '../auth/push-change.ts'
import { lockSessionsOf, requireLiveSession } from '../auth/require-live-session.ts'

/** Browsers of one person that get messages: the last seen. */
const mostBrowsers = 10

type Wanted = z.output<(typeof subscribeToPushes)['body']>
type Renewal = z.output<(typeof renewPushSubscription)['body']>

/**
 * Subscribes this browser to these kinds while its session lives. A mailbox has one owner: the person who signed in to its
 * browser last. Throws 401 `token_revoked`, and 400 for a forbidden address, keys that cannot seal, or another server's key.
 */
export async function subscribe(services: Services, user: SignedInUser, wanted: Wanted): Promise<void> {
  requireGood(services, wanted)
  const { endpoint, p256dh, auth, kinds, public_key: serverKey, change } = wanted
  const row = {
    userId: user.id,
    familyId: user.familyId,
    endpoint,
    p256dh,
    auth,
    serverKey,
    kinds: [...new Set(kinds)],
  }
  await services.db.transaction(async (tx) => {
    await requireLiveSession(tx, user)
    if (change !== undefined && !(await recordPushChange(tx, user.familyId, change))) return
    const { endpoint: _endpoint, ...changed } = row
    // The previous owner gets no messages that still wait.
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), sql`${pushSubscriptions.userId} <> ${user.id}`))
    await tx
      .insert(pushSubscriptions)
      .values(row)
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...changed, seenAt: sql`now()` } })
    const beyond = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, user.id))
      .orderBy(desc(pushSubscriptions.seenAt), desc(pushSubscriptions.createdAt))
      .offset(mostBrowsers)
    await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, beyond))
  })
}

/** Ends a subscription, unless a later change has arrived before. */
export async function unsubscribe(
  { db }: Services,
  { id, familyId }: SignedInUser,
  { endpoint, change }: z.output<(typeof unsubscribeFromPushes)['body']>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSessionsOf(tx, id)
    if (change !== undefined && !(await recordPushChange(tx, familyId, change))) return
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, id)))
  })
}

/** A person's subscriptions: mailbox and kinds. */
export function listSubscriptions({ db }: Services, userId: string) {
  return db
    .select({ endpoint: pushSubscriptions.endpoint, kinds: pushSubscriptions.kinds })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(pushSubscriptions.createdAt)
}

/**
 * Moves a subscription to the mailbox that its push service gave in place of the old one. The caller is a worker, which knows no
 * session: the old mailbox's secret proves it. Throws 404 for an unknown mailbox or a wrong secret.
 */
export async function renew(services: Services, renewal: Renewal): Promise<void> {
  const { old: _old, ...mailbox } = renewal
  requireGood(services, mailbox)
  try {
    await move(services, renewal)
  } catch (error) {
    // A window inserted the new mailbox after the look-up: the next try sees it.
    if (sqlStateOf(error) !== uniqueViolation) throw error
    await move(services, renewal)
  }
}

const uniqueViolation = '23505'

async function move(services: Services, { old, public_key: serverKey, ...mailbox }: Renewal): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.endpoint, old.endpoint))
      .for('update')
    if (row === undefined || !sameSecret(row.auth, old.auth)) throw notFound()
    const { endpoint, p256dh, auth } = mailbox
    const [quicker] = await tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), sql`${pushSubscriptions.id} <> ${row.id}`))
    // A window has subscribed the new mailbox already, with the present kinds and person: the old row adds nothing.
    if (quicker !== undefined) {
      await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, row.id))
      return
    }
    await tx
      .update(pushSubscriptions)
      .set({ endpoint, p256dh, auth, serverKey, seenAt: sql`now()` })
      .where(eq(pushSubscriptions.id, row.id))
  })
}

function requireGood(
  { pushPolicy, pushKey }: Services,
  { endpoint, p256dh, auth, public_key }: Omit<Wanted, 'kinds'>,
): void {
  if (mailboxAddress(pushPolicy, endpoint) === null) {
    throw validationFailed({ endpoint: 'На цю адресу сповіщень надсилати не можна.' })
  }
  if (!areKeys({ p256dh, auth })) throw validationFailed({ p256dh: 'Ключ цього браузера не підходить для сповіщень.' })
  if (public_key !== pushKey.publicKey) {
    throw validationFailed({ public_key: 'Ключ сервера змінився. Увімкніть сповіщення ще раз.' })
  }
}
