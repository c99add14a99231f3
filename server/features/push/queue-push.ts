import { createHash } from 'node:crypto'
import type { PushKind, PushMessage } from '#contract/push.ts'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import { liveSessions } from '../auth/accounts-in-sql.ts'

export interface Push extends Word {
  /** The subject: a browser gets one message about it. */
  subject: string
}

export interface Word extends Omit<PushMessage, 'to'> {
  /** Seconds for which it is useful. */
  lastsSeconds: number
  /** Whether it replaces an earlier message of another kind about the same subject. */
  replaces?: boolean
}

/** Placeholders of a statement's parameters. About a subject, a browser gets one message: the first of a kind that it wants. */
interface Placeholders {
  userId: string
  serverKey: string
  topic: string
  words: string
}

/** SQL that queues messages and returns the `id` of each, for `sendQueued` in the same transaction. Its values are `queued`'s. */
export const queueing = ({ userId, serverKey, topic, words }: Placeholders) => `
  insert into pushes (subscription_id, kind, topic, message, expires_at)
  select s.id, word.kind, ${topic}, word.message, now() + make_interval(secs => word.lasts)
  from push_subscriptions s
    join ${liveSessions} f on f.id = s.family_id
    cross join lateral (
      select given.word->>'kind' as kind, given.word->'message' as message, (given.word->>'lasts')::int as lasts
      from jsonb_array_elements(${words}::jsonb) with ordinality as given(word, place)
      where given.word->>'kind' = any(s.kinds) order by given.place limit 1) as word
  where s.user_id = ${userId} and s.server_key = ${serverKey}
  on conflict (subscription_id, topic) do update set kind = excluded.kind, message = excluded.message,
    expires_at = excluded.expires_at, tries = 0
  where pushes.kind <> excluded.kind
    and ${words}::jsonb @> jsonb_build_array(jsonb_build_object('kind', excluded.kind, 'replaces', true))
  returning id`

/** Values for `queueing`, except the account: messages about one subject, the most important first. */
export function queued({ pushKey }: { pushKey: { publicKey: string } }, subject: string, words: readonly Word[]) {
  return {
    serverKey: pushKey.publicKey,
    topic: topicOf(subject),
    words: JSON.stringify(
      words.map(({ lastsSeconds, replaces = false, ...message }) => ({
        kind: message.kind,
        lasts: lastsSeconds,
        replaces,
        message,
      })),
    ),
  }
}

/** Queues the sending of a statement's pushes, which begins once the transaction is committed. */
export async function sendQueued(jobs: JobQueue, queries: Queries, rows: readonly { id: string }[]): Promise<void> {
  for (const { id } of rows) await jobs.add(queries, 'send-push', { push_id: id })
}

const insert = prepared<{ id: string }>(
  'queue_push',
  queueing({ userId: '$1', serverKey: '$2', topic: '$3', words: '$4' }),
)

/**
 * Queues a message to the browsers of a person that want this kind, in the caller's transaction: it is sent exactly if what it
 * reports has happened. The caller may have locked the person's account row, or none of these rows.
 */
export async function queuePush(
  services: { jobs: JobQueue; pushKey: { publicKey: string } },
  queries: Queries,
  userId: string,
  { subject, ...word }: Push,
): Promise<void> {
  const { serverKey, topic, words } = queued(services, subject, [word])
  await sendQueued(services.jobs, queries, await insert(queries, userId, serverKey, topic, words))
}

/** SQL: whether a browser of this person wants this kind and has had nothing about this subject; all three are SQL. */
export const isStillWanted = ({ userId, kind, subject }: { userId: string; kind: string; subject: string }) => `
  exists (select 1 from push_subscriptions s where s.user_id = ${userId} and ${kind} = any(s.kinds)
    and not exists (select 1 from pushes w where w.subscription_id = s.id and w.topic = ${topicInSql(subject)}))`

/** `topicOf` as SQL. */
const topicInSql = (subject: string) =>
  `left(translate(encode(sha256(convert_to(${subject}, 'UTF8')), 'base64'), '+/', '-_'), 32)`

/** At most 32 letters of base64url for a Topic header (RFC 8030, section 5.4); the hash shows the push service nothing. */
export const topicOf = (subject: string) => createHash('sha256').update(subject).digest('base64url').slice(0, 32)

/** How urgent it is to wake a device (RFC 8030, section 5.3). */
export const urgencies: Record<PushKind, 'low' | 'normal' | 'high'> = {
  'exam-running': 'high',
  'result-ready': 'normal',
  'answers-delivered': 'normal',
  'access-ending': 'low',
}
