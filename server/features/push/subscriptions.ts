import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { renewPushSubscription, subscribeToPushes } from '#contract/push.ts'
import { pushSubscriptions } from '../../db/schema/pushes.ts'
import { notFound, validationFailed } from '../../failure.ts'
import { sameSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { mailboxAddress } from '../../web-push/push-door.ts'
import { areKeys } from '../../web-push/seal.ts'
import type { SignedInUser } from '../auth/authenticate.ts'
import { requireLiveSession } from '../auth/require-live-session.ts'

/** Browsers of one person that get messages; of more the ones that were seen last. */
const mostBrowsers = 10

type Wanted = z.output<(typeof subscribeToPushes)['body']>
type Renewal = z.output<(typeof renewPushSubscription)['body']>

/**
 * Tells this browser of these kinds while this session lives. A mailbox has one owner: the person signed in to its browser
 * last. Throws 400 for an address that messages may not go to, for keys that nothing can be sealed with, and for a key of
 * ours that is not this server's; 401 `token_revoked`.
 */
export async function subscribe(services: Services, user: SignedInUser, wanted: Wanted): Promise<void> {
  requireGood(services, wanted)
  const { endpoint, p256dh, auth, kinds, public_key: serverKey } = wanted
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
    const { endpoint: _endpoint, ...changed } = row
    // Its owner before gets nothing of what still waits for them.
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

export async function unsubscribe({ db }: Services, userId: string, endpoint: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId)))
}

/** Of what this person's browsers get messages. */
export function listSubscriptions({ db }: Services, userId: string) {
  return db
    .select({ endpoint: pushSubscriptions.endpoint, kinds: pushSubscriptions.kinds })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(pushSubscriptions.createdAt)
}

/**
 * Moves a subscription to the mailbox that its push service gave in place of the old one. A worker asks, which knows no
 * session: it proves itself by the secret of the old mailbox. Throws 404 for one that is not known, or not so.
 */
export async function renew(services: Services, { old, public_key: serverKey, ...mailbox }: Renewal): Promise<void> {
  requireGood(services, { ...mailbox, public_key: serverKey })
  await services.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.endpoint, old.endpoint))
      .for('update')
    if (row === undefined || !sameSecret(row.auth, old.auth)) throw notFound()
    const { endpoint, p256dh, auth } = mailbox
    // A window that was quicker has put it in already.
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), sql`${pushSubscriptions.id} <> ${row.id}`))
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
