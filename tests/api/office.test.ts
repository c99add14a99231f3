import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRight, staffRights, type StaffRole, staffRoles } from '#contract/staff/roles.ts'
import { staffEndpoints } from '#contract/staff/staff-endpoints.ts'
import { operatorActions } from '../../server/db/schema/operators.ts'
import { staff as staffTable, staffLooks, staffSessions } from '../../server/db/schema/staff.ts'
import { applyPlannedPrices } from '../../server/features/catalog/planned-prices.ts'
import { monthOfMoney } from '../../server/features/operator/month-of-money.ts'
import { publishDueTexts } from '../../server/features/operator/written-texts.ts'
import { seed } from '../../server/seed/seed.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import {
  anotherBrowser,
  codeOf,
  type Member,
  member,
  Staff,
  staffPassword,
  startOffice,
  type TestOffice,
} from '../support/office.ts'
import { newcomer, Person } from '../support/person.ts'
import { openExam } from '../support/exam-calls.ts'
import { callBack, order, paymentOf, statusOf } from '../support/sandbox.ts'

let server: TestServer
let office: TestOffice
const members = new Map<StaffRole, Member>()
beforeAll(async () => {
  server = await startTestServer()
  office = await startOffice(server)
  for (const role of staffRoles) members.set(role, await member(office, role))
})
afterAll(async () => {
  await office.close()
  await server.close()
})

const db = () => server.services.db
const of = (role: StaffRole) => members.get(role)!
const addressOf = (path: string) => path.replace(':id', crypto.randomUUID())
/** Calls that anybody who is signed in may make, or that belong to the sign-in itself. */
const withRight = staffEndpoints.filter(({ access }) => access !== 'nobody' && access !== 'signed in')
const setBack = (what: 'usedAt' | 'createdAt' | 'provenAt', minutes: number, sessionOf: string) =>
  db()
    .update(staffSessions)
    .set({ [what]: sql`now() - make_interval(mins => ${minutes})` })
    .where(eq(staffSessions.staffId, sessionOf))

describe('every call of the back office', () => {
  it('has a path below /api/admin/, a name of its own, and a right of the table', () => {
    expect(new Set(staffEndpoints.map(({ name }) => name)).size).toBe(staffEndpoints.length)
    expect(staffEndpoints.filter(({ path }) => !path.startsWith('/api/admin/'))).toEqual([])
    const rights = new Set(Object.keys(staffRights))
    expect(withRight.filter(({ access }) => !rights.has(access))).toEqual([])
    const used = new Set<string>(withRight.map(({ access }) => access))
    expect([...rights].filter((right) => !used.has(right))).toEqual([])
  })

  it('that moves money, keys or roles wants the second factor anew', () => {
    const mustProve = withRight.filter(({ access }) => ['money.refund', 'shop.act', 'team.act'].includes(access))
    expect(mustProve.filter(({ method, needsProof }) => method === 'POST' && !needsProof)).toEqual([])
  })

  it.each([
    ['a guest', async () => new Staff(office)],
    [
      'a visitor with a session of the site',
      async () => {
        const visitor = await newcomer(server)
        const staff = new Staff(office)
        staff.token = visitor.refresh
        return staff
      },
    ],
    [
      'somebody whose session is twelve hours old',
      async () => {
        const own = await member(office, 'owner')
        await setBack('createdAt', 12 * 60 + 1, own.id)
        return own.staff
      },
    ],
    [
      'somebody who has done nothing for half an hour',
      async () => {
        const own = await member(office, 'owner')
        await setBack('usedAt', 31, own.id)
        return own.staff
      },
    ],
    [
      'somebody whose access was ended',
      async () => {
        const own = await member(office, 'support')
        const { status } = await of('owner').staff.post(`/api/admin/team/${own.id}/end/`, { reason: 'пішла з команди' })
        expect(status).toBe(200)
        return own.staff
      },
    ],
  ])('is refused to %s', async (_who, begin) => {
    const staff = await begin()
    for (const { method, path, access, name } of staffEndpoints) {
      if (access === 'nobody') continue
      const { status, body } = await staff.call(method, addressOf(path), method === 'POST' ? {} : undefined)
      expect([name, status, body.code]).toEqual([name, 401, 'not_authenticated'])
    }
  })

  it.each(staffRoles)('gives %s what the table of rights gives, and nothing else', async (role) => {
    const { staff } = of(role)
    for (const { method, path, access, name } of withRight) {
      const { status, body } = await staff.call(method, addressOf(path), method === 'POST' ? {} : undefined)
      const isRefused = status === 403 && body.code === 'role_forbidden'
      expect([name, isRefused]).toEqual([name, !hasRight(role, access as keyof typeof staffRights)])
    }
  })

  it('that needs the second factor anew is refused ten minutes after the last one, and taken after another', async () => {
    const own = await member(office, 'owner')
    await setBack('provenAt', 11, own.id)
    for (const { method, path, needsProof, name } of withRight) {
      const { status, body } = await own.staff.call(method, addressOf(path), method === 'POST' ? {} : undefined)
      expect([name, status === 403 && body.code === 'proof_needed']).toEqual([name, needsProof])
    }
    const proof = await own.staff.post('/api/admin/proof/', { code: await codeOf(own.secret) })
    expect(proof.status).toBe(200)
    const invited = {
      email: `${crypto.randomUUID()}@staff.example`,
      name: 'Нова',
      role: 'support',
      reason: 'нова людина',
    }
    expect((await own.staff.post('/api/admin/team/invite/', invited)).status).toBe(200)
  })

  it('is refused to a page of another site, also with the cookie', async () => {
    const { staff } = of('owner')
    const other = await anotherBrowser(of('owner'))
    for (const from of ['https://evil.example', 'null', null]) {
      other.pageOrigin = from
      const { status, body } = await other.post('/api/admin/sign-out/')
      expect([from, status, body.code]).toEqual([from, 403, 'foreign_origin'])
    }
    const crossSite = await fetch(`${office.origin}/api/admin/team/`, {
      headers: { cookie: `staff=${staff.token}`, 'sec-fetch-site': 'cross-site' },
    })
    expect(crossSite.status).toBe(403)
    expect((await staff.get('/api/admin/session/')).status).toBe(200)
  })

  it('is unknown to the visitors’ server, and the visitors’ calls to the office', async () => {
    const visitor = new Person(server)
    for (const { method, path } of staffEndpoints) {
      const { status } = await visitor.call(method, addressOf(path), method === 'POST' ? {} : undefined)
      expect([404, 405], path).toContain(status)
    }
    expect((await of('owner').staff.get('/api/available-tests/')).status).toBe(404)
  })
})

describe('a reply of the office', () => {
  it('is kept nowhere, framed nowhere, and indexed nowhere', async () => {
    const { headers } = await of('owner').staff.get('/api/admin/session/')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a sign-in', () => {
  it('wants address, password and code; which of address and password was wrong is not said', async () => {
    const own = await member(office, 'support')
    const browser = new Staff(office)
    const code = await codeOf(own.secret)
    const wrong = await Promise.all([
      browser.post('/api/admin/sign-in/', { email: own.email, password: 'не-той-пароль-зовсім', code }),
      browser.post('/api/admin/sign-in/', { email: 'nobody@staff.example', password: staffPassword, code }),
    ])
    expect(wrong.map(({ status, body }) => [status, body.code, body.detail])).toEqual([
      [401, 'invalid_credentials', wrong[1].body.detail],
      [401, 'invalid_credentials', wrong[0].body.detail],
    ])
    const noCode = await browser.post('/api/admin/sign-in/', {
      email: own.email,
      password: staffPassword,
      code: '000000',
    })
    expect([noCode.status, Object.keys(noCode.body.fields)]).toEqual([400, ['code']])
    const signed = await browser.post('/api/admin/sign-in/', { email: own.email, password: staffPassword, code })
    expect(signed.status).toBe(200)
    expect(signed.headers.get('set-cookie')).toMatch(
      /^staff=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    )
  })

  it('takes a code of the app once, also by two calls at the same moment', async () => {
    const own = await member(office, 'support')
    const code = await codeOf(own.secret)
    const body = { email: own.email, password: staffPassword, code }
    const both = await Promise.all([0, 1].map(() => new Staff(office).post('/api/admin/sign-in/', body)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('takes each recovery code once', async () => {
    const own = await member(office, 'support')
    const [code] = own.recoveryCodes
    const body = { email: own.email, password: staffPassword, code: code!.toLowerCase() }
    expect((await new Staff(office).post('/api/admin/sign-in/', body)).status).toBe(200)
    expect((await new Staff(office).post('/api/admin/sign-in/', body)).status).toBe(400)
  })

  it('has a new secret each time: a cookie that somebody planted before is worth nothing after it', async () => {
    const own = await member(office, 'support')
    const browser = new Staff(office)
    browser.token = 'A'.repeat(43)
    const body = { email: own.email, password: staffPassword, code: await codeOf(own.secret) }
    await browser.post('/api/admin/sign-in/', body)
    expect(browser.token).not.toBe('A'.repeat(43))
    const planted = new Staff(office)
    planted.token = 'A'.repeat(43)
    expect((await planted.get('/api/admin/session/')).status).toBe(401)
  })

  it('can be ended from another browser, and by oneself', async () => {
    const own = await member(office, 'support')
    const other = await anotherBrowser(own)
    const { body } = await own.staff.get('/api/admin/own-sessions/')
    const theirs = body.results.find(({ is_this }: { is_this: boolean }) => !is_this)
    await own.staff.post(`/api/admin/own-sessions/${theirs.id}/end/`)
    expect((await other.get('/api/admin/session/')).status).toBe(401)
    await own.staff.post('/api/admin/sign-out/')
    expect(own.staff.token).toBeNull()
  })

  it('of somebody else is not ended by its id', async () => {
    const [one, other] = [await member(office, 'support'), await member(office, 'support')]
    const { body } = await other.staff.get('/api/admin/own-sessions/')
    await one.staff.post(`/api/admin/own-sessions/${body.results[0].id}/end/`)
    expect((await other.staff.get('/api/admin/session/')).status).toBe(200)
  })
})

it('a session that nobody uses is not kept alive by pages that poll, and is by a call of its person', async () => {
  const own = await member(office, 'owner')
  const usedAt = async () =>
    (await db().select().from(staffSessions).where(eq(staffSessions.staffId, own.id)))[0]!.usedAt.getTime()
  await setBack('usedAt', 20, own.id)
  const before = await usedAt()
  for (const { method, path, isPolled } of staffEndpoints) {
    if (isPolled) expect((await own.staff.call(method, path)).status).toBe(200)
  }
  expect(await usedAt()).toBe(before)
  await own.staff.get('/api/admin/team/')
  expect(await usedAt()).toBeGreaterThan(before)
})

describe('an invitation', () => {
  const inviteAs = async (name = 'Нова Людина') => {
    const email = `${crypto.randomUUID()}@staff.example`
    const invited = { email, name, role: 'support', reason: 'нова людина в підтримці' }
    expect((await of('owner').staff.post('/api/admin/team/invite/', invited)).status).toBe(200)
    return email
  }

  it('comes by a letter with a link, works once, and ends when another is sent', async () => {
    const email = await inviteAs()
    const linkOf = async () => {
      const { rows } = await server.services.pool.query<{ text_body: string }>(
        'select text_body from mails where to_address = $1 order by created_at desc limit 1',
        [email],
      )
      return /\/invitation#([\w-]+)/.exec(rows[0]!.text_body)![1]!
    }
    const first = await linkOf()
    await of('owner').staff.post('/api/admin/team/invite/', {
      email,
      name: 'Нова',
      role: 'content',
      reason: 'інша роль',
    })
    const second = await linkOf()
    const browser = new Staff(office)
    expect((await browser.post('/api/admin/invitation/', { token: first })).body.code).toBe('link_invalid')
    const opened = await browser.post('/api/admin/invitation/', { token: second })
    expect(opened.body).toMatchObject({ email, name: 'Нова', role: 'content' })
    const body = { token: second, password: staffPassword, code: await codeOf(opened.body.totp_secret) }
    const accepted = await browser.post('/api/admin/invitation/accept/', body)
    expect(accepted.body.recovery_codes).toHaveLength(10)
    expect(accepted.body.signed).toMatchObject({ email, role: 'content' })
    expect((await browser.post('/api/admin/invitation/', { token: second })).body.code).toBe('link_invalid')
  })

  it('stores no secret that a copy of the database would tell', async () => {
    const own = await member(office, 'support')
    const [row] = await db().select().from(staffTable).where(eq(staffTable.id, own.id))
    expect(row!.totpSecret!.toString('latin1')).not.toContain(own.secret)
    expect(row!.passwordHash).toMatch(/^\$argon2id\$/)
  })
})

describe('the last owner', () => {
  it('can neither lose the role nor the access', async () => {
    await server.services.pool.query(`update staff set ended_at = now() where role = 'owner' and id <> $1`, [
      of('owner').id,
    ])
    const { staff, id } = of('owner')
    const role = await staff.post(`/api/admin/team/${id}/role/`, { role: 'support', reason: 'помилка' })
    const end = await staff.post(`/api/admin/team/${id}/end/`, { reason: 'помилка' })
    expect([role, end].map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'act_refused'],
      [409, 'act_refused'],
    ])
  })
})

describe('a person, as support sees them', () => {
  let buyer: Person
  let purchaseId: string
  beforeAll(async () => {
    buyer = await newcomer(server)
    const purchase = await order(buyer)
    await callBack(server, paymentOf(purchase))
    purchaseId = purchase.purchase_id
  })

  it.each(['e-mail', 'account', 'order', 'number'])('is found by %s', async (by) => {
    const what = { 'e-mail': buyer.email!, account: buyer.userId!, order: purchaseId, number: numberOf(purchaseId) }[
      by
    ]!
    const { body } = await of('support').staff.get(`/api/admin/people/?what=${encodeURIComponent(what)}`)
    expect(body).toEqual({ id: buyer.userId })
  })

  it('has one timeline, the newest first, and each look at it is recorded', async () => {
    const { body } = await of('support').staff.get(`/api/admin/people/${buyer.userId}/`)
    const kinds = new Set(body.timeline.map(({ kind }: { kind: string }) => kind))
    expect([...kinds]).toEqual(expect.arrayContaining(['account', 'order', 'payment', 'session', 'letter', 'consent']))
    const moments = body.timeline.map(({ at }: { at: string }) => at)
    expect(moments).toEqual(moments.toSorted().toReversed())
    const looks = await db().select().from(staffLooks).where(eq(staffLooks.userId, buyer.userId!))
    expect(looks).toContainEqual(expect.objectContaining({ staffId: of('support').id, call: 'readPerson' }))
  })

  it('gets one more exam by an act that can be rehearsed, with its author on record', async () => {
    const body = { reason: 'зникло світло', rehearse: true }
    const path = `/api/admin/purchases/${purchaseId}/exam/`
    const rehearsed = await of('support').staff.post(path, body)
    const done = await of('support').staff.post(path, { reason: 'зникло світло' })
    expect(rehearsed.body.act).toEqual(done.body.act)
    const acts = await db().select().from(operatorActions).where(eq(operatorActions.purchaseId, purchaseId))
    expect(acts.map(({ command, author }) => [command, author])).toEqual([
      ['attempt', `О. Оператор (${of('support').email})`],
    ])
  })

  it('is refunded in part, after a preview that changes nothing, and reads so', async () => {
    const path = `/api/admin/orders/${purchaseId}/refund/`
    const part = { lines: [{ purchase_id: purchaseId, amount: 4900 }], reason: 'частина за домовленістю' }
    const preview = await of('support').staff.post(path, { ...part, rehearse: true })
    expect(preview.body).toMatchObject({ amount: 4900, currency: 'UAH', breaches: [] })
    const movements = async () => (await of('support').staff.get(`/api/admin/orders/${purchaseId}/`)).body.movements
    expect(await movements()).toMatchObject([{ kind: 'payment', amount: 14_900 }])
    expect((await of('support').staff.post(path, part)).status).toBe(200)
    expect(await movements()).toContainEqual(expect.objectContaining({ kind: 'refund_due', amount: 4900 }))
    expect(await statusOf(buyer, { purchase_id: purchaseId })).toBe('paid')
  })

  it('whose name is in a reason makes the act refused: a reason stays for good', async () => {
    const reason = `просила ${buyer.email}`
    const { status, body } = await of('support').staff.post(`/api/admin/people/${buyer.userId}/block/`, { reason })
    expect([status, body.code]).toEqual([409, 'act_refused'])
  })
})

it('one page of orders leads to the next by its last order, of one status or of all', async () => {
  const { staff } = of('accountant')
  const person = await newcomer(server)
  for (const slug of ['verbalnij', 'abstraktnij', 'logichnij']) await order(person, slug)
  const all = (await staff.get('/api/admin/orders/')).body.results
  const pending = (await staff.get('/api/admin/orders/?status=pending')).body.results
  expect(pending.map(({ status }: { status: string }) => status)).toEqual(Array(pending.length).fill('pending'))
  const rest = (await staff.get(`/api/admin/orders/?after=${all[0].id}`)).body.results
  expect(rest.map(({ id }: { id: string }) => id)).toEqual(all.slice(1).map(({ id }: { id: string }) => id))
})

const numberOf = (id: string) => `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase()

describe('a price', () => {
  it('changes at once; an order of before keeps its own', async () => {
    const test = await shopRow('abstraktnij')
    const buyer = await newcomer(server)
    const before = await order(buyer, 'abstraktnij')
    const body = { sold: 'test', price: 19_900, begins_at: null, reason: 'нова ціна' }
    expect((await of('owner').staff.post(`/api/admin/shop/${test.id}/price/`, body)).status).toBe(200)
    expect(await shopRow('abstraktnij')).toMatchObject({ price: 19_900, planned: [] })
    expect((await buyer.get(`/api/purchases/${before.purchase_id}/`)).body.price).toBe(before.price)
    const after = await order(await newcomer(server), 'abstraktnij')
    expect(after.price).toBe(19_900)
  })

  it('of a trial stays 0, and no test on sale becomes a trial by a price of 0', async () => {
    for (const [slug, price] of [
      ['abstraktnij', 0],
      ['verbalnij-proba', 100],
    ] as const) {
      const { id, price: before } = await shopRow(slug)
      const body = { sold: 'test', price, begins_at: null, reason: 'проба' }
      const refused = await of('owner').staff.post(`/api/admin/shop/${id}/price/`, body)
      expect([refused.status, refused.body.code]).toEqual([409, 'act_refused'])
      expect(await shopRow(slug)).toMatchObject({ price: before, planned: [] })
    }
  })

  it('changes at its moment, once, whichever process looks; it can be taken back before', async () => {
    const test = await shopRow('logichnij')
    const begins_at = new Date(Date.now() + 60_000).toISOString()
    const path = `/api/admin/shop/${test.id}/price/`
    for (const price of [20_000, 30_000]) {
      await of('owner').staff.post(path, { sold: 'test', price, begins_at, reason: 'опівночі' })
    }
    const [first, second] = (await shopRow('logichnij')).planned
    await of('owner').staff.post(`/api/admin/planned-prices/${second.id}/cancel/`, { reason: 'передумали' })
    await applyPlannedPrices(db())
    expect(await shopRow('logichnij')).toMatchObject({ price: test.price, planned: [{ id: first.id }] })
    await server.services.pool.query(
      `update planned_prices set begins_at = now() - interval '1 second' where ended_at is null`,
    )
    await Promise.all([applyPlannedPrices(db()), applyPlannedPrices(db())])
    expect(await shopRow('logichnij')).toMatchObject({ price: first.price, planned: [] })
    await seed(server.services, null)
    expect(await shopRow('logichnij')).toMatchObject({ price: first.price })
  })
})

it('a month as CSV has each movement of money once, negative where it goes back, and no formula of a stranger', async () => {
  const buyer = await newcomer(server)
  const purchase = await order(buyer)
  await callBack(server, paymentOf(purchase, { payment_id: '=cmd|calc' }))
  const { text, headers } = await of('accountant').staff.get(`/api/admin/money/${thisMonth}/`)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="money-${thisMonth}.csv"`)
  const lines = text.replace('\ufeff', '').trim().split('\r\n')
  expect(lines[0]).toBe('recorded_at,kind,amount,currency,provider,payment_id,order,order_id')
  const own = lines.filter((each) => each.includes(purchase.purchase_id))
  expect(own).toHaveLength(1)
  expect(own[0]).toContain(`,payment,149.00,UAH,sandbox,'=cmd|calc,`)
})

it('a month as CSV is read in parts, and no movement is in two of them or in none', async () => {
  const buyer = await newcomer(server)
  for (const slug of ['verbalnij', 'abstraktnij', 'logichnij']) {
    const purchase = await order(buyer, slug)
    await callBack(server, paymentOf(purchase, { amount: purchase.price / 100 }))
  }
  // Rows of one transaction have the same moment to the microsecond.
  await server.services.pool.query(
    `insert into ledger (order_id, kind, amount, currency, provider, provider_event_id, recorded_at)
     select order_id, kind, 0, currency, provider, provider_event_id || '-' || n, recorded_at
     from ledger, generate_series(1, 2) n where kind = 'payment'`,
  )
  const whole = await linesOf(monthOfMoney(db(), thisMonth))
  expect(whole.length).toBeGreaterThan(9)
  expect(await linesOf(monthOfMoney(db(), thisMonth, 2))).toEqual(whole)
})

const thisMonth = new Intl.DateTimeFormat('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  timeZone: 'Europe/Kyiv',
}).format(new Date())

async function linesOf(pieces: AsyncIterable<string>): Promise<string[]> {
  const read: string[] = []
  for await (const piece of pieces) read.push(piece)
  return read.join('').split('\r\n')
}

describe('an act', () => {
  const reason = 'лист до підтримки'
  /** Makes what an act needs, and returns its id and body. The person concerned, or null for none. */
  const plays: Record<string, () => Promise<{ id?: string; body: object; userId: string | null }>> = {
    inviteMember: async () => ({
      body: { email: `${crypto.randomUUID()}@staff.example`, name: 'Нова', role: 'support', reason },
      userId: null,
    }),
    changeMemberRole: async () => ({
      id: (await member(office, 'support')).id,
      body: { role: 'content', reason },
      userId: null,
    }),
    endMember: async () => ({ id: (await member(office, 'support')).id, body: { reason }, userId: null }),
    blockPerson: async () => {
      const { userId } = await newcomer(server)
      return { id: userId!, body: { reason }, userId }
    },
    unblockPerson: async () => {
      const { userId } = await newcomer(server)
      await of('owner').staff.post(`/api/admin/people/${userId}/block/`, { reason })
      return { id: userId!, body: { reason }, userId }
    },
    endPersonSessions: async () => {
      const { userId } = await newcomer(server)
      return { id: userId!, body: { reason }, userId }
    },
    closePerson: async () => {
      const { userId } = await newcomer(server)
      return { id: userId!, body: { reason }, userId }
    },
    grantExamTo: async () => {
      const { buyer, purchaseId } = await bought()
      return { id: purchaseId, body: { reason }, userId: buyer.userId }
    },
    grantExtraTimeTo: async () => {
      const { buyer, purchaseId } = await bought()
      return { id: purchaseId, body: { factor: 1.5 }, userId: buyer.userId }
    },
    refundOrderOf: async () => {
      const { buyer, purchaseId } = await bought()
      return { id: purchaseId, body: { reason }, userId: buyer.userId }
    },
    changePrice: async () => ({
      id: (await shopRow('verbalnij')).id,
      body: { sold: 'test', price: 15_900, begins_at: null, reason },
      userId: null,
    }),
    cancelPlannedPrice: async () => {
      const { id } = await shopRow('verbalnij')
      const begins_at = new Date(Date.now() + 3_600_000).toISOString()
      await of('owner').staff.post(`/api/admin/shop/${id}/price/`, { sold: 'test', price: 1_00, begins_at, reason })
      return { id: (await shopRow('verbalnij')).planned[0].id, body: { reason }, userId: null }
    },
    changePublished: async () => ({
      id: (await shopRow('usi-try')).id,
      body: { sold: 'bundle', is_published: false, reason },
      userId: null,
    }),
    publishText: async () => ({ body: { ...faqText('Чи можна спробувати?'), begins_at: null, reason }, userId: null }),
    goBackToText: async () => {
      await of('owner').staff.post('/api/admin/texts/publish/', { ...faqText('Питання?'), begins_at: null, reason })
      const { written } = (await of('owner').staff.get('/api/admin/texts/')).body
      return { id: written[0].id, body: { reason }, userId: null }
    },
    cancelPlannedText: async () => {
      const begins_at = new Date(Date.now() + 3_600_000).toISOString()
      await of('owner').staff.post('/api/admin/texts/publish/', { ...faqText('Питання?'), begins_at, reason })
      const { written } = (await of('owner').staff.get('/api/admin/texts/')).body
      return { id: written[0].id, body: { reason }, userId: null }
    },
    createPromoCodes: async () => ({ body: { ...promoOf(10), reason }, userId: null }),
    endPromoCode: async () => {
      const [code] = (await of('owner').staff.post('/api/admin/promo/create/', { ...promoOf(10), reason })).body.codes
      const { results } = (await of('owner').staff.get('/api/admin/promo/')).body
      return { id: results.find((each: { code: string }) => each.code === code).id, body: { reason }, userId: null }
    },
    answerInboxMessage: async () => {
      const { email, userId, ...person } = await newcomer(server)
      const writer = Object.assign(new Person(server), person)
      await writer.post('/api/feedback/', { email, message: 'Не можу знайти свого результату.' })
      const { rows } = await server.services.pool.query<{ id: string }>(
        'select id from feedback_messages where email = $1',
        [email],
      )
      return { id: rows[0]!.id, body: { answer: 'Відкрийте «Мої тести».', reason }, userId }
    },
    closeQuestionReport: async () => {
      const { buyer, purchaseId } = await bought()
      const { attempt } = await openExam(buyer, purchaseId)
      const report = { number: 1, words: 'Тут дві правильні відповіді' }
      const { id } = (await buyer.post(`/api/question-reports/${attempt.id}/`, report)).body
      return { id, body: { reason }, userId: buyer.userId }
    },
    closeGradeDifference: async () => {
      const { buyer, purchaseId } = await bought()
      const { attempt } = await openExam(buyer, purchaseId)
      await server.services.pool.query(`insert into answer_differences values ($1, '{grade}', '{}')`, [attempt.id])
      return { id: attempt.id, body: { reason }, userId: buyer.userId }
    },
  }
  // The first books what a provider says, and records nothing where that is nothing new. The second changes nothing.
  const apart = new Set(['reconcileOrderNow', 'previewText'])
  const acts = withRight.filter(({ method, name }) => method === 'POST' && !apart.has(name))

  it('is played here for every call that changes something', () => {
    expect(acts.map(({ name }) => name).toSorted()).toEqual(Object.keys(plays).toSorted())
  })

  it.each(acts.map(({ name }) => name))(
    '%s leaves one row with its author, and a look where it is about a person',
    async (name) => {
      const { path, looksAtPerson } = acts.find((each) => each.name === name)!
      const { id = '', body, userId } = await plays[name]!()
      const rows = async () => (await db().select().from(operatorActions)).map((row) => row.id)
      const before = new Set(await rows())
      const reply = await of('owner').staff.post(path.replace(':id', id), body)
      expect([reply.status, reply.text.slice(0, 200)]).toEqual([200, reply.text.slice(0, 200)])
      const added = (await db().select().from(operatorActions)).filter((row) => !before.has(row.id))
      expect(added.map(({ author }) => author)).toEqual([`О. Оператор (${of('owner').email})`])
      const looks = await db().select().from(staffLooks).where(eq(staffLooks.call, name))
      expect(looksAtPerson).toBe(userId !== null)
      expect(looks.some((look) => look.userId === userId && look.staffId === of('owner').id)).toBe(userId !== null)
    },
  )
})

const faqText = (question: string) => ({
  kind: 'faq',
  ref: 'free-sample',
  content: { topic: 'Покупка', question, answer: 'Так, для кожного тесту є проба.' },
})

/** A code by chance: so many percent off any test, once a person. */
const promoOf = (percent: number, change: object = {}) => ({
  code: null,
  count: 1,
  percent,
  sum: null,
  test_ids: null,
  is_for_bundles: false,
  begins_at: null,
  ends_at: null,
  uses_most: null,
  once_a_person: true,
  note: '',
  ...change,
})

const shopRow = async (slug: string) =>
  (await of('owner').staff.get('/api/admin/shop/')).body.results.find((each: { slug: string }) => each.slug === slug)

async function bought(): Promise<{ buyer: Person; purchaseId: string }> {
  const buyer = await newcomer(server)
  const purchase = await order(buyer)
  await callBack(server, paymentOf(purchase, { amount: purchase.price / 100 }))
  return { buyer, purchaseId: purchase.purchase_id }
}

describe('a text that an operator writes', () => {
  const publish = (text: object) =>
    of('owner').staff.post('/api/admin/texts/publish/', { begins_at: null, reason: 'новий текст', ...text })
  const legal = (version: string, content = '<p>Нова редакція.</p>') => ({
    kind: 'legal',
    ref: 'disclaimer',
    content: { title: 'Відмова від відповідальності', version, content },
  })

  it('is shown as it will be stored, with what the sanitiser takes away', async () => {
    const content = '<p onclick="x()">Так</p><script>alert(1)</script>'
    const { body } = await of('content').staff.post('/api/admin/texts/preview/', legal('9.1', content))
    expect(body.stored.content).toBe('<p>Так</p>')
    expect(body.removed.toSorted()).toEqual(['<script>', 'onclick'])
  })

  it('reaches visitors, and no start of a release writes over it', async () => {
    const guest = new Person(server)
    const question = 'Чи можна спробувати задарма?'
    await publish(faqText(question))
    const info = '<p>Оновлений опис тесту.</p>'
    const test = { title: 'Вербальний тест IQ', summary: 'Слова й висновки.', info }
    await publish({ kind: 'test', ref: 'verbalnij', content: test })
    await publish(legal('9.2'))
    await seed(server.services, null)
    const faq = (await guest.get('/api/faq/')).body.results
    expect(faq.find(({ id }: { id: string }) => id === 'free-sample').question).toBe(question)
    expect((await guest.get('/api/test-info/?slug=verbalnij')).text).toContain('Оновлений опис тесту.')
    expect((await guest.get('/api/disclaimer/')).body.disclaimer.version).toMatch(/^9\.2-/)
  })

  it('can be planned, taken back before, and an earlier one published again', async () => {
    const begins_at = new Date(Date.now() + 60_000).toISOString()
    await publish({ ...faqText('Перше?') })
    await publish({ ...faqText('Друге?'), begins_at })
    const written = async () => (await of('owner').staff.get('/api/admin/texts/')).body.written
    await server.services.pool.query(
      `update written_texts set begins_at = now() - interval '1 second' where published_at is null and cancelled_at is null`,
    )
    await Promise.all([publishDueTexts(db()), publishDueTexts(db())])
    const questionNow = async () =>
      (await new Person(server).get('/api/faq/')).body.results.find(({ id }: { id: string }) => id === 'free-sample')
        .question
    expect(await questionNow()).toBe('Друге?')
    const first = (await written()).find(
      ({ content }: { content: { question: string } }) => content.question === 'Перше?',
    )
    await of('owner').staff.post(`/api/admin/texts/${first.id}/again/`, { reason: 'повертаємо' })
    expect(await questionNow()).toBe('Перше?')
  })

  it('of the law is never taken back, and an edition is published once', async () => {
    await publish(legal('9.3'))
    const again = await publish(legal('9.3'))
    expect([again.status, again.body.code]).toEqual([409, 'act_refused'])
    const { written } = (await of('owner').staff.get('/api/admin/texts/')).body
    const edition = written.find(({ kind }: { kind: string }) => kind === 'legal')
    const back = await of('owner').staff.post(`/api/admin/texts/${edition.id}/again/`, { reason: 'назад' })
    expect([back.status, back.body.code]).toEqual([409, 'act_refused'])
  })
})
