import type { AddressInfo } from 'node:net'
import { createHash, randomBytes } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import { Window } from 'happy-dom'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '../../server/db/schema/accounts.ts'
import { mails } from '../../server/db/schema/site.ts'
import { sendSignInLetter } from '../../server/features/auth/sign-in-link.ts'
import { queueMail } from '../../server/features/mail/queue-mail.ts'
import type { JobQueue } from '../../server/jobs/job-queue.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newcomer, Person } from '../support/person.ts'
import { partsOf } from '../support/mime.ts'
import { until } from '../support/exam-calls.ts'

const received: string[] = []
let refusals = 0
/** Milliseconds that this mail server takes for one letter. */
let slowness = 0
/** Milliseconds that it takes for each step before that: it lives, but is slow. */
let stepDelay = 0
const open = { now: 0, most: 0, sessions: 0, opened: 0 }
/** Its replies to recipients that it does not take. */
const recipientReplies: Record<string, { code: number; words: string }> = {
  later: { code: 450, words: '4.2.1 Recipient address rejected: come again' },
  nobody: { code: 550, words: '5.1.1 Recipient address rejected\u001b[2J' },
  unwanted: { code: 554, words: 'not here' },
  relayed: { code: 554, words: '5.7.1 Relay access denied' },
}
let server: TestServer

/** A mail server that asks for a name and a password, and puts `refusals` letters off with a temporary failure. */
const mailServer = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    username === 'shop' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('not this password')),
  onConnect(_session, done) {
    open.sessions += 1
    open.opened += 1
    done()
  },
  onClose() {
    open.sessions -= 1
  },
  onMailFrom(_address, _session, done) {
    if (stepDelay > 0) return setTimeout(done, stepDelay)
    if (refusals === 0) return done()
    refusals -= 1
    done(Object.assign(new Error('come again later'), { responseCode: 451 }))
  },
  onRcptTo({ address }, _session, done) {
    if (stepDelay > 0) return setTimeout(done, stepDelay)
    const reply = recipientReplies[address.split('@')[0]!]
    if (reply === undefined) return done()
    done(Object.assign(new Error(`${reply.words} <${address}>`), { responseCode: reply.code }))
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
  open.opened = 0
  slowness = 0
  stepDelay = 0
})

it('the server retries a letter that the mail server deferred, and sends it once @full', async () => {
  const { db, jobs } = server.services
  refusals = 1
  await queueMail(db, jobs, { to: 'olena@person.example', subject: 'Відновлення пароля', text: 'Посилання всередині.' })
  await until(async () => received.length > 0)
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('To: olena@person.example')
  expect(received[0]).toMatch(/Message-ID: <[0-9a-f-]{36}@iq\.example>/)
  expect(refusals).toBe(0)
  // The row says that the letter was sent at the second try, and nothing of its text.
  await until(async () => (await db.select().from(mails)).every(({ sentAt }) => sentAt !== null))
  expect(await db.select().from(mails)).toMatchObject([{ tries: 2, lastError: null, textBody: '' }])
})

it('a mail error keeps the address in the row of the letter, and not in the job', async () => {
  const { db, jobs, pool } = server.services
  await queueMail(db, jobs, { to: 'later@person.example', subject: 'Вхід', text: 'Посилання.' })
  const failed = async () =>
    (await pool.query(`select output from pgboss.job where name = 'send-mail' and state = 'retry'`)).rows
  await until(async () => (await failed()).length === 1)
  expect((await db.select().from(mails))[0]!.lastError).toContain('<later@person.example>')
  const [{ output }] = await failed()
  expect(output).toMatchObject({ type: 'Error', code: 'EENVELOPE' })
  expect(output.message).toMatch(/450 4\.2\.1 Recipient address rejected: come again <\[address\]>/)
  const { rows } = await pool.query(`select from pgboss.job j where j::text like '%later@%'
    union all select from pgboss.archive a where a::text like '%later@%'`)
  expect(rows).toEqual([])
  await pool.query(`update pgboss.job set state = 'cancelled' where name = 'send-mail' and state = 'retry'`)
})

const stateOf = async (mailId: string) => {
  const { pool } = server.services
  const job = `from pgboss.job where name = 'send-mail' and data->>'mail_id' = $1`
  return (await pool.query(`select state, retry_count, output ${job}`, [mailId])).rows[0]
}

it('a permanently refused letter loses its text and is not retried; a letter refused for our own fault stays and is retried', async () => {
  const { db, jobs } = server.services
  const people = ['nobody', 'unwanted', 'relayed']
  for (const who of people) {
    await queueMail(db, jobs, { to: `${who}@person.example`, subject: who, text: 'Посилання.' })
  }
  await until(async () => (await db.select().from(mails)).every(({ tries }) => tries === 1))
  const of = async (who: string) => (await db.select().from(mails).where(eq(mails.subject, who)))[0]!
  for (const who of ['nobody', 'unwanted']) {
    const { id, ...mail } = await of(who)
    expect(mail).toMatchObject({
      sentAt: null,
      textBody: '',
      lastError: expect.stringMatching(/^refused for good: .*55\d/),
    })
    await until(async () => (await stateOf(id)).state === 'completed')
  }
  const relayed = await of('relayed')
  expect(relayed).toMatchObject({ textBody: 'Посилання.', lastError: expect.stringContaining('Relay access denied') })
  await until(async () => (await stateOf(relayed.id)).state === 'retry')
  await server.services.pool.query(
    `update pgboss.job set state = 'cancelled' where name = 'send-mail' and state = 'retry'`,
  )
})

it('a server ends its conversation with a mail server that is slower than the time of a try, and opens no second one', async () => {
  const { services } = server
  const { db, pool } = services
  stepDelay = 1_500
  const late: JobQueue = { ...services.jobs, add: (tx, name, data) => services.jobs.add(tx, name, data, 3600) }
  await queueMail(db, late, { to: 'olena@person.example', subject: 'Вхід', text: 'Посилання.' })
  const { id } = (await db.select().from(mails))[0]!
  await pool.query(
    `update pgboss.job set start_after = now(), expire_in = '2 seconds' where name = 'send-mail' and data->>'mail_id' = $1`,
    [id],
  )
  await until(async () => (await stateOf(id)).state === 'retry')
  expect((await db.select().from(mails))[0]!.lastError).toContain('not done within 1.5 s')
  await until(async () => open.sessions === 0)
  await pool.query(`update pgboss.job set state = 'cancelled' where name = 'send-mail' and data->>'mail_id' = $1`, [id])
  expect([received.length, open.opened]).toEqual([0, 1])
})

it('a server sends 20 letters, five of them at the same time @full', async () => {
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
  /** Requests a link whose letter cannot leave yet. `leaveAfter` lets minutes go by and the letter leave then. */
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
        const code = /[?&]code=([0-9a-f]{64})/.exec(partsOf(received[1]!).text)![1]!
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

  it('the 15 minutes of a sign-in link count from the moment when its letter leaves, after a wait of 50 minutes', async () => {
    const link = await asked()
    await link.leaveAfter(50)
    await until(async () => received.length === 2)
    const minutes = await link.minutesLeft()
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    expect(await link.exchange()).toBe(200)
  })

  it('a sign-in letter that has waited for over an hour is dropped unsent, and its text is deleted', async () => {
    const link = await asked()
    await link.leaveAfter(61)
    const { db } = server.services
    const isUnsent = isNull(mails.sentAt)
    await until(async () => (await db.select().from(mails).where(isUnsent))[0]?.textBody === '')
    expect(received).toHaveLength(1)
  })
})

function shown(html: string) {
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } })
  document.write(html)
  const addresses = Array.from(document.querySelectorAll('a'), (link) => link.getAttribute('href'))
  return { document, addresses, words: document.body.textContent.replaceAll(/\s+/g, ' ') }
}

describe('the two forms of a letter', () => {
  it('both forms of a letter have the same words and lead to the same address: by one button, and written out below it', async () => {
    const person = await newcomer(server)
    await server.services.db.update(users).set({ isVerified: true }).where(eq(users.id, person.userId!))
    await person.post('/api/auth/password/reset/', { email: person.email })
    await until(async () => received.length === 2)
    for (const letter of received) {
      const { types, text, html } = partsOf(letter)
      expect(types).toEqual(['text/plain', 'text/html'])
      const [address] = /^https?:\S+$/m.exec(text)!
      const { addresses, words, document } = shown(html)
      expect(addresses).toEqual([address, address])
      expect(document.querySelectorAll('a')[1]!.textContent).toBe(address)
      for (const paragraph of text.split('\n\n')) expect(words).toContain(paragraph.replaceAll(/\s+/g, ' ').trim())
      // Opening it fetches nothing.
      expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/)
    }
  })

  it('[S38] both forms of a letter quote a stranger’s message as plain words, without a tag, a link or a button', async () => {
    const message = `Мене звати <b>Оля & "Ко’</b> 'Я' <img src=x onerror=alert(1)>

https://elsewhere.example/log-in

</p></div><a href="https://elsewhere.example/">Увійти</a>`
    expect((await new Person(server).post('/api/feedback/', { email: 'o@person.example', message })).status).toBe(200)
    await until(async () => received.length === 1)
    const { text, html } = partsOf(received[0]!)
    const { document, addresses, words } = shown(html)
    expect(text.replaceAll('\r\n', '\n')).toContain(message)
    for (const line of message.split('\n\n')) expect(words).toContain(line)
    expect([addresses, document.querySelectorAll('b, img').length]).toEqual([[], 0])
  })
})
