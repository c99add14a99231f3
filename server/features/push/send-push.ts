import { and, eq, sql } from 'drizzle-orm'
import type { PushKind, PushMessage } from '#contract/push.ts'
import { pushes, pushSubscriptions } from '../../db/schema/pushes.ts'
import type { Services } from '../../services.ts'
import { ForbiddenPlace, mailboxAddress, post, type PushReply, Unreachable } from '../../web-push/push-door.ts'
import { seal } from '../../web-push/seal.ts'
import { liveSessions, openAccounts } from '../auth/accounts-in-sql.ts'
import type { Patience } from './recipient-limits.ts'
import { urgencies } from './queue-push.ts'

/** How often a push service may choose a message's delay by Retry-After, and the longest in seconds. Then the queue chooses. */
const mostDelays = 8
const mostDelaySeconds = 3600
/** Tries of one message: as many as the queue gives one job. */
const mostTries = 13
/** Tries of a message to an unreachable host: some half an hour, with the host's rests. */
const mostTriesUnreached = 8

type Due = NonNullable<Awaited<ReturnType<typeof findDue>>>

/**
 * Delivers one message unless it was delivered, has expired, or its browser has been signed out. A mailbox that is gone (404,
 * 410) or forbidden takes its subscription along. A message to a slow or unreachable recipient waits, as `patience` says. Throws
 * if another try makes sense: the queue retries ever more rarely.
 */
export async function sendPush(services: Services, pushId: string, patience: Patience): Promise<void> {
  const due = await findDue(services, pushId)
  if (due === null) return
  const { db, log, jobs, metrics } = services
  if (due.push.tries >= mostTries) return settle(services, due.push)
  const host = URL.canParse(due.subscription.endpoint) ? new URL(due.subscription.endpoint).host : ''
  const to = { userId: due.subscription.userId, host }
  const wait = patience.waitFor(to)
  if (wait > 0) return jobs.add(db, 'send-push', { push_id: pushId }, wait)
  const reply = await patience
    .deliver(to, async () => {
      await countTry(services, due.push)
      return deliver(services, due)
    })
    .catch((error: unknown) => {
      if (error instanceof Unreachable) return error
      throw error
    })
  metrics.pushes.inc({ outcome: outcomeOf(reply) })
  if (reply instanceof Unreachable) {
    if (due.push.tries + 1 < mostTriesUnreached)
      return jobs.add(db, 'send-push', { push_id: pushId }, patience.waitFor(to))
    log.info({ host, err: reply }, 'a push message is given up: nobody is reached there')
    return settle(services, due.push)
  }
  if (reply === 'forbidden' || reply.status === 404 || reply.status === 410) {
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, due.subscription.id))
    log.info({ host, reply }, 'a push subscription is gone')
    return
  }
  const { status, retryAfter } = reply
  if (status >= 200 && status < 300) return settle(services, due.push)
  const wantsRest = status === 429 || status === 503
  if (wantsRest && retryAfter !== null && due.push.tries < mostDelays) {
    const delay = Math.min(Math.max(retryAfter, 1), mostDelaySeconds)
    return jobs.add(db, 'send-push', { push_id: pushId }, delay)
  }
  if (wantsRest || status >= 500) throw new Error(`${host} answered ${status}`)
  // Redirects and refusals of the message or of us: another try would get the same.
  log.warn({ host, status }, 'a push message was refused')
  await settle(services, due.push)
}

function outcomeOf(reply: PushReply | 'forbidden' | Unreachable) {
  if (reply instanceof Unreachable) return 'unreached'
  if (reply === 'forbidden' || reply.status === 404 || reply.status === 410) return 'gone'
  if (reply.status >= 200 && reply.status < 300) return 'delivered'
  return reply.status === 429 || reply.status >= 500 ? 'failed' : 'refused'
}

/** Whether a subscription's session lives and its account is open. */
const isSignedIn = sql<boolean>`(
  exists (select from ${sql.raw(liveSessions)} f where f.id = ${pushSubscriptions.familyId})
  and exists (select from ${sql.raw(openAccounts)} u where u.id = ${pushSubscriptions.userId}))`

async function findDue({ db, pushKey }: Services, pushId: string) {
  const [row] = await db
    .select({
      push: pushes,
      subscription: pushSubscriptions,
      secondsLeft: sql<number>`floor(extract(epoch from ${pushes.expiresAt} - now()))::int`,
      isSignedIn,
    })
    .from(pushes)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushes.subscriptionId))
    .where(eq(pushes.id, pushId))
  if (row === undefined || row.push.message === null || row.secondsLeft < 1) return null
  const { push, subscription, secondsLeft } = row
  const isForUs = subscription.serverKey === pushKey.publicKey && subscription.kinds.includes(push.kind)
  return row.isSignedIn && isForUs ? { push, subscription, secondsLeft } : null
}

async function countTry({ db }: Services, { id }: Due['push']): Promise<void> {
  await db
    .update(pushes)
    .set({ tries: sql`${pushes.tries} + 1` })
    .where(eq(pushes.id, id))
}

async function deliver(
  { pushPolicy, pushKey, config }: Services,
  { push, subscription, secondsLeft }: Due,
): Promise<PushReply | 'forbidden'> {
  const url = mailboxAddress(pushPolicy, subscription.endpoint)
  if (url === null) return 'forbidden'
  const message: PushMessage = { ...(push.message as Omit<PushMessage, 'to'>), to: subscription.userId }
  const headers = {
    authorization: await pushKey.authorize(url, `mailto:${config.seller.email}`, new Date()),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: secondsLeft,
    urgency: urgencies[push.kind as PushKind],
    topic: push.topic,
  }
  try {
    return await post(pushPolicy, url, headers, seal(JSON.stringify(message), subscription))
  } catch (error) {
    if (error instanceof ForbiddenPlace) return 'forbidden'
    throw error
  }
}

/**
 * Deletes the text of a message that was delivered or given up. The row stays for a while, so nobody is notified twice. A message
 * of another kind that has replaced it since has a job of its own, and stays.
 */
async function settle({ db }: Services, { id, kind }: Due['push']): Promise<void> {
  await db
    .update(pushes)
    .set({ message: null })
    .where(and(eq(pushes.id, id), eq(pushes.kind, kind)))
}
