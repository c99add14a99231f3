import { EventEmitter, once } from 'node:events'
import { request } from 'node:http'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { consents, refreshFamilies, users } from '../../server/db/schema/accounts.ts'
import { legalTexts } from '../../server/db/schema/catalog.ts'
import type { LegalKind } from '../../server/features/legal/legal-kind.ts'
import { versionInForce } from '../../server/features/legal/newest-legal-text.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { allAtOnce, crowdSize } from '../support/crowd.ts'
import { holdRow } from '../support/held-row.ts'
import { newcomer, Person, password, registration } from '../support/person.ts'
import { until } from '../support/exam-calls.ts'
import { linkIn } from '../support/letters.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const familiesOf = (person: Person) =>
  server.services.db.select().from(refreshFamilies).where(eq(refreshFamilies.userId, person.userId!))

/** The common reply of log-in, registration and refresh. */
const sessionOf = (userId: string) => ({
  access: expect.any(String),
  refresh: expect.any(String),
  user_id: userId,
  is_active: true,
  is_verified: false,
})

function as(access: string): Person {
  const person = new Person(server)
  person.access = access
  return person
}

async function editionInForce(kind: LegalKind): Promise<string> {
  return (await versionInForce(server.services.db, kind))!
}

describe('registration', () => {
  it('[S7.12] [S3.04] a registration creates an account with its consents and returns a session', async () => {
    const { status, body } = await new Person(server).post('/api/auth/register/', registration('olena@person.example'))
    expect(status).toBe(200)
    expect(body).toEqual(sessionOf(expect.any(String)))
    const given = await server.services.db.select().from(consents).where(eq(consents.userId, body.user_id))
    // A registration that names no edition agrees to the one in force.
    expect(given.map(({ kind, version, accepted }) => ({ kind, version, accepted }))).toEqual([
      { kind: 'offer', version: await editionInForce('offer'), accepted: true },
      { kind: 'privacy', version: await editionInForce('privacy'), accepted: true },
    ])
  })

  it('[S3.04] a registration records the edition that the person read, even if a newer one exists, and refuses an unknown edition', async () => {
    const read = await editionInForce('offer')
    const [text] = await server.services.db.select().from(legalTexts).where(eq(legalTexts.version, read))
    const newer = { ...text!, id: crypto.randomUUID(), version: 'newer', publishedAt: new Date() }
    await server.services.db.insert(legalTexts).values(newer)
    const register = (offer: object, privacy: object) =>
      new Person(server).post('/api/auth/register/', {
        ...registration(),
        consents: [
          { kind: 'offer', accepted: true, ...offer },
          { kind: 'privacy', accepted: true, ...privacy },
        ],
      })
    const { body } = await register({ version: read }, { version: 'unversioned' })
    const given = await server.services.db.select().from(consents).where(eq(consents.userId, body.user_id))
    expect(given.map(({ version }) => version)).toEqual([read, await editionInForce('privacy')])
    await server.services.db.delete(legalTexts).where(eq(legalTexts.id, newer.id))
    for (const [offer, privacy] of [
      [{ version: '1' }, {}],
      [{ version: 'newer' }, {}],
      // An edition of another text does not count.
      [{}, { version: read }],
    ] as const) {
      const refused = await register(offer, privacy)
      expect([refused.status, refused.body.code]).toEqual([400, 'unknown_edition'])
      expect(refused.body.fields.consents).toMatch(/редакції/)
    }
  })

  it('[S20] [S8.02] a registration with a taken address gets 409 in Ukrainian, whatever its letter case', async () => {
    await new Person(server).post('/api/auth/register/', registration('taken@person.example'))
    const { status, body } = await new Person(server).post('/api/auth/register/', registration('Taken@Person.example'))
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'email_taken',
      detail: 'Користувач з таким email вже існує',
      status_code: 409,
    })
  })

  it('25 concurrent registrations of one address create one account', async () => {
    const form = registration('race@person.example')
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => new Person(server).post('/api/auth/register/', form)),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(24).fill(409)])
  })

  it('a registration by address alone creates an account without a name, and its letter confirms the address', async () => {
    const { email, password1, consents: accepted } = registration()
    const form = { email, password1, consents: accepted }
    const register = (more: object) => new Person(server).post('/api/auth/register/email/', { ...form, ...more })
    expect((await register({ consents: accepted.slice(1) })).body.fields.consents).toMatch(/оферти/)
    expect((await register({ email: 'nobody' })).body.fields.email).toMatch(/[а-яіїєґ]/i)
    expect((await register({ password1: 'password123' })).body.fields.password1).toMatch(/[а-яіїєґ]/i)
    const { status, body } = await register({})
    expect([status, body]).toEqual([200, sessionOf(expect.any(String))])
    const [account] = await server.services.db.select().from(users).where(eq(users.id, body.user_id))
    expect(account).toMatchObject({ email, firstName: '', lastName: '', isVerified: false })
    const given = await server.services.db.select().from(consents).where(eq(consents.userId, body.user_id))
    expect(given.map(({ kind, accepted: isGiven }) => [kind, isGiven])).toEqual([
      ['offer', true],
      ['privacy', true],
    ])
    const again = await register({})
    expect([again.status, again.body.code]).toEqual([409, 'email_taken'])
    // A person who lost the reply signs in with what the browser has made.
    expect((await new Person(server).post('/api/auth/login/', { email, password: password1 })).status).toBe(200)
    // The letter confirms the address in the signed-in browser. From then on a link can sign in.
    const owner = as(body.access)
    expect((await owner.post('/api/auth/email/verify/', await linkIn(server, email, 'verify-email'))).status).toBe(200)
    expect((await owner.get('/api/user/profile/')).body).toMatchObject({ email, is_verified: true })
  })

  const offer = { kind: 'offer', accepted: true }
  const privacy = { kind: 'privacy', accepted: true }

  it.each([
    ['a short password', { password1: '1234567', password2: '1234567' }, 'password1'],
    ['two different passwords', { password2: 'інший-пароль-9' }, 'password2'],
    ['a password that everybody tries', { password1: 'password123', password2: 'password123' }, 'password1'],
    ['no address', { email: 'nobody' }, 'email'],
    ['no name', { first_name: '  ' }, 'first_name'],
    ['no consent to the offer', { consents: [privacy] }, 'consents'],
    ['no consent to the privacy policy', { consents: [offer] }, 'consents'],
    ['an offer that was not accepted', { consents: [{ ...offer, accepted: false }, privacy] }, 'consents'],
    ['a privacy policy that was not accepted', { consents: [offer, { ...privacy, accepted: false }] }, 'consents'],
    ['no consent at all', { consents: [] }, 'consents'],
  ])(
    '[S3.04] [S5.20] the server refuses a registration with %s, in a Ukrainian sentence on its field',
    async (_what, change, field) => {
      const { status, body } = await new Person(server).post('/api/auth/register/', { ...registration(), ...change })
      expect(status).toBe(400)
      expect(body.fields[field]).toMatch(/[а-яіїєґ]/i)
    },
  )
})

describe('log-in', () => {
  it('[S7.10] a log-in returns a session, even if the address is typed in capitals', async () => {
    const form = registration()
    await new Person(server).post('/api/auth/register/', form)
    const { status, body } = await new Person(server).post('/api/auth/login/', {
      email: form.email.toUpperCase(),
      password,
    })
    expect(status).toBe(200)
    expect(body).toEqual(sessionOf(body.user_id))
    const { email } = (await as(body.access).get('/api/user/profile/')).body
    expect(email).toBe(form.email)
  })

  it('[S4.02] [S18] a log-in answers an unknown address and a wrong password with the same bytes', async () => {
    const form = registration()
    await new Person(server).post('/api/auth/register/', form)
    const wrong = await new Person(server).post('/api/auth/login/', { email: form.email, password: 'не той' })
    const unknown = await new Person(server).post('/api/auth/login/', { email: 'no@body.example', password: 'не той' })
    expect(wrong.status).toBe(400)
    expect(wrong.body.code).toBe('invalid_credentials')
    expect(unknown.text).toBe(wrong.text)
  })

  it('[S6.03] [S16] an inactive account neither logs in nor keeps its sessions', async () => {
    const form = registration()
    const person = new Person(server)
    const session = (await person.post('/api/auth/register/', form)).body
    await server.services.db.update(users).set({ isActive: false }).where(eq(users.id, session.user_id))
    expect((await person.post('/api/auth/login/', { email: form.email, password })).status).toBe(403)
    expect((await person.post('/api/auth/token/refresh/', { refresh: session.refresh })).status).toBe(401)
    person.access = session.access
    expect((await person.get('/api/owned-tests/')).status).toBe(401)
  })

  it('[S6.03] a closed account does not log in, and only its right password reveals why', async () => {
    const person = await newcomer(server)
    const closed = { closedAt: new Date() }
    await server.services.db.update(users).set(closed).where(eq(users.id, person.userId!))
    const logIn = async (given: string) =>
      (await new Person(server).post('/api/auth/login/', { email: person.email, password: given })).body.code
    expect([await logIn('не той'), await logIn(password)]).toEqual(['invalid_credentials', 'account_closed'])
    expect((await person.get('/api/owned-tests/')).body.code).toBe('token_revoked')
  })

  it('a log-in opens no session with a password that is changed at the same moment', async () => {
    const person = await newcomer(server)
    const held = await holdRow(server, 'users', person.userId!)
    await held.client.query(`update users set password_hash = 'another' where id = $1`, [person.userId])
    const login = new Person(server).post('/api/auth/login/', { email: person.email, password })
    await held.until(1)
    await held.letGo()
    expect((await login).body.code).toBe('invalid_credentials')
    expect(await familiesOf(person)).toHaveLength(1)
  })

  it('[S3.03] remember_me keeps a session for 60 idle days, else for 24 hours', async () => {
    const form = registration()
    await new Person(server).post('/api/auth/register/', form)
    const hoursLeft = async (remember_me: boolean) => {
      const { body } = await new Person(server).post('/api/auth/login/', { email: form.email, password, remember_me })
      const [family] = await server.services.db
        .select()
        .from(refreshFamilies)
        .where(eq(refreshFamilies.id, body.refresh.split('.')[0]))
      return Math.round((family!.expiresAt.getTime() - family!.createdAt.getTime()) / 3_600_000)
    }
    expect(await hoursLeft(false)).toBe(24)
    expect(await hoursLeft(true)).toBe(60 * 24)
  })
})

describe('refresh', () => {
  const refresh = (token: string, renewal_id?: string) =>
    new Person(server).post('/api/auth/token/refresh/', { refresh: token, renewal_id })
  /** Moves all renewals until now `by` seconds into the past. */
  const goBack = (person: Person, by: number) =>
    server.services.pool.query(
      `update refresh_families set used_at = used_at - make_interval(secs => $2), recent_renewals =
        (select coalesce(jsonb_agg(jsonb_set(one, '{at}', to_jsonb((one->>'at')::float8 - $2::float8))), '[]')
         from jsonb_array_elements(recent_renewals) one) where user_id = $1`,
      [person.userId, by],
    )
  /** Renews, and hangs up when the reply begins: the reply is lost. */
  const refreshAndHangUp = async (token: string) => {
    const asked = request(`${server.origin}/api/auth/token/refresh/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
    })
    asked.end(JSON.stringify({ refresh: token }))
    await once(asked, 'response')
    asked.destroy()
  }
  const use = (access: string) => as(access).get('/api/owned-tests/')

  it('[S7.11] a refresh returns the next pair of tokens', async () => {
    const person = await newcomer(server)
    const { status, body } = await refresh(person.refresh!)
    expect(status).toBe(200)
    expect(body).toEqual(sessionOf(person.userId!))
    expect(body.refresh).not.toBe(person.refresh)
    expect((await use(body.access)).status).toBe(200)
  })

  it('[S31] [R13] a client that lost a refresh reply gets the same new refresh token when it repeats the call', async () => {
    const person = await newcomer(server)
    const first = (await refresh(person.refresh!)).body
    const again = await refresh(person.refresh!)
    expect(again.status).toBe(200)
    expect(again.body.refresh).toBe(first.refresh)
  })

  it('[S31] a late renewal whose successor is in use gets 401 token_superseded, and the session continues', async () => {
    const person = await newcomer(server)
    const next = (await refresh(person.refresh!)).body
    await use(next.access)
    await goBack(person, 115)
    const late = await refresh(person.refresh!)
    expect([late.status, late.body.code]).toEqual([401, 'token_superseded'])
    expect(late.body.detail).not.toMatch(/session expired|revoked/i)
    expect((await use(next.access)).status).toBe(200)
    expect((await refresh(next.refresh)).status).toBe(200)
  })

  it('[S31] the two minutes for a late refresh token count from its last answered repeat, not from the first refresh', async () => {
    const person = await newcomer(server)
    await refresh(person.refresh!)
    await goBack(person, 100)
    const again = (await refresh(person.refresh!)).body
    await goBack(person, 100)
    await use(again.access)
    expect((await refresh(person.refresh!)).body.code).toBe('token_superseded')
    expect((await use(again.access)).status).toBe(200)
  })

  it.each([
    ['', async () => undefined],
    // The row is then like one of an earlier release, or one that a process of that release has just renewed.
    [', also of a row that kept no renewals', (person: Person) => forgetRenewals(person)],
  ])('[S31] an old refresh token that arrives after two minutes ends the whole session%s', async (_what, before) => {
    const [early, person] = [await newcomer(server), await newcomer(server)]
    const next = (await refresh(person.refresh!)).body
    const nextOfEarly = (await refresh(early.refresh!)).body
    for (const one of [person, early]) await before(one)
    await use(next.access)
    await use(nextOfEarly.access)
    await goBack(early, 115)
    expect((await refresh(early.refresh!)).body.code).toBe('token_superseded')
    await goBack(person, 125)
    const stolen = await refresh(person.refresh!)
    expect([stolen.status, stolen.body.code]).toEqual([401, 'token_revoked'])
    expect((await refresh(next.refresh)).status).toBe(401)
    expect((await use(next.access)).status).toBe(401)
  })
  const forgetRenewals = (person: Person) =>
    server.services.db
      .update(refreshFamilies)
      .set({ recentRenewals: [] })
      .where(eq(refreshFamilies.userId, person.userId!))

  it('[S31] an old token with its own renewal id counts as late for two minutes, and with another id as stolen', async () => {
    const twiceRenewed = async () => {
      const person = await newcomer(server)
      const second = (await refresh(person.refresh!, 'first')).body
      await as(second.access).get('/api/owned-tests/')
      const third = (await refresh(second.refresh, 'second')).body
      await as(third.access).get('/api/owned-tests/')
      return { person, third }
    }
    const honest = await twiceRenewed()
    expect((await refresh(honest.person.refresh!, 'first')).body.code).toBe('token_superseded')
    expect((await use(honest.third.access)).status).toBe(200)
    await goBack(honest.person, 125)
    expect((await refresh(honest.person.refresh!, 'first')).body.code).toBe('token_revoked')
    for (const name of ['second', undefined]) {
      const { person, third } = await twiceRenewed()
      expect((await refresh(person.refresh!, name)).body.code).toBe('token_revoked')
      expect((await use(third.access)).status).toBe(401)
    }
  })

  it('a session keeps at most its eight newest renewals, and none older than two minutes', async () => {
    const person = await newcomer(server)
    let token = person.refresh!
    for (let renewal = 1; renewal <= 10; renewal += 1) token = (await refresh(token, `name ${renewal}`)).body.refresh
    const kept = async () =>
      ((await familiesOf(person))[0]!.recentRenewals as { generation: number }[]).map((one) => one.generation)
    expect(await kept()).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
    await goBack(person, 125)
    await refresh(token)
    expect(await kept()).toEqual([11])
  })

  it('[S31] 25 concurrent refreshes of one token through two servers leave one session with one successor', async () => {
    const second = await startTestServer({ sharing: server })
    const person = await newcomer(server)
    const replies = await allAtOnce([server, second], (each) =>
      new Person(each).post('/api/auth/token/refresh/', { refresh: person.refresh }),
    )
    await second.close()
    expect(replies.map((reply) => reply.status)).toEqual(Array(crowdSize).fill(200))
    expect(new Set(replies.map((reply) => reply.body.refresh)).size).toBe(1)
    for (const { body } of replies) expect((await use(body.access)).status).toBe(200)
    expect(await familiesOf(person)).toMatchObject([{ generation: 2, revokedAt: null }])
  })

  it('30 lost refresh replies do not log a person out', async () => {
    const person = await newcomer(server)
    let token = person.refresh!
    for (let round = 0; round < 15; round += 1) {
      await refreshAndHangUp(token)
      await refreshAndHangUp(token)
      const { status, body } = await refresh(token)
      expect(status).toBe(200)
      expect((await use(body.access)).status).toBe(200)
      token = body.refresh
    }
    expect(await familiesOf(person)).toMatchObject([{ generation: 16, revokedAt: null }])
  })

  it('[S31] a refresh token two generations old ends the whole session, even if its successor was never used', async () => {
    const person = await newcomer(server)
    const second = (await refresh(person.refresh!)).body
    const third = (await refresh(second.refresh)).body
    expect((await refresh(person.refresh!)).body.code).toBe('token_revoked')
    expect((await refresh(third.refresh)).status).toBe(401)
    expect((await use(third.access)).status).toBe(401)
  })

  it.each([
    ['a session', false, 24],
    ['a remembered session', true, 60 * 24],
  ])(
    '[S3.03] %s expires after its idle time, and each refresh renews the whole time',
    async (_what, remember_me, whole) => {
      const person = await newcomer(server)
      const { db } = server.services
      await db.delete(refreshFamilies).where(eq(refreshFamilies.userId, person.userId!))
      const logIn = await person.post('/api/auth/login/', { email: person.email, password, remember_me })
      const rest = (hours: number) =>
        db
          .update(refreshFamilies)
          .set({ expiresAt: sql`now() + make_interval(hours => ${hours})` })
          .where(eq(refreshFamilies.userId, person.userId!))
      await rest(1)
      const { body } = await refresh(logIn.body.refresh)
      const [family] = await familiesOf(person)
      expect(Math.round((family!.expiresAt.getTime() - family!.usedAt.getTime()) / 3_600_000)).toBe(whole)
      await rest(-1)
      const late = await refresh(body.refresh)
      expect([late.status, late.body.code]).toEqual([401, 'token_expired'])
    },
  )

  it.each(['', 'x', 'a.b.c', `5f0c1f9e-6d3b-4a51-9b0e-2f6f3d1c7a40.1.${'A'.repeat(43)}`])(
    'the server refuses a refresh with the token %j',
    async (token) => {
      const { status } = await refresh(token)
      expect([400, 401]).toContain(status)
    },
  )
})

describe('log-out', () => {
  it('[S30] [S7.13] a log-out ends its session immediately: its access token and its refresh token stop working', async () => {
    const person = await newcomer(server)
    expect((await person.post('/api/auth/logout/')).status).toBe(200)
    expect((await person.get('/api/owned-tests/')).body.code).toBe('token_revoked')
    expect((await person.post('/api/auth/token/refresh/', { refresh: person.refresh })).status).toBe(401)
  })

  it('the server refuses a log-out to a guest', async () => {
    expect((await new Person(server).post('/api/auth/logout/')).status).toBe(401)
  })

  it('[S30] a log-out that was not delivered can be delivered later, and repeated, by the refresh token alone', async () => {
    const form = registration()
    const [here, elsewhere] = [new Person(server), new Person(server)]
    const session = (await here.post('/api/auth/register/', form)).body
    elsewhere.access = (await elsewhere.post('/api/auth/login/', { email: form.email, password })).body.access
    here.access = session.access
    const guest = new Person(server)
    const first = await guest.post('/api/auth/revoke/', { refresh: session.refresh })
    const again = await guest.post('/api/auth/revoke/', { refresh: session.refresh })
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
    expect((await here.get('/api/owned-tests/')).body.code).toBe('token_revoked')
    expect((await guest.post('/api/auth/token/refresh/', { refresh: session.refresh })).status).toBe(401)
    expect((await elsewhere.get('/api/owned-tests/')).status).toBe(200)
  })

  it('a log-out by a forged token gets the same reply and ends no session', async () => {
    const person = await newcomer(server)
    const guest = new Person(server)
    const known = await guest.post('/api/auth/revoke/', { refresh: (await newcomer(server)).refresh })
    const familyId = person.refresh!.split('.')[0]
    for (const forged of ['x', `${familyId}.1.${'A'.repeat(43)}`, `${crypto.randomUUID()}.1.${'A'.repeat(43)}`]) {
      const reply = await guest.post('/api/auth/revoke/', { refresh: forged })
      expect([reply.status, reply.text]).toEqual([200, known.text])
    }
    expect((await person.get('/api/owned-tests/')).status).toBe(200)
    expect((await guest.post('/api/auth/revoke/', {})).status).toBe(400)
  })
})

describe('the list of signed-in browsers', () => {
  const phone =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
  const desk = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

  /** Registers a person at a desk, and logs them in on a phone. */
  async function atDeskAndPhone() {
    const form = registration()
    const atDesk = new Person(server)
    atDesk.userAgent = desk
    const registered = await atDesk.post('/api/auth/register/', form)
    const onPhone = new Person(server)
    onPhone.userAgent = phone
    const logged = await onPhone.post('/api/auth/login/', { email: form.email, password, remember_me: true })
    atDesk.access = registered.body.access
    atDesk.userId = registered.body.user_id
    onPhone.access = logged.body.access
    return { atDesk, onPhone, refresh: registered.body.refresh }
  }
  const listOf = async (person: Person) => (await person.get('/api/auth/sessions/')).body.results

  it('the session list names each browser and its system, the last used first, and marks the current one', async () => {
    const { atDesk, onPhone, refresh } = await atDeskAndPhone()
    expect(await listOf(onPhone)).toMatchObject([
      { device: 'Chrome, Android', is_current: true },
      { device: 'Firefox, Linux', is_current: false },
    ])
    await atDesk.post('/api/auth/token/refresh/', { refresh })
    expect(await listOf(onPhone)).toMatchObject([{ is_current: false }, { is_current: true }])
  })

  it('a session of an earlier release gets its device name at its next renewal', async () => {
    const { atDesk, refresh, onPhone } = await atDeskAndPhone()
    await server.services.db
      .update(refreshFamilies)
      .set({ device: '' })
      .where(eq(refreshFamilies.userId, atDesk.userId!))
    expect((await listOf(onPhone)).map(({ device }: { device: string }) => device)).toEqual(['', ''])
    await atDesk.post('/api/auth/token/refresh/', { refresh })
    expect(await listOf(onPhone)).toMatchObject([{ device: 'Firefox, Linux' }, { device: '' }])
  })

  it('a person ends one session of the list, and no other: its next call is refused', async () => {
    const { atDesk, onPhone, refresh } = await atDeskAndPhone()
    const [, other] = await listOf(onPhone)
    expect((await onPhone.post('/api/auth/sessions/end/', { id: other.id })).status).toBe(200)
    expect((await atDesk.get('/api/owned-tests/')).body.code).toBe('token_revoked')
    expect((await new Person(server).post('/api/auth/token/refresh/', { refresh })).status).toBe(401)
    expect(await listOf(onPhone)).toMatchObject([{ is_current: true }])
    // Pressed twice.
    expect((await onPhone.post('/api/auth/sessions/end/', { id: other.id })).status).toBe(200)
  })

  it('a sign-out whose follow-up work fails answers 500 and ends no session', async () => {
    const { atDesk, onPhone, refresh } = await atDeskAndPhone()
    const [, other] = await listOf(onPhone)
    const { afterSignOut } = server.services
    const ways = [
      () => atDesk.post('/api/auth/logout/'),
      () => onPhone.post('/api/auth/sessions/end/', { id: other.id }),
      () => new Person(server).post('/api/auth/revoke/', { refresh }),
    ]
    afterSignOut.push(() => Promise.reject(new Error('the database is gone')))
    try {
      for (const end of ways) expect((await end()).status).toBe(500)
    } finally {
      afterSignOut.pop()
    }
    expect((await atDesk.get('/api/owned-tests/')).status).toBe(200)
    expect(await listOf(onPhone)).toHaveLength(2)
  })

  it('the session list neither shows nor ends another person’s session: a stranger’s id and a false id get 404', async () => {
    const { atDesk, onPhone } = await atDeskAndPhone()
    const stranger = await newcomer(server)
    const [own] = await listOf(onPhone)
    for (const id of [own.id, 'нічого']) {
      expect((await stranger.post('/api/auth/sessions/end/', { id })).body).toMatchObject({ code: 'not_found' })
    }
    expect(await listOf(stranger)).toHaveLength(1)
    expect(await listOf(atDesk)).toHaveLength(2)
    expect((await new Person(server).get('/api/auth/sessions/')).status).toBe(401)
  })

  it('the session list leaves out an expired session', async () => {
    const { atDesk, onPhone } = await atDeskAndPhone()
    const atDeskAlone = and(eq(refreshFamilies.userId, atDesk.userId!), eq(refreshFamilies.device, 'Firefox, Linux'))
    await server.services.db
      .update(refreshFamilies)
      .set({ expiresAt: sql`now() - interval '1 minute'` })
      .where(atDeskAlone)
    expect(await listOf(onPhone)).toMatchObject([{ device: 'Chrome, Android' }])
  })
})

describe('the sessions of one account', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const logIn = (person: Person) => new Person(server).post('/api/auth/login/', { email: person.email, password })

  it('an account has at most 100 sessions: a new log-in removes ended ones first, and then the one used longest ago', async () => {
    const person = await newcomer(server)
    const userId = person.userId!
    const used = (days: number) => ({
      userId,
      tokenHash: `${days}`,
      rememberMe: true,
      usedAt: daysAgo(days),
      expiresAt: daysAgo(-50),
    })
    const live = Array.from({ length: 97 }, (_, index) => used(index + 1))
    const ended = Array.from({ length: 5 }, (_, index) => ({ ...used(index), revokedAt: daysAgo(index) }))
    await server.services.db.insert(refreshFamilies).values([...live, ...ended])
    expect((await logIn(person)).status).toBe(200)
    const first = await familiesOf(person)
    expect([first.length, first.filter(({ revokedAt }) => revokedAt !== null).length]).toEqual([100, 1])

    await server.services.db
      .update(refreshFamilies)
      .set({ usedAt: daysAgo(200) })
      .where(and(eq(refreshFamilies.userId, userId), eq(refreshFamilies.tokenHash, '97')))
    for (const _ of ['second', 'third']) expect((await logIn(person)).status).toBe(200)
    const last = await familiesOf(person)
    expect([last.length, last.some(({ revokedAt }) => revokedAt !== null)]).toEqual([100, false])
    expect(last.map(({ tokenHash }) => tokenHash)).not.toContain('97')
    expect((await person.get('/api/owned-tests/')).status).toBe(200)
    expect((await person.get('/api/auth/sessions/')).body.results).toHaveLength(50)
  })

  it('a session that the 101st log-in removes has ended: its access token and its refresh token stop working', async () => {
    const person = await newcomer(server)
    const userId = person.userId!
    await server.services.db
      .update(refreshFamilies)
      .set({ usedAt: daysAgo(40) })
      .where(eq(refreshFamilies.userId, userId))
    const others = { userId, tokenHash: 'x', rememberMe: true, usedAt: daysAgo(1), expiresAt: daysAgo(-50) }
    await server.services.db.insert(refreshFamilies).values(Array.from({ length: 99 }, () => others))
    const opened = (await logIn(person)).body
    expect((await person.get('/api/owned-tests/')).body.code).toBe('token_revoked')
    const renewal = await new Person(server).post('/api/auth/token/refresh/', { refresh: person.refresh })
    expect([renewal.status, renewal.body.code]).toEqual([401, 'token_revoked'])
    expect((await as(opened.access).get('/api/owned-tests/')).status).toBe(200)
  })
})

describe('the known devices of one network', () => {
  it('known devices of one network take at most 100 places of the queue that all networks share @full', async () => {
    const { email } = await newcomer(server)
    const logIn = async (cookie = '') => {
      const headers = { 'content-type': 'application/json', cookie }
      const body = JSON.stringify({ email, password })
      return fetch(`${server.origin}/api/auth/login/`, { method: 'POST', headers, body })
    }
    const cookie = (await logIn()).headers.get('set-cookie')!.split(';')[0]!
    const line = server.app.entrance.other
    const run = line.run.bind(line)
    const gate = new EventEmitter()
    let there = 0
    const opened = once(gate, 'open')
    const held = vi.spyOn(line, 'run').mockImplementation(async (work) => {
      there += 1
      await opened
      return run(work)
    })
    const asked = Promise.all(Array.from({ length: 140 }, () => logIn(cookie)))
    // The known device is counted last, before the call takes its place.
    const counted = sql`select 1 from rate_counters where key = ${`login-known:${email!.toLowerCase()}`} and hits >= 140`
    await until(async () => there >= 100 && (await server.services.db.execute(counted)).rows.length > 0)
    const most = there
    gate.emit('open')
    const replies = await asked
    held.mockRestore()
    expect(replies.map(({ status }) => status)).toEqual(Array(140).fill(200))
    expect(most).toBe(100)
  })
})

describe('sign-out everywhere', () => {
  it('sign-out everywhere ends every session of the account, this one included, and nobody else’s', async () => {
    const form = registration()
    const sessions = [(await new Person(server).post('/api/auth/register/', form)).body]
    for (const remember_me of [true, false]) {
      const reply = await new Person(server).post('/api/auth/login/', { email: form.email, password, remember_me })
      sessions.push(reply.body)
    }
    const stranger = await newcomer(server)
    const person = new Person(server)
    person.access = sessions[1].access
    expect((await person.post('/api/auth/sign-out-everywhere/')).status).toBe(200)
    for (const { access, refresh } of sessions) {
      person.access = access
      expect((await person.get('/api/owned-tests/')).body.code).toBe('token_revoked')
      expect((await new Person(server).post('/api/auth/token/refresh/', { refresh })).status).toBe(401)
    }
    expect((await stranger.get('/api/owned-tests/')).status).toBe(200)
    expect((await new Person(server).post('/api/auth/login/', { email: form.email, password })).status).toBe(200)
  })

  it('the server refuses a sign-out everywhere to a guest', async () => {
    expect((await new Person(server).post('/api/auth/sign-out-everywhere/')).status).toBe(401)
  })
})
