import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consents, rateCounters, users } from '../../server/db/schema/accounts.ts'
import { feedbackMessages } from '../../server/db/schema/catalog.ts'
import { mails } from '../../server/db/schema/site.ts'
import { issueResetToken } from '../../server/features/auth/reset-password.ts'
import { forgetOldCounters } from '../../server/load/rate-limits.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { through } from '../support/crowd.ts'
import { newcomer, Person, password, registration } from '../support/person.ts'
import { startRelease } from '../support/release.ts'
import { key } from '../support/sandbox.ts'
import { startedExam } from '../support/started-exam.ts'

let servers: [TestServer, TestServer]
beforeAll(async () => {
  const first = await startTestServer({ limitFactor: 1, trustedProxies: 1 })
  servers = [first, await startTestServer({ limitFactor: 1, trustedProxies: 1, sharing: first })]
})
afterAll(async () => {
  await servers[1].close()
  await servers[0].close()
})

const tooMany = {
  detail: 'Забагато спроб. Зачекайте трохи й спробуйте ще раз.',
  code: 'rate_limited',
  status_code: 429,
}

describe('the limit against floods', () => {
  it('the limit against floods counts calls and missing files, but no file of the running build', async () => {
    const build = mkdtempSync(path.join(tmpdir(), 'iq-build-'))
    mkdirSync(path.join(build, 'assets'))
    writeFileSync(path.join(build, 'shell.html'), '<!doctype html>')
    writeFileSync(path.join(build, 'assets/page-new.js'), 'export {}')
    const release = startRelease(build)
    const six = await startTestServer({ sharing: servers[0], limitFactor: 0.001, projectRoot: release.projectRoot })
    const ask = async (address: string, times: number) => {
      const statuses: number[] = []
      for (let asked = 0; asked < times; asked += 1) statuses.push((await fetch(six.origin + address)).status)
      return statuses
    }
    expect(await ask('/assets/page-new.js', 20)).toEqual(Array(20).fill(200))
    expect(await ask('/assets/page-none.js', 8)).toEqual([...Array(6).fill(404), 429, 429])
    expect(await ask('/api/footer/', 8)).toEqual([...Array(6).fill(200), 429, 429])
    expect(await ask('/assets/page-new.js', 1)).toEqual([200])
    await six.close()
    release.remove()
    rmSync(build, { recursive: true })
  })
})

describe('rate limits, counted for all servers together', () => {
  it('[S21] a guest may send ten messages in an hour from one IP address, and nothing of the eleventh is stored', async () => {
    const letter = { email: 'olena@person.example', message: 'Дякую за тест!' }
    const statuses: number[] = []
    for (let number = 0; number < 10; number += 1) {
      statuses.push((await new Person(servers[number % 2]!).post('/api/feedback/', letter)).status)
    }
    expect(statuses).toEqual(Array(10).fill(200))
    const refused = await new Person(servers[0]).post('/api/feedback/', letter)
    expect([refused.status, refused.body]).toEqual([429, { ...tooMany, message: tooMany.detail }])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    const kept = servers[0].services.db.select().from(feedbackMessages).where(eq(feedbackMessages.email, letter.email))
    expect(await kept).toHaveLength(10)
  })

  it('one person may place 30 orders, three more get 429, and another person is not held back', async () => {
    const [person, other] = [await newcomer(servers[0]), await newcomer(servers[0])]
    const order = (who: Person, number: number) =>
      through(servers[number % 2]!, who).post('/api/purchases/', { test_id: 'verbalnij', idempotency_key: key() })
    const replies = await Promise.all(Array.from({ length: 33 }, (_, number) => order(person, number)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(30).fill(200), ...Array(3).fill(429)])
    expect((await order(other, 0)).status).toBe(200)
  })

  it('one person may leave twenty orders of a day unpaid; the next gets 429, and the waiting order is still returned', async () => {
    const [person, other] = [await newcomer(servers[0]), await newcomer(servers[0])]
    const both = (who: Person, number: number) => {
      const by = through(servers[number % 2]!, who)
      const body = { idempotency_key: key() }
      return number % 2 === 0
        ? by.post('/api/purchases/', { ...body, test_id: 'verbalnij' })
        : by.post('/api/bundles/usi-try/purchases/', body)
    }
    const replies = []
    for (let number = 0; number < 20; number += 1) replies.push(await both(person, number))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const refused = await both(person, 20)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_orders'])
    expect(refused.body.detail).toBe(
      'Забагато замовлень за добу лишилося без оплати. Нове можна оформити через 24\u00a0год; те, що чекає на оплату, можна оплатити й зараз.',
    )
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
    const waiting = replies.at(-1)!.body
    expect((await both(person, 19)).body).toEqual(waiting)
    expect((await both(other, 0)).status).toBe(200)

    // An order that was paid after all no longer counts, nor does one of yesterday.
    for (const [more, change] of [`status = 'paid'`, `created_at = now() - interval '25 hours'`].entries()) {
      await servers[0].services.pool.query(
        `update orders set ${change} where id =
           (select id from orders where user_id = $1 and status = 'expired' order by created_at limit 1)`,
        [person.userId],
      )
      expect((await both(person, 20 + more)).status).toBe(200)
      expect((await both(person, 21 + more)).status).toBe(429)
    }
  })

  it('one person may try 20 changes of the password without proof of the old one, and two more get 429', async () => {
    const person = await newcomer(servers[0])
    const change = { new_password1: 'зовсім-новий-пароль-9', new_password2: 'зовсім-новий-пароль-9' }
    const replies = await Promise.all(
      Array.from({ length: 22 }, (_, number) =>
        through(servers[number % 2]!, person).put('/api/auth/password/change/', change),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(403), ...Array(2).fill(429)])
  })

  describe('the limit of consents to letters', () => {
    const say = (person: Person, number: number, accepted: boolean) =>
      through(servers[number % 2]!, person).post('/api/user/consents/', { kind: 'newsletter', accepted })
    const kept = ({ userId }: Person) =>
      servers[0].services.db
        .select()
        .from(consents)
        .where(and(eq(consents.userId, userId!), eq(consents.kind, 'newsletter')))

    it('[S21] one person may consent to letters 20 times a day and withdraw as often, and another person is not held back', async () => {
      const [person, other] = [await newcomer(servers[0]), await newcomer(servers[0])]
      const statuses: number[] = []
      for (let number = 0; number < 20; number += 1) {
        for (const accepted of [true, false]) statuses.push((await say(person, number, accepted)).status)
      }
      expect(statuses).toEqual(Array(40).fill(200))
      const refused = await say(person, 0, true)
      expect([refused.status, refused.body]).toEqual([429, tooMany])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
      expect((await say(person, 1, false)).status).toBe(200)
      expect(await kept(person)).toHaveLength(40)
      expect((await say(other, 0, true)).status).toBe(200)
    })

    it('twelve equal consents to letters at the same time are stored once', async () => {
      const person = await newcomer(servers[0])
      for (const accepted of [true, false]) {
        await Promise.all(Array.from({ length: 12 }, (_, number) => say(person, number, accepted)))
      }
      expect((await kept(person)).map(({ accepted }) => accepted).toSorted()).toEqual([false, true])
    })
  })

  describe('the limit of tries of a password', () => {
    interface Try {
      email: string | null
      given?: string
      from?: string
      cookie?: string
    }
    /** Each test tries from a network of its own, which a proxy names. */
    const logIn = async ({ email, given = password, from = '192.0.2.1', cookie = '' }: Try) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, cookie }
      const body = JSON.stringify({ email, password: given })
      const reply = await fetch(`${servers[1].origin}/api/auth/login/`, { method: 'POST', headers, body })
      return { status: reply.status, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' }
    }
    const guess = async (times: number, tried: Omit<Try, 'given'>) => {
      const replies = await Promise.all(Array.from({ length: times }, () => logIn({ ...tried, given: 'не той' })))
      return replies.map(({ status }) => status).toSorted()
    }
    const refused = (times: number) => Array(times).fill(400)

    it('[S21] strangers may try ten passwords from one network, for a known e-mail address and an unknown one alike', async () => {
      const [person, other] = [await newcomer(servers[0]), await newcomer(servers[0])]
      for (const email of [person.email!, 'nobody@person.example']) {
        expect(await guess(12, { email, from: '192.0.2.2' })).toEqual([...refused(10), 429, 429])
        expect((await logIn({ email: email.toUpperCase(), from: '192.0.2.2' })).status).toBe(429)
      }
      expect((await logIn({ email: person.email, from: '192.0.2.3' })).status).toBe(200)
      expect((await logIn({ email: other.email, from: '192.0.2.2' })).status).toBe(200)
    })

    it('[S21] strangers from all networks may try thirty passwords together, and the owner still signs in from a known device', async () => {
      const { email } = await newcomer(servers[0])
      const { cookie } = await logIn({ email, from: '198.51.100.1' })
      const another = (await logIn({ email: (await newcomer(servers[0])).email })).cookie
      for (const from of ['203.0.113.1', '203.0.113.2', '2001:db8::1']) await guess(10, { email, from })
      // The second address of one IPv6 network is no new stranger, and takes nothing from the others either.
      expect((await logIn({ email, from: '2001:db8::2' })).status).toBe(429)
      const elsewhere = '198.51.100.2'
      expect((await logIn({ email, from: elsewhere })).status).toBe(429)
      for (const forged of [another, `${cookie.slice(0, -1)}_`, 'known_device=x.y']) {
        expect((await logIn({ email, from: elsewhere, cookie: forged })).status).toBe(429)
      }
      expect((await logIn({ email, from: elsewhere, cookie: `a=b; ${cookie}` })).status).toBe(200)
    })

    it('[S21] a known device may try ten passwords, and is a stranger once the password was changed elsewhere', async () => {
      const person = await newcomer(servers[0])
      const { email } = person
      const [first, second] = [await logIn({ email }), await logIn({ email })]
      expect(await guess(11, { email, cookie: first.cookie })).toEqual([...refused(10), 429])
      expect((await logIn({ email, cookie: second.cookie })).status).toBe(200)

      const changed = 'зовсім-новий-пароль-9'
      await person.post('/api/auth/password/check/', { old_password: password })
      const pair = { new_password1: changed, new_password2: changed }
      const { headers } = await person.put('/api/auth/password/change/', pair)
      const from = '198.51.100.9'
      await guess(10, { email, from })
      expect((await logIn({ email, given: changed, from, cookie: second.cookie })).status).toBe(429)
      const renewed = headers.get('set-cookie')!
      expect(renewed).toMatch(/; Path=\/api\/auth\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/)
      expect((await logIn({ email, given: changed, from, cookie: renewed.split(';')[0]! })).status).toBe(200)
    })

    it('[S21] a device keeps its name and its ten tries over log-ins to one account, and has another name for another account', async () => {
      const { email } = await newcomer(servers[0])
      const { cookie } = await logIn({ email })
      const again = await logIn({ email, cookie })
      expect([again.status, again.cookie]).toEqual([200, cookie])
      const other = await logIn({ email: (await newcomer(servers[0])).email, cookie })
      const nameOf = (device: string) => device.split('.')[0]
      expect([other.status, nameOf(other.cookie) === nameOf(cookie)]).toEqual([200, false])
      expect(await guess(11, { email, cookie: again.cookie })).toEqual([...refused(9), 429, 429])
    })

    it.each(['changed', 'reset'])(
      '[S21] a password that is %s adds no second entry to the cookie of a browser that five people use',
      async (how) => {
        const people = await Promise.all(Array.from({ length: 5 }, () => newcomer(servers[0])))
        let cookie = ''
        for (const { email } of people) cookie = (await logIn({ email, cookie })).cookie
        const proofs = () => cookie.replace('known_device=', '').split('~')
        const others = proofs().slice(1)
        const { access, userId, email } = people.at(-1)!
        const send = (method: string, path: string, body: object) => {
          const headers = { 'content-type': 'application/json', authorization: `Bearer ${access}`, cookie }
          return fetch(servers[1].origin + path, { method, headers, body: JSON.stringify(body) })
        }
        const pair = { new_password1: 'зовсім-новий-пароль-7', new_password2: 'зовсім-новий-пароль-7' }
        let reply: Response
        if (how === 'changed') {
          await send('POST', '/api/auth/password/check/', { old_password: password })
          reply = await send('PUT', '/api/auth/password/change/', pair)
        } else {
          const [account] = await servers[0].services.db.select().from(users).where(eq(users.id, userId!))
          const token = await issueResetToken(servers[0].services.db, account!)
          const link = { uid: Buffer.from(userId!).toString('base64url'), token }
          reply = await send('POST', '/api/auth/password/reset/confirm/', { ...link, ...pair })
        }
        expect(reply.status).toBe(200)
        cookie = reply.headers.get('set-cookie')!.split(';')[0]!
        expect(proofs().slice(1)).toEqual(others)
        expect((await logIn({ email, given: pair.new_password1, cookie })).cookie).toBe(cookie)
      },
    )

    it('[S21] all known devices of an account share a hundred log-ins; strangers and other accounts have their own limit', async () => {
      const { db } = servers[0].services
      const { email } = await newcomer(servers[0])
      const devices = [await logIn({ email }), await logIn({ email })].map(({ cookie }) => cookie)
      const ends = new Date(Date.now() + 600_000)
      await db.insert(rateCounters).values({ key: `login-known:${email}`, hits: 99, windowEndsAt: ends })
      const statuses = []
      for (const cookie of devices) statuses.push((await logIn({ email, cookie })).status)
      expect(statuses).toEqual([200, 429])
      expect((await logIn({ email, from: '198.51.100.20' })).status).toBe(200)
      const other = (await newcomer(servers[0])).email
      expect((await logIn({ email: other, cookie: (await logIn({ email: other })).cookie })).status).toBe(200)
    })
  })

  const challenge = { state: 'x'.repeat(22), code_challenge: 'x'.repeat(43) }
  it.each<[what: string, allowed: number, ask: (person: Person) => Promise<{ status: number }>]>([
    ['three reset letters an hour', 3, (person) => person.post('/api/auth/password/reset/', { email: person.email })],
    [
      'five sign-in letters an hour',
      5,
      (person) => person.post('/api/auth/link/', { email: person.email, ...challenge }),
    ],
    ['five confirmation letters an hour', 5, (person) => person.post('/api/auth/email/resend/')],
    [
      'five requests for a new address an hour',
      5,
      (person) => person.post('/api/auth/email/change/', { new_email: `new-${person.email}`, password }),
    ],
    [
      'ten tries of the old password in five minutes',
      10,
      (person) => person.post('/api/auth/password/check/', { old_password: 'x' }),
    ],
    [
      'ten tries to close the account in five minutes',
      10,
      (person) => person.post('/api/user/delete/', { password: 'x' }),
    ],
    [
      'thirty claims of a guest’s trial an hour',
      30,
      (person) =>
        person.post('/api/guest-trials/claim/', {
          trial: 'none',
          slug: 'logichnij-proba',
          answers: [{ question_id: 'q1', value: '7' }],
          spent_seconds: 1,
        }),
    ],
    ['ten exports an hour', 10, (person) => person.get('/api/user/export/')],
  ])('[S21] one person gets %s and no more, and another person is not held back', async (_what, allowed, ask) => {
    const [person, other] = [await newcomer(servers[0]), await newcomer(servers[0])]
    const replies: number[] = []
    for (let number = 0; number <= allowed; number += 1) {
      replies.push((await ask(through(servers[number % 2]!, person))).status)
    }
    expect(replies.slice(0, allowed)).not.toContain(429)
    expect(replies.at(-1)).toBe(429)
    expect((await ask(other)).status).not.toBe(429)
  })

  it.each([
    ['sign-in letters', '/api/auth/link/', challenge, 5],
    ['reset letters', '/api/auth/password/reset/', {}, 3],
  ])(
    '[S21] strangers who request %s for an account use up their own limit, and not that of a known device of its owner',
    async (_what, path, more, own) => {
      const { email } = await newcomer(servers[0])
      const ask = async (from: string, cookie = '') => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, cookie }
        const body = JSON.stringify({ email, ...more })
        return (await fetch(servers[1].origin + path, { method: 'POST', headers, body })).status
      }
      const logIn = async () => {
        const headers = { 'content-type': 'application/json' }
        const body = JSON.stringify({ email, password })
        const reply = await fetch(`${servers[1].origin}/api/auth/login/`, { method: 'POST', headers, body })
        return reply.headers.get('set-cookie')!.split(';')[0]!
      }
      const [cookie, second] = [await logIn(), await logIn()]
      // Each network uses up its own share; three networks use up that of all strangers.
      for (const from of ['203.0.113.61', '203.0.113.62', '2001:db8:61::1']) {
        const replies = []
        for (let number = 0; number <= own; number += 1) replies.push(await ask(from))
        expect(replies).toEqual([...Array(own).fill(200), 429])
      }
      expect(await ask('198.51.100.61')).toBe(429)
      const replies = []
      for (let number = 0; number <= own; number += 1) replies.push(await ask('203.0.113.61', cookie))
      expect(replies).toEqual([...Array(own).fill(200), 429])
      // A mailbox gets no more letters, however many devices know its password.
      expect(await ask('203.0.113.61', second)).toBe(429)
    },
  )

  it('[S21] signed-in people in one network share a limit of a thousand requested letters, and another network has its own', async () => {
    const [one, other] = [await newcomer(servers[0]), await newcomer(servers[0])]
    const ask = ({ access }: Person, from: string, letter = 'auth/email/resend') =>
      fetch(`${servers[0].origin}/api/${letter}/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access}`, 'x-forwarded-for': from },
      })
    expect((await ask(one, '192.0.2.77')).status).toBe(200)
    const all = `update rate_counters set hits = 1000 where key = 'own-letters-address:192.0.2.77'`
    expect((await servers[0].services.pool.query(all)).rowCount).toBeGreaterThan(0)
    expect((await ask(other, '192.0.2.77')).status).toBe(429)
    expect((await ask(other, '192.0.2.77', 'result-letter/none')).status).toBe(429)
    expect((await ask(other, '198.51.100.77')).status).toBe(200)
  })

  it('[S21] one person may change the password 20 times, and tries without the old password do not count', async () => {
    const person = await newcomer(servers[0])
    const pair = { new_password1: 'зовсім-новий-пароль-8', new_password2: 'зовсім-новий-пароль-8' }
    const change = async (old_password: string) => {
      await person.post('/api/auth/password/check/', { old_password })
      return (await person.put('/api/auth/password/change/', pair)).status
    }
    expect(await change(password)).toBe(200)
    // In five minutes twenty changes and failed tries are allowed together.
    for (let tries = 0; tries < 17; tries += 1) {
      expect((await person.put('/api/auth/password/change/', pair)).status).toBe(403)
    }
    expect(await change(pair.new_password1)).toBe(200)
    const all = `update rate_counters set hits = 20 where key = 'password-changes:${person.userId}' and hits = 2`
    expect((await servers[0].services.pool.query(all)).rowCount).toBe(1)
    expect(await change(pair.new_password1)).toBe(429)
  })

  it('[S21] all people together may request five letters to one new e-mail address, and another address is not held back', async () => {
    const next = registration().email
    const ask = async (new_email: string) =>
      (await newcomer(servers[0])).post('/api/auth/email/change/', { new_email, password })
    const statuses: number[] = []
    for (const new_email of [...Array<string>(5).fill(next), next.toUpperCase()]) {
      statuses.push((await ask(new_email)).status)
    }
    expect(statuses).toEqual([...Array(5).fill(200), 429])
    expect((await ask(`another-${next}`)).status).toBe(200)
    const { db } = servers[0].services
    expect(await db.select().from(mails).where(eq(mails.toAddress, next))).toHaveLength(5)
  })

  it('[S21] an unconfirmed address gets three letters about five changes of the password, and a confirmed one gets all five', async () => {
    const [person, owner] = [await newcomer(servers[0]), await newcomer(servers[0])]
    const { db } = servers[0].services
    await db.update(users).set({ isVerified: true }).where(eq(users.id, owner.userId!))
    for (const { access, email } of [person, owner]) {
      const signedIn = Object.assign(new Person(servers[0]), { access })
      for (let number = 0; number < 5; number += 1) {
        const old_password = number === 0 ? password : `зовсім-новий-пароль-${number}`
        const changed = `зовсім-новий-пароль-${number + 1}`
        await signedIn.post('/api/auth/password/check/', { old_password })
        const pair = { new_password1: changed, new_password2: changed }
        expect((await signedIn.put('/api/auth/password/change/', pair)).status).toBe(200)
      }
      const queued = db.select().from(mails).where(eq(mails.toAddress, email!))
      const warned = (await queued).filter(({ subject }) => subject === 'Ваш пароль змінено')
      expect(warned).toHaveLength(email === person.email ? 3 : 5)
      const { body } = await signedIn.get('/api/notifications/')
      expect(body.results).toHaveLength(5)
    }
  })

  it('[S13] the token bucket of a person charges files of answers by their size, and exports at a high price', async () => {
    const [big, small, exported] = [
      await startedExam(servers[0]),
      await startedExam(servers[0]),
      await startedExam(servers[0]),
    ]
    const filesOf = async ({ recover, events }: typeof big, size: number) => {
      const file = { events: Array.from({ length: size }, (_, index) => ({ ...events[0]!, seq: index + 1 })) }
      const replies = await Promise.all(Array.from({ length: 40 }, () => recover({ ...file, hand_in: false })))
      return replies.filter(({ status }) => status === 429).length
    }
    expect(await filesOf(small, 1)).toBe(0)
    // Each file takes 21 tokens of a bucket of 240, which refills by 6 a second: a slow machine needs more of them.
    expect(await filesOf(big, 200)).toBeGreaterThan(0)
    const paths = [...Array<string>(10).fill('/api/user/export/'), ...Array<string>(320).fill('/api/user/profile/')]
    const replies = []
    for (const path of paths.slice(0, 10)) replies.push(await exported.person.get(path))
    const rest = await Promise.all(paths.slice(10).map((path) => exported.person.get(path)))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(rest.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  })

  it('the server deletes a rate counter whose window ended two hours ago, and keeps one whose window still runs', async () => {
    const { db } = servers[0].services
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    await db.insert(rateCounters).values([
      { key: 'feedback-address:192.0.2.1', hits: 3, windowEndsAt: hoursAgo(2) },
      { key: 'feedback-address:192.0.2.2', hits: 3, windowEndsAt: hoursAgo(-1) },
    ])
    await forgetOldCounters(db)
    const keys = (await db.select().from(rateCounters)).map((row) => row.key)
    expect(keys).not.toContain('feedback-address:192.0.2.1')
    expect(keys).toContain('feedback-address:192.0.2.2')
  })
})
