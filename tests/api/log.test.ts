import { SignJWT } from 'jose'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tooMany } from '../../server/load/entrance.ts'
import { users } from '../../server/db/schema/accounts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { linkIn } from '../support/letters.ts'
import { listenToLog } from '../support/log.ts'
import { givePurchase, newcomer, type Person, password, registration } from '../support/person.ts'
import { openExam, someEvents, until } from '../support/exam-calls.ts'

let server: TestServer
let log: string[]
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'info', trustedProxies: 1, limitFactor: 1 })
  log = listenToLog(server)
})
afterAll(() => server.close())

let homes = 0
/** A new client address. The proxy appends it to X-Forwarded-For, after any address that the caller has put there. */
const newHome = () => `198.51.100.${(homes += 1)}`

interface Asked {
  method?: string
  path: string
  body?: unknown
  bearer?: string | null
}

const send = (home: string, { path, body, bearer, method = body === undefined ? 'GET' : 'POST' }: Asked) =>
  fetch(server.origin + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `203.0.113.7, ${home}`,
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** Makes a call from `home`, and returns its lines of the log except `served`. */
async function ask(home: string, asked: Asked) {
  const before = log.length
  const reply = await send(home, asked)
  const json = JSON.parse(await reply.text())
  const isAbout = (line: any) => line.route !== undefined || line.act !== undefined
  const lines = () =>
    log
      .slice(before)
      .map((line) => JSON.parse(line))
      .filter(isAbout)
  const served = () => lines().find(({ msg }) => msg === 'served')
  await until(async () => served() !== undefined)
  // The lines of one request share its id.
  const { reqId } = served()
  const loggedLines = lines().filter((line) => line.reqId === reqId && line.msg !== 'served')
  return {
    status: reply.status,
    json,
    told: loggedLines.map(({ msg, code, act, address, userId }) => ({ msg, code, act, address, userId })),
  }
}

const expiredAccess = (person: Person) => {
  const claims = JSON.parse(Buffer.from(person.access!.split('.')[1]!, 'base64url').toString())
  const past = Math.floor(Date.now() / 1000) - 600
  return new SignJWT({ ...claims, iat: past - 600, exp: past })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .sign(server.services.secrets.accessTokenKey)
}
const uidOf = ({ userId }: Person) => Buffer.from(userId!).toString('base64url')
const profile = '/api/user/profile/'
const next = { new_password1: 'зовсім-новий-пароль-9', new_password2: 'зовсім-новий-пароль-9' }

describe('the log of a refused call', () => {
  let owner: Person
  let stranger: Person
  let purchaseId: string
  beforeAll(async () => {
    owner = await newcomer(server)
    stranger = await newcomer(server)
    purchaseId = await givePurchase(server, owner)
  })

  /** `who`: the account that the log names. */
  type Case = [what: string, code: string, who: 'owner' | 'stranger' | 'nobody', ask: () => Promise<Asked> | Asked]
  it.each<Case>([
    ['a guest', 'not_authenticated', 'nobody', () => ({ path: profile })],
    ['a forged token', 'not_authenticated', 'nobody', () => ({ path: profile, bearer: `${owner.access}x` })],
    ['an expired token', 'token_expired', 'owner', async () => ({ path: profile, bearer: await expiredAccess(owner) })],
    ['a wrong password', 'invalid_credentials', 'owner', () => login(owner.email!)],
    ['an unknown address', 'invalid_credentials', 'nobody', () => login('nobody@person.example')],
    [
      'a taken address',
      'email_taken',
      'nobody',
      () => ({ path: '/api/auth/register/', body: registration(owner.email!) }),
    ],
    [
      'somebody else’s exam',
      'foreign_purchase',
      'stranger',
      () => ({ path: `/api/exam-meta/${purchaseId}/`, bearer: stranger.access }),
    ],
    [
      'an invented ticket',
      'ticket_invalid',
      'nobody',
      () => ({ method: 'PUT', path: `/api/exam-answers/${purchaseId}/`, body: { ticket: 'x'.repeat(43), events: [] } }),
    ],
    [
      'a wrong old password',
      'wrong_password',
      'owner',
      () => ({ path: '/api/auth/password/check/', body: { old_password: 'x' }, bearer: owner.access }),
    ],
    [
      'an unproven change of the password',
      'password_proof_missing',
      'owner',
      () => ({ method: 'PUT', path: '/api/auth/password/change/', body: next, bearer: owner.access }),
    ],
    [
      'a dead reset link',
      'reset_link_invalid',
      'owner',
      () => ({ path: '/api/auth/password/reset/confirm/', body: { uid: uidOf(owner), token: 'x', ...next } }),
    ],
    [
      'a dead confirmation link',
      'link_invalid',
      'owner',
      () => ({ path: '/api/auth/email/verify/', body: { uid: uidOf(owner), token: 'x' } }),
    ],
    [
      'a dead sign-in code',
      'sign_in_code_invalid',
      'nobody',
      () => ({ path: '/api/auth/exchange/', body: { code: 'x', code_verifier: 'x'.repeat(43) } }),
    ],
    [
      'a forged payment callback',
      'payment_rejected',
      'nobody',
      () => ({ path: '/api/payments/sandbox/callback/', body: { data: 'x' } }),
    ],
    [
      'the tokens of a session that was ended',
      'token_revoked',
      'stranger',
      async () => {
        await stranger.post('/api/auth/logout/')
        return { path: profile, bearer: stranger.access }
      },
    ],
    [
      'a renewal of it',
      'token_revoked',
      'stranger',
      () => ({ path: '/api/auth/token/refresh/', body: { refresh: stranger.refresh } }),
    ],
    [
      'an account that was made inactive',
      'account_inactive',
      'stranger',
      async () => {
        await server.services.db.update(users).set({ isActive: false }).where(eq(users.id, stranger.userId!))
        return login(stranger.email!, password)
      },
    ],
  ])(
    '[S48] the log of a refused call has the account, the IP address and the reason: %s',
    async (_what, code, who, made) => {
      const home = newHome()
      const { json, told } = await ask(home, await made())
      expect(json.code).toBe(code)
      const userId = { owner: owner.userId!, stranger: stranger.userId!, nobody: undefined }[who]
      expect(told).toEqual([{ msg: 'refused', code, act: undefined, address: home, userId }])
      expect(json).not.toHaveProperty('userId')
    },
  )

  const login = (email: string, given = 'не той пароль') => ({
    path: '/api/auth/login/',
    body: { email, password: given },
  })

  it('[S48] the log has the refusal of too many tries to log in', async () => {
    const home = newHome()
    const wrong = login('nobody-else@person.example')
    for (let n = 0; n < 10; n += 1) await send(home, wrong)
    const last = await ask(home, wrong)
    expect(last.status).toBe(429)
    expect(last.told).toMatchObject([{ msg: 'refused', code: 'rate_limited', address: home }])
  })

  it('[S48] 50 equal refusals of one IP address make one line of the log, also for calls refused before they are served', async () => {
    const home = newHome()
    for (let n = 0; n < 50; n += 1) await send(home, { path: profile })
    const hanging = vi.spyOn(server.app.lanes.ordinary, 'enterFor').mockRejectedValue(tooMany())
    for (let n = 0; n < 50; n += 1) await send(home, { path: '/api/footer/' })
    hanging.mockRestore()
    await ask(newHome(), { path: '/api/footer/' })
    const ofHome = log.filter((line) => line.includes(`"${home}"`))
    expect(ofHome.map((line) => JSON.parse(line).code)).toEqual(['not_authenticated', 'overloaded'])
    for (const line of ofHome) expect(line.length).toBeLessThan(400)
  })
})

describe('the log of an act on an account', () => {
  it('[S48] the log of an act on an account has the account and the IP address', async () => {
    const person = await newcomer(server)
    const bearer = person.access
    const link = await linkIn(server, person.email!, 'verify-email')
    const signIn = { path: '/api/auth/login/', body: { email: person.email, password } }
    // Signing in ends the links to a new password that were mailed before.
    const signedIn = await ask(newHome(), signIn)
    expect([signedIn.status, signedIn.told]).toMatchObject([200, [{ act: 'login', userId: person.userId }]])
    await person.post('/api/auth/password/reset/', { email: person.email })
    const reset = await linkIn(server, person.email!, 'reset-password')
    const acts: [act: string, Asked][] = [
      ['verifyEmail', { path: '/api/auth/email/verify/', body: link, bearer }],
      ['exportMyData', { path: '/api/user/export/', bearer }],
      ['confirmPasswordReset', { path: '/api/auth/password/reset/confirm/', body: { ...reset, ...next } }],
    ]
    for (const [act, asked] of acts) {
      const home = newHome()
      const { status, told } = await ask(home, asked)
      expect([act, status, told]).toEqual([
        act,
        200,
        [{ msg: 'account', code: undefined, act, address: home, userId: person.userId }],
      ])
    }
    const home = newHome()
    const { json, told } = await ask(home, { path: '/api/auth/register/', body: registration() })
    expect(told).toMatchObject([{ msg: 'account', act: 'register', address: home, userId: json.user_id }])
    const out = await ask(home, { path: '/api/auth/sign-out-everywhere/', method: 'POST', bearer: json.access })
    expect(out.told).toMatchObject([{ act: 'signOutEverywhere', address: home, userId: json.user_id }])
  })

  it('[S48] the log has a log-out by a refresh token alone, and no line for a token that ends nothing', async () => {
    const person = await newcomer(server)
    const revoke = (refresh: string) => ask(newHome(), { path: '/api/auth/revoke/', body: { refresh } })
    expect((await revoke('none-of-ours')).told).toEqual([])
    expect((await revoke(person.refresh!)).told).toMatchObject([{ act: 'revokeSession', userId: person.userId }])
    expect((await revoke(person.refresh!)).told).toEqual([])
  })
})

it('[S48] an exam leaves no answer, ticket or key in the log, whether its calls are accepted or refused', async () => {
  const person = await newcomer(server)
  const purchaseId = await givePurchase(server, person)
  const paper = await openExam(person, purchaseId)
  const { ticket, submission_key } = paper.attempt
  const path = `/api/exam-answers/${purchaseId}/`
  const events = someEvents(paper.questions)
  await person.put(path, { ticket, begin: true, events })
  const secret = 'таємна-відповідь-42'
  expect((await person.put(path, { ticket, events: [{ ...events[0], value: secret }] })).status).toBe(400)
  expect((await person.put(path, { ticket, events: [{ ...events[0], device_id: { secret } }] })).status).toBe(400)
  await person.post(`/api/exam-meta/${purchaseId}/`, { ticket, submission_key, answers: [], events })
  await until(async () => log.at(-1)!.includes('/api/exam-meta/:id/'))
  const written = log.join('\n')
  for (const word of [secret, ticket, submission_key, purchaseId, events[0]!.question_id, person.access!, password]) {
    expect(written).not.toContain(word)
  }
  expect(written).not.toContain('@person.example')
})
