import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mails } from '../../server/db/schema/site.ts'
import { users } from '../../server/db/schema/accounts.ts'
import { countedAs } from '../../server/features/mail/queue-unproven.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { until } from '../support/exam-calls.ts'
import { newcomer, Person, password } from '../support/person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 1 })
})
afterAll(() => server.close())

const subjectsTo = async (mailbox: string) => {
  const to = sql<string>`regexp_replace(replace(lower(${mails.toAddress}), '.', ''), '\\+[^@]*@', '@')`
  const plain = mailbox.replaceAll('.', '')
  return (await server.services.db.select({ subject: mails.subject }).from(mails).where(sql`${to} = ${plain}`)).map(
    ({ subject }) => subject,
  )
}
const confirmation = 'Підтвердьте адресу для «Тестування IQ»'

describe('an unconfirmed mailbox', () => {
  it.each([
    ['olena@ukr.net', 'olena@ukr.net'],
    ['Olena+1@Ukr.net', 'olena@ukr.net, spelt otherwise'],
    ['o.l.e.n.a@ukr.net', 'o.l.e.n.a@ukr.net'],
    ['olena@gmail.com', 'olena@gmail.com'],
    ['o.lena@gmail.com', 'olena@gmail.com, spelt otherwise'],
    ['ole.na+iq+2@googlemail.com', 'olena@gmail.com, spelt otherwise'],
    ['+1@ukr.net', '+1@ukr.net'],
  ])('the server counts letters to %s under the mailbox %s', (address, name) => expect(countedAs(address)).toBe(name))

  it('thirty accounts of strangers send one mailbox twelve letters an hour, and its owner still registers and gets a letter', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, (_, n) => newcomer(server, `victim+${n}@person.example`)))
    // Nobody is refused: each has an account and a session.
    expect(made.filter(({ access }) => access === undefined)).toEqual([])
    expect(await subjectsTo('victim@person.example')).toEqual(Array(12).fill(confirmation))

    const [first, last] = [made[0]!, made[29]!]
    const again = await last.post('/api/auth/email/resend/')
    expect([again.status, again.body.code, again.headers.get('retry-after')]).toEqual([429, 'rate_limited', '3600'])
    const change = { new_password1: 'зовсім-новий-пароль-9', new_password2: 'зовсім-новий-пароль-9' }
    await first.post('/api/auth/password/check/', { old_password: password })
    expect((await first.put('/api/auth/password/change/', change)).status).toBe(200)
    expect((await last.post('/api/user/delete/', { password })).status).toBe(200)
    const reset = { email: made[1]!.email, state: 'x'.repeat(16), code_challenge: 'y'.repeat(43) }
    expect((await new Person(server).post('/api/auth/password/reset/', reset)).status).toBe(200)
    expect((await new Person(server).post('/api/auth/link/', reset)).status).toBe(200)
    const move = { new_email: 'elsewhere@person.example', password }
    expect((await made[2]!.post('/api/auth/email/change/', move)).status).toBe(200)
    await until(async () => {
      const { rows } = await server.services.db.execute(sql`select from letter_requests`)
      return rows.length === 0
    })
    expect(await subjectsTo('victim@person.example')).toHaveLength(12)

    const owner = await newcomer(server, 'victim@person.example')
    expect((await owner.get('/api/user/profile/')).body.email).toBe('victim@person.example')
    expect(await subjectsTo('victim@person.example')).toHaveLength(13)
    expect((await owner.post('/api/auth/email/resend/')).status).toBe(200)
    expect(await subjectsTo('victim@person.example')).toHaveLength(14)
  })

  it('the server accepts five address changes to one mailbox an hour, however its address is spelt', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 7; n += 1) {
      const person = await newcomer(server)
      const move = { new_email: `an.other+${n}@gmail.com`, password }
      statuses.push((await person.post('/api/auth/email/change/', move)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  it('a confirmed account gets its letter, although 14 accounts of strangers share its mailbox', async () => {
    const person = await newcomer(server, 'proven+iq@person.example')
    await server.services.db.update(users).set({ isVerified: true }).where(sql`${users.id} = ${person.userId}`)
    await Promise.all(Array.from({ length: 14 }, (_, n) => newcomer(server, `proven+${n}@person.example`)))
    const change = { new_password1: 'зовсім-новий-пароль-9', new_password2: 'зовсім-новий-пароль-9' }
    await person.post('/api/auth/password/check/', { old_password: password })
    expect((await person.put('/api/auth/password/change/', change)).status).toBe(200)
    expect(await subjectsTo('proven@person.example')).toContain('Ваш пароль змінено')
  })
})
