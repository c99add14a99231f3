import { createECDH } from 'node:crypto'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PushKind, pushKinds } from '#contract/push.ts'
import type { Queries } from '../../server/db/connect.ts'
import { refreshFamilies, users } from '../../server/db/schema/accounts.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import { purchases } from '../../server/db/schema/purchases.ts'
import { pushes, pushSubscriptions } from '../../server/db/schema/pushes.ts'
import { signingKeys } from '../../server/db/schema/site.ts'
import { eraseAccount } from '../../server/features/account/erase-account.ts'
import { endSessions } from '../../server/features/operator/block-account.ts'
import { notifyOfEnds } from '../../server/features/purchases/rounds/notify-of-ends.ts'
import { type Push, queuePush } from '../../server/features/push/queue-push.ts'
import { createPatience } from '../../server/features/push/recipient-limits.ts'
import { sendPush } from '../../server/features/push/send-push.ts'
import { pushRunningExams } from '../../server/features/exams/push-running-exams.ts'
import { askNameServers } from '../../server/dns/look-up-host.ts'
import type { PushPolicy } from '../../server/web-push/push-door.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { allAtOnce } from '../support/crowd.ts'
import {
  loopbackPolicy,
  type Mailbox,
  type MockPushService,
  startMockPushService,
} from '../support/mock-push-service.ts'
import { holdRow } from '../support/held-row.ts'
import { startNameServer } from '../support/name-server.ts'
import { givePurchase, newcomer, Person, password } from '../support/person.ts'
import { newKey, openExam, until } from '../support/exam-calls.ts'

let service: MockPushService
let server: TestServer
let other: TestServer
beforeAll(async () => {
  service = await startMockPushService()
  server = await startTestServer({ workMode: 'inline', pushPolicy: loopbackPolicy })
  other = await startTestServer({ sharing: server, workMode: 'inline', pushPolicy: loopbackPolicy })
})
afterAll(async () => {
  await other.close()
  await server.close()
  await service.close()
})

const db = () => server.services.db
const keyOfServer = async (person: Person) => (await person.get('/api/push/')).body.public_key as string
const put = async (person: Person, mailbox: object, kinds: readonly PushKind[] = pushKinds) => {
  const { endpoint, p256dh, auth } = mailbox as Mailbox
  const body = { endpoint, p256dh, auth, kinds, public_key: await keyOfServer(person) }
  return person.put('/api/push/subscription/', body)
}

async function subscriber(kinds?: readonly PushKind[]) {
  const person = await newcomer(server)
  const mailbox = service.subscribe()
  expect((await put(person, mailbox, kinds)).status).toBe(200)
  return { person, mailbox }
}
/** Moves a subscription as a worker does, without a session, when its push service has replaced the mailbox. */
const renewTo = ({ endpoint, p256dh, auth }: Mailbox, old: { endpoint: string; auth: string }) =>
  new Person(server).post('/api/push/renew/', {
    endpoint,
    p256dh,
    auth,
    public_key: server.services.pushKey.publicKey,
    old: { endpoint: old.endpoint, auth: old.auth },
  })
const rowsOf = (person: Person) =>
  db().select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, person.userId!))
const wordOf = (subject: string): Push => ({
  subject,
  kind: 'result-ready',
  lastsSeconds: 600,
  title: 'Результат готовий',
  body: 'Екзамен оцінено.',
  path: '/purchases',
})
/** Queues a message to a person, as a transaction of the server does. */
const tell = (person: Person, subject: string = newKey()) =>
  db().transaction((tx) => queuePush(server.services, tx, person.userId!, wordOf(subject)))
const arrival = (mailbox: Mailbox, count = 1) => until(async () => mailbox.messages.length >= count)
/** Waits until every due message has been tried, and none is under way. */
const quiet = () =>
  until(async () => {
    const { rows } = await db().execute(
      sql`select 1 from pgboss.job where name = 'send-push' and state in ('created', 'active') and start_after <= now()`,
    )
    return rows.length === 0
  })

async function beginExam(person: Person, slug = 'logichnij') {
  const purchaseId = await givePurchase(server, person, slug)
  const { attempt, questions } = await openExam(person, purchaseId, newKey())
  await person.put(`/api/exam-answers/${purchaseId}/`, { ticket: attempt.ticket, events: [], begin: true })
  return { purchaseId, attemptId: attempt.id, ticket: attempt.ticket, key: attempt.submission_key, questions }
}
/** Submits by the ticket alone: as a worker without a session, or as a window that its owner watches. */
const submitAlone = (
  { purchaseId, ticket, key }: Awaited<ReturnType<typeof beginExam>>,
  as = new Person(server),
  { watched }: { watched?: true } = {},
) => as.post(`/api/exam-meta/${purchaseId}/`, { ticket, submission_key: key, answers: [], watched })

describe('the changes of one browser’s subscription', () => {
  it('numbered changes of a subscription count in the order of sending, and changes without a number in the order of arrival', async () => {
    const person = await newcomer(server)
    const { endpoint, p256dh, auth } = service.subscribe()
    const public_key = await keyOfServer(person)
    const on = async (kinds: PushKind[], change?: number, as = person) =>
      expect(
        (await as.put('/api/push/subscription/', { endpoint, p256dh, auth, public_key, kinds, change })).status,
      ).toBe(200)
    const off = async (change?: number) =>
      expect((await person.post('/api/push/unsubscribe/', { endpoint, change })).status).toBe(200)
    const held = async () => (await rowsOf(person)).map(({ kinds }) => kinds.join())
    const last = async () => (await person.get('/api/push/')).body.last_change
    expect(await last()).toBeNull()
    await on(['result-ready'], 2)
    await on(['access-ending'], 1)
    expect([await held(), await last()]).toEqual([['result-ready'], 2])
    await off(4)
    await on(['access-ending'], 3)
    expect([await held(), await last()]).toEqual([[], 4])
    await on(['exam-running'], 6)
    await off(5)
    expect(await held()).toEqual(['exam-running'])
    await off()
    expect(await held()).toEqual([])
    await on(['result-ready'])
    expect([await held(), await last()]).toEqual([['result-ready'], 6])
    // Another session numbers its changes by itself.
    const again = new Person(server)
    again.access = (await again.post('/api/auth/login/', { email: person.email, password })).body.access
    await on(['access-ending'], 1, again)
    expect(await held()).toEqual(['access-ending'])
  })
})

describe('a push message', () => {
  it('a push message arrives encrypted and signed, with a lifetime and a topic, and without the person’s id in clear text', async () => {
    const { person, mailbox } = await subscriber()
    await tell(person)
    await arrival(mailbox)
    const [{ headers, bytes, message, claims, senderKey }] = mailbox.messages as [Mailbox['messages'][number]]
    expect(message).toEqual({
      to: person.userId,
      kind: 'result-ready',
      title: 'Результат готовий',
      body: 'Екзамен оцінено.',
      path: '/purchases',
    })
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' })
    expect(Number(headers.ttl)).toBeGreaterThan(500)
    expect(Number(headers.ttl)).toBeLessThanOrEqual(600)
    expect(headers.topic).toMatch(/^[\w-]{32}$/)
    expect(bytes.toString('latin1')).not.toContain(person.userId)
    expect(senderKey).toBe(await keyOfServer(person))
    expect(claims).toMatchObject({ aud: service.origin, sub: `mailto:${server.config.seller.email}` })
    const hours = (claims.exp * 1000 - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(1)
    expect(hours).toBeLessThan(24)
  })

  it('all processes sign push messages with one key, and its private half is not in the database', async () => {
    const person = await newcomer(server)
    expect(other.services.pushKey.publicKey).toBe(await keyOfServer(person))
    const keys = await db().select().from(signingKeys).where(eq(signingKeys.purpose, 'push'))
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0]!.publicJwk as object).toSorted()).toEqual(['crv', 'kty', 'x', 'y'])
    expect((await person.get('/api/receipts/keys/')).text).not.toContain(keys[0]!.kid)
  })

  it('a push message about one subject is sent once, although two processes queue it 25 times and its job is repeated', async () => {
    const { person, mailbox } = await subscriber()
    const subject = newKey()
    await allAtOnce([server, other], () => tell(person, subject))
    await arrival(mailbox)
    await quiet()
    const [row] = await db().select().from(pushes).where(eq(pushes.kind, 'result-ready')).orderBy(sql`created_at desc`)
    await sendPush(server.services, row!.id, createPatience())
    expect(mailbox.messages).toHaveLength(1)
    expect(row!.message).toBeNull()
  })

  it('a push message is sent even if the message that it replaces is being sent at that moment', async () => {
    const { person, mailbox } = await subscriber()
    // The test delivers by itself, step by step.
    const unheard = { ...server.services, jobs: { ...server.services.jobs, add: async () => undefined } }
    const word = wordOf(newKey())
    await queuePush(unheard, db(), person.userId!, { ...word, kind: 'answers-delivered' })
    const [subscription] = await rowsOf(person)
    const [row] = await db().select().from(pushes).where(eq(pushes.subscriptionId, subscription!.id))
    const release = service.holdNext()
    const first = sendPush(server.services, row!.id, createPatience())
    await arrival(mailbox)
    await queuePush(unheard, db(), person.userId!, { ...word, replaces: true })
    release()
    await first
    await sendPush(server.services, row!.id, createPatience())
    expect(mailbox.messages.map(({ message }) => message.kind)).toEqual(['answers-delivered', 'result-ready'])
  })

  it('a push message goes only to the browsers that want its kind', async () => {
    const { person, mailbox } = await subscriber(['access-ending'])
    const second = service.subscribe()
    await put(person, second, ['result-ready'])
    await tell(person)
    await arrival(second)
    await put(person, second, [])
    await tell(person)
    await quiet()
    expect([mailbox.messages.length, second.messages.length]).toEqual([0, 1])
  })
})

describe('a push service that does not take a message', () => {
  it.each([404, 410])('a push service that answers %i ends the subscription and gets no message', async (status) => {
    const { person, mailbox } = await subscriber()
    service.answerNext(status)
    await tell(person)
    await until(async () => (await rowsOf(person)).length === 0)
    expect(mailbox.messages).toHaveLength(0)
  })

  it('a push service that answers 503 gets the message again only after its Retry-After of one second', async () => {
    const { person, mailbox } = await subscriber()
    service.answerNext(503, { 'retry-after': '1' })
    const before = Date.now()
    await tell(person)
    await arrival(mailbox)
    expect(Date.now() - before).toBeGreaterThanOrEqual(1000)
  })

  it('a message answered with 500 is retried up to 12 times with backoff, and is not sent once it has expired', async () => {
    const { person, mailbox } = await subscriber()
    service.answerNext(500)
    await tell(person)
    // The next try is put off, however slow this test is.
    const putOff = () =>
      db().execute<{ retry_limit: number; retry_backoff: boolean; data: { push_id: string } }>(
        sql`update pgboss.job set start_after = now() + interval '1 day' where name = 'send-push' and state = 'retry'
            returning retry_limit, retry_backoff, data`,
      )
    let job: Awaited<ReturnType<typeof putOff>>['rows'][number] | undefined
    await until(async () => (job = (await putOff()).rows[0]) !== undefined)
    expect(job).toMatchObject({ retry_limit: 12, retry_backoff: true })
    const before = service.hits()
    await db().update(pushes).set({ expiresAt: sql`now()` }).where(eq(pushes.id, job!.data.push_id))
    await sendPush(server.services, job!.data.push_id, createPatience())
    expect(service.hits()).toBe(before)
    expect(mailbox.messages).toHaveLength(0)
    await db().execute(sql`update pgboss.job set state = 'cancelled' where name = 'send-push' and state = 'retry'`)
  })

  it('ten silent mailboxes of one person do not delay the message of another person', async () => {
    const crowding = await newcomer(server)
    for (let browser = 0; browser < 10; browser += 1) await put(crowding, service.subscribeSilent())
    const { person, mailbox } = await subscriber()
    const before = service.hits()
    for (let subject = 0; subject < 3; subject += 1) await tell(crowding)
    await until(async () => service.hits() > before)
    const queuedAt = Date.now()
    await tell(person)
    await arrival(mailbox)
    expect(Date.now() - queuedAt).toBeLessThan(8_000)
    const putOff = sql`select 1 from pgboss.job where name = 'send-push' and state = 'created' and start_after > now()`
    await until(async () => (await db().execute(putOff)).rows.length >= 20)
    // Two tries in each of both processes, and the answered one.
    expect(service.hits() - before).toBeLessThanOrEqual(5)
    await db().delete(pushSubscriptions).where(eq(pushSubscriptions.userId, crowding.userId!))
    service.endSilence()
    await quiet()
  })

  it('mailboxes with a silent name server delay no other message, their host is paused, and a message is dropped after eight tries', async () => {
    const names = await startNameServer(() => 'silence')
    const policy: PushPolicy = {
      ...loopbackPolicy,
      resolve: (host, signal) =>
        host.startsWith('silent')
          ? askNameServers(host, { signal, servers: [names.at] })
          : loopbackPolicy.resolve(host, signal),
    }
    const crowded = await startTestServer({ workMode: 'inline', pushPolicy: policy })
    const crowding = await newcomer(crowded)
    const mailboxAt = (host: string) => ({ ...service.subscribe(), endpoint: `http://${host}:${service.port}/box/x` })
    for (let browser = 0; browser < 10; browser += 1) await put(crowding, mailboxAt(`silent${browser}.test`))
    const { services } = crowded
    const tellThere = (person: Person) => queuePush(services, services.db, person.userId!, wordOf(newKey()))
    const person = await newcomer(crowded)
    const mailbox = service.subscribe()
    await put(person, mailbox)
    for (let subject = 0; subject < 3; subject += 1) await tellThere(crowding)
    await until(async () => names.asked.length > 0)
    const queuedAt = Date.now()
    await tellThere(person)
    await arrival(mailbox)
    expect(Date.now() - queuedAt).toBeLessThan(4_000)

    const [waiting] = await services.db.select().from(pushes).where(isNotNull(pushes.message)).limit(1)
    const { id } = waiting!
    const putOff: number[] = []
    const unheard = {
      ...services,
      jobs: {
        ...services.jobs,
        add: async (...[, , , seconds]: Parameters<typeof services.jobs.add>) => void putOff.push(seconds!),
      },
    }
    await services.db.update(pushes).set({ tries: 6 }).where(eq(pushes.id, id))
    const nobodyThere = {
      ...unheard,
      pushPolicy: { ...policy, resolve: () => Promise.reject(new Error('nobody says')) },
    }
    const patience = createPatience()
    await sendPush(nobodyThere, id, patience)
    // While the host rests there is no try.
    await sendPush(nobodyThere, id, patience)
    expect(putOff).toEqual([15, 15])
    await sendPush(nobodyThere, id, createPatience())
    const [last] = await services.db.select().from(pushes).where(eq(pushes.id, id))
    expect(last).toMatchObject({ tries: 8, message: null })
    names.close()
    await crowded.close()
  })

  it('a message is dropped after thirteen tries', async () => {
    const { person, mailbox } = await subscriber()
    const unheard = { ...server.services, jobs: { ...server.services.jobs, add: async () => undefined } }
    await queuePush(unheard, db(), person.userId!, wordOf(newKey()))
    const [subscription] = await rowsOf(person)
    const ofPerson = eq(pushes.subscriptionId, subscription!.id)
    const [tried] = await db().update(pushes).set({ tries: 13 }).where(ofPerson).returning()
    await sendPush(server.services, tried!.id, createPatience())
    expect((await db().select().from(pushes).where(ofPerson))[0]!.message).toBeNull()
    expect(mailbox.messages).toHaveLength(0)
  })

  it.each([307, 400, 403])(
    'a message answered with %i is dropped without following a redirect, and the browser gets the next message',
    async (status) => {
      const { person, mailbox } = await subscriber()
      const before = service.hits()
      service.answerNext(status, { location: `${service.origin}/elsewhere` })
      await tell(person)
      await until(async () => service.hits() === before + 1)
      await quiet()
      await tell(person)
      await arrival(mailbox)
      expect([service.hits() - before, mailbox.messages.length]).toEqual([2, 1])
    },
  )

  it('no message is sent to a private network address, and its subscription ends', async () => {
    const { person } = await subscriber()
    const [row] = await rowsOf(person)
    await db()
      .update(pushSubscriptions)
      .set({ endpoint: `http://127.0.0.2:${service.port}/box/x` })
      .where(eq(pushSubscriptions.id, row!.id))
    const before = service.hits()
    await tell(person)
    await until(async () => (await rowsOf(person)).length === 0)
    expect(service.hits()).toBe(before)
  })
})

describe('a subscription', () => {
  it.each([
    ['a private network address', { endpoint: 'http://192.168.1.1/x' }, 'endpoint'],
    ['an address of another protocol', { endpoint: 'ftp://push.test/x' }, 'endpoint'],
    ['no address', { endpoint: 'push' }, 'endpoint'],
    ['a key that is no point of the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }, 'p256dh'],
    ['a key of another server', { public_key: 'x' }, 'public_key'],
  ])('a subscription is refused for %s', async (_what, bad, field) => {
    const person = await newcomer(server)
    const { endpoint, p256dh, auth } = service.subscribe()
    const good = { endpoint, p256dh, auth, kinds: [], public_key: await keyOfServer(person) }
    const { status, body } = await person.put('/api/push/subscription/', { ...good, ...bad })
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.fields[field]).toMatch(/[а-яіїє]/)
  })

  it('a production server refuses a subscription whose address is not https on the public Internet', async () => {
    const real = await startTestServer({ sharing: server })
    const person = await newcomer(real)
    for (const endpoint of [service.subscribe().endpoint, 'https://127.0.0.1/x', 'https://[::1]/x']) {
      expect((await put(person, { ...service.subscribe(), endpoint })).status).toBe(400)
    }
    await real.close()
  })

  it('a person keeps at most ten subscriptions, and the oldest one is dropped', async () => {
    const { person, mailbox } = await subscriber()
    await allAtOnce([server, other], () => put(person, service.subscribe(), []))
    const { subscriptions } = (await person.get('/api/push/')).body
    expect(subscriptions).toHaveLength(10)
    expect(subscriptions).not.toContainEqual(expect.objectContaining({ endpoint: mailbox.endpoint }))
  })

  it('a subscription ends when its owner ends it, and a stranger cannot end it', async () => {
    const { person, mailbox } = await subscriber()
    const stranger = await newcomer(server)
    await stranger.post('/api/push/unsubscribe/', { endpoint: mailbox.endpoint })
    expect(await rowsOf(person)).toHaveLength(1)
    expect((await stranger.get('/api/push/')).body.subscriptions).toEqual([])
    await person.post('/api/push/unsubscribe/', { endpoint: mailbox.endpoint })
    expect(await rowsOf(person)).toHaveLength(0)
  })

  it('a subscription ends with its session: by signing out there or everywhere, by an operator, or by a new password elsewhere', async () => {
    const out = await subscriber()
    await tell(out.person)
    await out.person.post('/api/auth/logout/')
    expect(await rowsOf(out.person)).toHaveLength(0)

    const everywhere = await subscriber()
    await everywhere.person.post('/api/auth/sign-out-everywhere/')
    expect(await rowsOf(everywhere.person)).toHaveLength(0)

    const shutOut = await subscriber()
    await endSessions(db(), { author: 'О. Оператор', reason: 'лист до підтримки' }, shutOut.person.userId!)
    expect(await rowsOf(shutOut.person)).toHaveLength(0)

    const { person, mailbox } = await subscriber()
    const laptop = new Person(server)
    Object.assign(laptop, { userId: person.userId, email: person.email })
    laptop.access = (await laptop.post('/api/auth/login/', { email: person.email, password })).body.access
    const second = service.subscribe()
    await put(laptop, second)
    expect(await rowsOf(person)).toHaveLength(2)
    await laptop.post('/api/auth/password/check/', { old_password: password })
    const changed = { old_password: password, new_password1: `${password}!`, new_password2: `${password}!` }
    expect((await laptop.put('/api/auth/password/change/', changed)).status).toBe(200)
    expect((await rowsOf(person)).map(({ endpoint }) => endpoint)).toEqual([second.endpoint])
    await tell(person)
    await arrival(second)
    await quiet()
    expect(mailbox.messages).toHaveLength(0)
  })

  it('a subscription gets no message after its session has expired or its account was closed, and is erased with the account', async () => {
    const { person, mailbox } = await subscriber()
    await tell(person)
    await arrival(mailbox)
    const family = eq(refreshFamilies.userId, person.userId!)
    /** Queues a message in one transaction with this change. The server must not send that message either. */
    const tellAmid = (change: (tx: Queries) => Promise<unknown>) =>
      db().transaction(async (tx) => {
        await queuePush(server.services, tx, person.userId!, wordOf(newKey()))
        await change(tx)
      })
    await tellAmid((tx) => tx.update(refreshFamilies).set({ expiresAt: sql`now()` }).where(family))
    await tell(person)
    await quiet()
    expect(mailbox.messages).toHaveLength(1)
    await db().update(refreshFamilies).set({ expiresAt: sql`now() + interval '1 day'` }).where(family)
    // As if the closing of the account had left the subscription behind.
    const closed = { closedAt: sql`now()`, eraseAfter: sql`now()` }
    await tellAmid((tx) => tx.update(users).set(closed).where(eq(users.id, person.userId!)))
    await quiet()
    expect(mailbox.messages).toHaveLength(1)
    await eraseAccount(server.services, person.userId!)
    expect(await rowsOf(person)).toHaveLength(0)
    expect(await db().select().from(users).where(eq(users.id, person.userId!))).toHaveLength(0)
  })

  it('a subscription belongs to the person who signed in to its browser last, and messages of the earlier person do not arrive there', async () => {
    const { person, mailbox } = await subscriber()
    const next = await newcomer(server)
    await put(next, mailbox)
    await tell(person)
    await tell(next)
    await arrival(mailbox)
    await quiet()
    expect(mailbox.messages.map(({ message }) => message.to)).toEqual([next.userId])
  })

  it('a subscription moves to a new mailbox only for a caller who knows the secret of the old one', async () => {
    const { person, mailbox } = await subscriber(['result-ready'])
    const moved = service.subscribe()
    const { endpoint } = moved
    const move = (old: { endpoint: string; auth: string }) => renewTo(moved, old)
    const strange = createECDH('prime256v1').generateKeys().subarray(1, 17).toString('base64url')
    expect((await move({ endpoint: mailbox.endpoint, auth: strange })).status).toBe(404)
    expect((await move({ ...mailbox, endpoint: `${mailbox.endpoint}x` })).status).toBe(404)
    expect((await move(mailbox)).status).toBe(200)
    await tell(person)
    await arrival(moved)
    expect(mailbox.messages).toHaveLength(0)
    expect((await person.get('/api/push/')).body.subscriptions).toEqual([{ endpoint, kinds: ['result-ready'] }])
  })

  it('a renewal does not overwrite a subscription that a window has stored since for another person with other kinds', async () => {
    const { person, mailbox } = await subscriber(['result-ready'])
    const moved = service.subscribe()
    const next = await newcomer(server)
    await put(next, moved, ['access-ending'])
    expect((await renewTo(moved, mailbox)).status).toBe(200)
    expect((await person.get('/api/push/')).body.subscriptions).toEqual([])
    const now = [{ endpoint: moved.endpoint, kinds: ['access-ending'] }]
    expect((await next.get('/api/push/')).body.subscriptions).toEqual(now)
  })

  it('a renewal does not overwrite a subscription that a window stores at the same moment', async () => {
    const { person, mailbox } = await subscriber(['result-ready'])
    const moved = service.subscribe()
    const [row] = await rowsOf(person)
    const held = await holdRow(server, 'users', person.userId!)
    await held.client.query(
      `insert into push_subscriptions (user_id, family_id, endpoint, p256dh, auth, server_key, kinds)
         values ($1, $2, $3, $4, $5, $6, '{access-ending}')`,
      [row!.userId, row!.familyId, moved.endpoint, moved.p256dh, moved.auth, row!.serverKey],
    )
    // The renewal has looked, and waits to write until the window's row is there.
    const renewed = renewTo(moved, mailbox)
    await held.until(1)
    await held.letGo()
    expect((await renewed).status).toBe(200)
    expect(await rowsOf(person)).toMatchObject([{ endpoint: moved.endpoint, kinds: ['access-ending'] }])
  })

  it('the export of a person’s data lists the subscription without its secret', async () => {
    const { person, mailbox } = await subscriber(['access-ending'])
    const { body, text } = await person.get('/api/user/export/')
    expect(body.push_subscriptions).toMatchObject([{ endpoint: mailbox.endpoint, kinds: ['access-ending'] }])
    expect(text).not.toContain(mailbox.auth)
  })
})

describe('a push message to a person', () => {
  it('[C.06] a person gets one push message, not two, when an exam that no window submitted is delivered and graded', async () => {
    const { person, mailbox } = await subscriber()
    const exam = await beginExam(person)
    expect((await submitAlone(exam)).status).toBe(200)
    await arrival(mailbox)
    await quiet()
    expect(mailbox.messages.map(({ message }) => message)).toEqual([
      {
        to: person.userId,
        kind: 'result-ready',
        title: 'Результат готовий',
        body: 'Екзамен «Логічний тест IQ» оцінено.',
        path: `/test/test-result/${exam.purchaseId}?attempt=${exam.attemptId}`,
        attempt: exam.attemptId,
      },
    ])
  })

  it('[C.06] a person gets a push message of the result when a job grades the exam after its delivery', async () => {
    const { person, mailbox } = await subscriber()
    const exam = await beginExam(person)
    const leavesIt = await startTestServer({ sharing: server, workMode: 'job', pushPolicy: loopbackPolicy })
    const { body } = await submitAlone(exam, new Person(leavesIt))
    expect(body.status).toBe('processing_started')
    await until(async () => mailbox.messages.some(({ message }) => message.kind === 'result-ready'))
    await leavesIt.close()
  })

  it('[C.06] a person who wants only news of deliveries gets a push message of the delivery', async () => {
    const { person, mailbox } = await subscriber(['answers-delivered'])
    await submitAlone(await beginExam(person))
    await arrival(mailbox)
    // The server does not know whether the work waited for a network, or its window was only out of sight.
    const body = 'Ваші відповіді тепер на сервері.'
    expect(mailbox.messages[0]!.message).toMatchObject({ kind: 'answers-delivered', title: 'Роботу передано', body })
  })

  it('a person whose own window submitted the exam gets a notification of the result and no push message', async () => {
    const { person, mailbox } = await subscriber()
    await submitAlone(await beginExam(person), new Person(server), { watched: true })
    await quiet()
    expect(mailbox.messages).toHaveLength(0)
    const news = (await person.get('/api/notifications/')).body.results
    expect(news.map(({ kind }: { kind: string }) => kind)).toContain('result-ready')
  })

  it('a person gets no push message of a practice that they finish or replace, nor of a recovery file that submits an exam', async () => {
    const { person, mailbox } = await subscriber(['answers-delivered'])
    const purchaseId = await givePurchase(server, person, 'logichnij-proba')
    const begin = async () =>
      (await person.post(`/api/practice/${purchaseId}/`, { start_key: newKey(), size: 5 })).body as {
        attempt_id: string
        questions: { id: string }[]
      }
    const answered = async () => {
      const { attempt_id, questions } = await begin()
      const answer = { attempt_id, question_id: questions[0]!.id, value: null }
      expect((await person.post(`/api/practice-answers/${purchaseId}/`, answer)).status).toBe(200)
      return attempt_id
    }
    const finished = await person.post(`/api/practice-finish/${purchaseId}/`, { attempt_id: await answered() })
    expect(finished.status).toBe(200)
    const ended = await answered()
    await begin()
    expect((await db().select().from(attempts).where(eq(attempts.id, ended)))[0]!.state).toBe('graded')
    const exam = await beginExam(person)
    const file = { attempt_id: exam.attemptId, answers: [], events: [], hand_in: true }
    expect((await person.post(`/api/exam-recovery/${exam.purchaseId}/`, file)).body.status).toBe('handed_in')
    await quiet()
    expect(mailbox.messages).toHaveLength(0)
  })

  it('a person who left an exam running gets one push message with ten minutes to go, and no message while answering', async () => {
    const { person, mailbox } = await subscriber()
    const exam = await beginExam(person)
    const minutesLeft = (minutes: number, begunMinutesAgo = 20) =>
      db()
        .update(attempts)
        .set({
          startedAt: sql`now() - make_interval(mins => ${begunMinutesAgo})`,
          deadlineAt: sql`now() + make_interval(mins => ${minutes}) + interval '30 seconds'`,
        })
        .where(eq(attempts.id, exam.attemptId))
    await minutesLeft(11)
    await pushRunningExams(server.services)
    // A person who has just begun is there.
    await minutesLeft(9, 1)
    await pushRunningExams(server.services)
    const event = { question_id: exam.questions[0]!.id, value: null, epoch: 1, seq: 1, device_id: 'phone' }
    await person.put(`/api/exam-answers/${exam.purchaseId}/`, { ticket: exam.ticket, events: [event] })
    await minutesLeft(9)
    await pushRunningExams(server.services)
    await quiet()
    expect(mailbox.messages).toHaveLength(0)

    await db().execute(sql`alter table answer_events disable trigger all`)
    await db().execute(
      sql`update answer_events set received_at = now() - interval '6 minutes' where attempt_id = ${exam.attemptId}`,
    )
    await db().execute(sql`alter table answer_events enable trigger all`)
    await allAtOnce([server, other], ({ services }) => pushRunningExams(services))
    await arrival(mailbox)
    await pushRunningExams(server.services)
    await quiet()
    const [{ message, headers }] = mailbox.messages as [Mailbox['messages'][number]]
    expect(mailbox.messages).toHaveLength(1)
    const [row] = await db().select().from(attempts).where(eq(attempts.id, exam.attemptId))
    expect(message).toMatchObject({
      kind: 'exam-running',
      title: 'Екзамен триває',
      body: '«Логічний тест IQ». Усе, що ви відповіли, збережено.',
      until: `${row!.deadlineAt!.toISOString().slice(0, 19)}Z`,
      path: expect.stringMatching(new RegExp(`^/exam/[\\w-]+/${exam.purchaseId}$`)),
    })
    expect(headers.urgency).toBe('high')
    expect(Number(headers.ttl)).toBeLessThanOrEqual(570)
  })

  it('a person gets one push message when their access ends in less than a week', async () => {
    const { person, mailbox } = await subscriber()
    const id = await givePurchase(server, person)
    const expiresAt = new Date(Date.now() + 6 * 86_400_000)
    await db().update(purchases).set({ expiresAt }).where(eq(purchases.id, id))
    await allAtOnce([server, other], ({ services }) => notifyOfEnds(services))
    await arrival(mailbox)
    await quiet()
    expect(mailbox.messages.map(({ message }) => message)).toMatchObject([
      { kind: 'access-ending', title: 'Доступ скоро закінчиться', body: expect.stringContaining('Логічний тест IQ') },
    ])
  })
})
