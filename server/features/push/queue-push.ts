import { createHash } from 'node:crypto'
import type { PushKind, PushMessage } from '#contract/push.ts'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import { liveSessions } from '../auth/accounts-in-sql.ts'

export interface Push extends Word {
  /** What it is about: of one subject a browser gets one message. */
  subject: string
}

/** A message about a subject. */
export interface Word extends Omit<PushMessage, 'to'> {
  /** Seconds in which it is of use. */
  lastsSeconds: number
  /** Whether it replaces an earlier message of another kind on the same subject. */
  replaces?: boolean
}

/** Of each subject a browser gets one message: the first of a kind that it wants. Placeholders of a statement's parameters. */
interface Placeholders {
  userId: string
  serverKey: string
  topic: string
  words: string
}

/**
 * The part of a statement that queues: SQL that gives the `id` of each push to be sent, for `sendQueued` in the same
 * transaction. Its values are those of `queued`.
 */
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

/** The values for a statement's `queueing`, but for the account: of messages on one subject, the one that matters most first. */
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

/** Has what a statement has queued sent, once its transaction is committed. */
export async function sendQueued(jobs: JobQueue, queries: Queries, rows: readonly { id: string }[]): Promise<void> {
  for (const { id } of rows) await jobs.add(queries, 'send-push', { push_id: id })
}

const insert = prepared<{ id: string }>(
  'queue_push',
  queueing({ userId: '$1', serverKey: '$2', topic: '$3', words: '$4' }),
)

/**
 * Tells the browsers of a person that want this kind, in the caller's transaction: they are told exactly if what it tells of
 * has happened. May be called by code that holds the person's account row, or none of these rows.
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

/** SQL: that a browser of this person wants this kind and got nothing of this subject yet; each of the three is SQL, too. */
export const isStillWanted = ({ userId, kind, subject }: { userId: string; kind: string; subject: string }) => `
  exists (select 1 from push_subscriptions s where s.user_id = ${userId} and ${kind} = any(s.kinds)
    and not exists (select 1 from pushes w where w.subscription_id = s.id and w.topic = ${topicInSql(subject)}))`

/** `topicOf` the subject, as the database says it. */
const topicInSql = (subject: string) =>
  `left(translate(encode(sha256(convert_to(${subject}, 'UTF8')), 'base64'), '+/', '-_'), 32)`

/** A Topic header is at most 32 letters of base64url (RFC 8030, section 5.4), and shows the push service nothing. */
export const topicOf = (subject: string) => createHash('sha256').update(subject).digest('base64url').slice(0, 32)

/** How soon a device is to be woken (RFC 8030, section 5.3). */
export const urgencies: Record<PushKind, 'low' | 'normal' | 'high'> = {
  'exam-running': 'high',
  'result-ready': 'normal',
  'answers-delivered': 'normal',
  'access-ending': 'low',
}
