import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mails } from '../../server/db/schema/site.ts'
import { queueMail } from '../../server/features/mail/queue-mail.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { until } from '../support/sitting.ts'

const received: string[] = []
let refusals = 1
let mailServer: Server
let server: TestServer
beforeAll(async () => {
  mailServer = createServer(serveSmtp)
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
  const { port } = mailServer.address() as AddressInfo
  server = await startTestServer({
    mail: { kind: 'smtp', url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, from: 'Тестування IQ <p@iq.example>' },
  })
})
afterAll(async () => {
  await server.close()
  await new Promise((resolve) => mailServer.close(resolve))
})

/** The least of SMTP (RFC 5321) that takes a letter; the first one is put off with a temporary failure. */
function serveSmtp(socket: Socket): void {
  let buffer = ''
  let isData = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 mail.example')
  socket.on('data', (chunk) => {
    buffer += chunk.toString('utf8')
    while (buffer.includes(isData ? '\r\n.\r\n' : '\r\n')) {
      const end = isData ? '\r\n.\r\n' : '\r\n'
      const part = buffer.slice(0, buffer.indexOf(end))
      buffer = buffer.slice(buffer.indexOf(end) + end.length)
      if (isData) {
        isData = false
        received.push(part)
        say('250 taken')
      } else if (/^EHLO/i.test(part)) {
        socket.write('250-mail.example\r\n250 8BITMIME\r\n')
      } else if (/^MAIL/i.test(part) && refusals > 0) {
        refusals -= 1
        say('451 come again later')
      } else if (/^DATA/i.test(part)) {
        isData = true
        say('354 go on')
      } else if (/^QUIT/i.test(part)) {
        say('221 bye')
        socket.end()
      } else say('250 ok')
    }
  })
}

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
