import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mails } from '../../server/db/schema/site.ts'
import { queueMail } from '../../server/features/mail/queue-mail.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { until } from '../support/sitting.ts'

const received: string[] = []
let refusals = 1
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
    stream.on('end', () => {
      received.push(letter)
      done()
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

it('a letter that the mail server puts off is sent again, once', async () => {
  const { db, jobs } = server.services
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
