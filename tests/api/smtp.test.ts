import type { AddressInfo } from 'node:net'
import { createHash, randomBytes } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '../../server/db/schema/accounts.ts'
import { mails } from '../../server/db/schema/site.ts'
import { sendSignInLetter } from '../../server/features/auth/sign-in-link.ts'
import { queueMail } from '../../server/features/mail/queue-mail.ts'
import type { JobQueue } from '../../server/jobs/job-queue.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newcomer, Person } from '../support/person.ts'
import { until } from '../support/sitting.ts'

const received: string[] = []
let refusals = 0
/** Milliseconds that this mail server takes for one letter. */
let slowness = 0
const open = { now: 0, most: 0 }
let server: TestServer

/** A mail server that asks for a name and a password, and puts the first letter off with a temporary failure. */
const mailServer = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    username === 'shop' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('not this password')),
  onMailFrom(_address, _session, done) {
    if (refusals === 0) return done()
    refusals -= 1
    done(Object.assign(new Error('come again later'), { responseCode: 451 }))
  },
  onData(stream, _session, done) {
    let letter = ''
    stream.setEncoding('utf8')
    stream.on('data', (part: string) => {
      letter += part
    })
    open.now += 1
    open.most = Math.max(open.most, open.now)
    stream.on('end', () => {
      setTimeout(() => {
        open.now -= 1
        received.push(letter)
        done()
      }, slowness)
    })
  },
})

beforeAll(async () => {
  await new Promise<void>((listening) => mailServer.listen(0, '127.0.0.1', listening))
  const { port } = mailServer.server.address() as AddressInfo
  const url = `smtp://shop:p%40ss@127.0.0.1:${port}?ignoreTLS=true`
  server = await startTestServer({ mail: { kind: 'smtp', url, from: 'Тестування IQ <p@iq.example>' } })
})
afterAll(async () => {
  await server.close()
  await new Promise<void>((closed) => mailServer.close(closed))
})
beforeEach(async () => {
  await server.services.db.delete(mails)
  received.length = 0
  open.most = 0
  slowness = 0
})

it('a letter that the mail server puts off is sent again, once @full', async () => {
  const { db, jobs } = server.services
  refusals = 1
  await queueMail(db, jobs, { to: 'olena@person.example', subject: 'Відновлення пароля', text: 'Посилання всередині.' })
  await until(async () => received.length > 0)
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('To: olena@person.example')
  expect(received[0]).toMatch(/Message-ID: <[0-9a-f-]{36}@testuvannia-iq>/)
  expect(refusals).toBe(0)
  // What is kept of it: that it was sent at the second try, and nothing of what it said.
  await until(async () => (await db.select().from(mails)).every(({ sentAt }) => sentAt !== null))
  expect(await db.select().from(mails)).toMatchObject([{ tries: 2, lastError: null, textBody: '' }])
})

it('letters leave side by side, five at most: the twentieth does not wait for nineteen others', async () => {
  const { db, jobs } = server.services
  slowness = 500
  await db.transaction(async (tx) => {
    for (let number = 0; number < 20; number += 1) {
      await queueMail(tx, jobs, { to: `pupil-${number}@person.example`, subject: 'Вхід', text: 'Посилання.' })
    }
  })
  await until(async () => received.length === 20)
  expect(open.most).toBe(5)
})

describe('the time of a sign-in link', () => {
  /** Asks for a link whose letter cannot leave yet, and says how to let `minutes` go by and the letter leave then. */
  async function asked() {
    const { services } = server
    const person = await newcomer(server)
    await services.db.update(users).set({ isVerified: true }).where(eq(users.id, person.userId!))
    await until(async () => received.length === 1)
    const code_verifier = randomBytes(48).toString('base64url')
    const late: JobQueue = { ...services.jobs, add: (tx, name, data) => services.jobs.add(tx, name, data, 3600) }
    const [account] = await services.db.select().from(users).where(eq(users.id, person.userId!))
    await services.db.transaction((tx) =>
      sendSignInLetter(tx, { ...services, jobs: late }, account!, {
        email: person.email!,
        state: randomBytes(16).toString('base64url'),
        code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
        remember_me: false,
      }),
    )
    return {
      leaveAfter: async (minutes: number) => {
        const earlier = `- interval '${minutes} minutes'`
        await services.pool.query(
          `update one_time_tokens set expires_at = expires_at ${earlier} where kind = 'sign-in-code'`,
        )
        await services.pool.query(`update mails set send_before = send_before ${earlier} where send_before is not null`)
        await services.pool.query(
          `update pgboss.job set start_after = now() where name = 'send-mail' and state = 'created'`,
        )
      },
      exchange: async () => {
        await until(async () => received.length === 2)
        const text = Buffer.from(received[1]!.split('\r\n\r\n')[1]!, 'base64').toString()
        const code = /[?&]code=([0-9a-f]{64})/.exec(text)![1]!
        return (await new Person(server).post('/api/auth/exchange/', { code, code_verifier })).status
      },
      minutesLeft: async () => {
        const { rows } = await services.pool.query(
          `select extract(epoch from expires_at - now()) / 60 as minutes from one_time_tokens where kind = 'sign-in-code' and user_id = $1`,
          [person.userId],
        )
        return Number(rows[0].minutes)
      },
    }
  }

  it('counts from when its letter leaves, however long that has waited', async () => {
    const link = await asked()
    await link.leaveAfter(50)
    await until(async () => received.length === 2)
    const minutes = await link.minutesLeft()
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    expect(await link.exchange()).toBe(200)
  })

  it('is not waited for without end: after an hour the letter is let go of, and its text is gone', async () => {
    const link = await asked()
    await link.leaveAfter(61)
    const { db } = server.services
    const isUnsent = isNull(mails.sentAt)
    await until(async () => (await db.select().from(mails).where(isUnsent))[0]?.textBody === '')
    expect(received).toHaveLength(1)
  })
})
