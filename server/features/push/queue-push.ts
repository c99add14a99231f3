import { createHash } from 'node:crypto'
import type { PushKind, PushMessage } from '#contract/push.ts'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'

export interface Push extends Omit<PushMessage, 'to'> {
  /** What it is about: of one subject a browser is told once. */
  subject: string
  /** Seconds in which it is of use. */
  lastsSeconds: number
  /** Whether it takes the place of an earlier word of another kind on the same subject. */
  replaces?: boolean
}

const toBrowsers = `
  from push_subscriptions s
    join refresh_families f on f.id = s.family_id and f.revoked_at is null and f.expires_at > now()
  where s.user_id = $1 and s.server_key = $2 and $3 = any(s.kinds)
  on conflict (subscription_id, topic) do`
const values = `
  insert into pushes (subscription_id, kind, topic, message, expires_at)
  select s.id, $3, $4, $5::jsonb, now() + make_interval(secs => $6)`

const insertNew = prepared<{ id: string }>('queue_push', `${values} ${toBrowsers} nothing returning id`)
const insertOrReplace = prepared<{ id: string }>(
  'queue_push_instead',
  `${values} ${toBrowsers} update set kind = excluded.kind, message = excluded.message,
     expires_at = excluded.expires_at, tries = 0
   where pushes.kind <> excluded.kind returning id`,
)

/**
 * Tells the browsers of a person that want this kind, in the caller's transaction: they are told exactly if what it tells of
 * has happened. Whoever holds the person's account row, or none of these rows, may call it.
 */
export async function queuePush(
  { jobs, pushKey }: { jobs: JobQueue; pushKey: { publicKey: string } },
  queries: Queries,
  userId: string,
  { subject, lastsSeconds, replaces = false, ...message }: Push,
): Promise<void> {
  const insert = replaces ? insertOrReplace : insertNew
  const text = JSON.stringify(message)
  const given = [userId, pushKey.publicKey, message.kind, topicOf(subject), text, lastsSeconds]
  for (const { id } of await insert(queries, ...given)) await jobs.add(queries, 'send-push', { push_id: id })
}

/** A Topic header is at most 32 letters of base64url (RFC 8030, section 5.4), and tells the push service nothing. */
export const topicOf = (subject: string) => createHash('sha256').update(subject).digest('base64url').slice(0, 32)

/** How soon a device is to be woken (RFC 8030, section 5.3). */
export const urgencies: Record<PushKind, 'low' | 'normal' | 'high'> = {
  'exam-running': 'high',
  'result-ready': 'normal',
  'answers-delivered': 'normal',
  'access-ending': 'low',
}
