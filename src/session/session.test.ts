import { describe, expect, it, vi } from 'vitest'
import { availableTests } from '#contract/catalog.ts'
import { readFooter } from '#contract/footer.ts'
import { readProfile } from '#contract/profile.ts'
import {
  type Answer,
  breaks,
  json,
  loginPath,
  logoutPath,
  pair,
  portal,
  profile,
  profileFor,
  profilePath,
  refreshPath,
  refused,
  sessionWorld,
} from '../../tests/support/session-tabs.ts'

const world = sessionWorld()
const { store, openTab } = world
type Tab = Awaited<ReturnType<typeof openTab>>
const registerPath = '/api/auth/register/'

describe('the start of a page', () => {
  it('[S4.03] a guest stays a guest and no call is made', async () => {
    const tab = await openTab()
    await tab.start()
    expect(tab.sessionState()).toMatchObject({ status: 'guest', user: null })
    expect(world.calls).toEqual([])
  })

  it('[S3.07] one token alone does not make a person signed in', async () => {
    world.stored.set('access', 'a1')
    const tab = await openTab()
    expect(tab.sessionState().status).toBe('guest')
  })

  it('[S4.01] a stored pair is replaced by a new one and the profile is loaded', async () => {
    store(pair(1))
    world.routes = { [refreshPath]: json(200, pair(2)), [profilePath]: profileFor('u1-a2') }
    const tab = await openTab()
    expect(tab.currentUserId()).toBe('u1')
    await tab.start()
    expect(localStorage.getItem('access')).toBe('u1-a2')
    expect(localStorage.getItem('refresh')).toBe('u1-r2')
    expect(tab.sessionState()).toMatchObject({
      status: 'signed-in',
      authStatus: 'success',
      profileStatus: 'success',
      user: { id: 'u1', is_verified: false, first_name: 'Олена' },
    })
  })

  it.each([
    ['401', refused('Невідомий токен')],
    ['"Session expired"', refused('Session expired', 400)],
    ['"revoked"', refused('Token was revoked', 403)],
  ])('[S4.02] a refusal by %s removes the tokens and leads to the log-in page', async (_, answer) => {
    store(pair(1))
    world.routes = { [refreshPath]: answer }
    const tab = await openTab()
    await tab.start()
    expect(localStorage.getItem('access')).toBeNull()
    expect(world.place.assign).toHaveBeenCalledWith('/login')
    expect(tab.rememberedLocation()).toBe('/profile?a=1#b')
  })

  it.each(['/', '/login'])('[S2.10] [S4.02] a refusal on %s ends the session without a redirect', async (pathname) => {
    store(pair(1))
    world.place.pathname = pathname
    world.routes = { [refreshPath]: refused('revoked') }
    const tab = await openTab()
    await tab.start()
    expect(world.place.assign).not.toHaveBeenCalled()
    expect(tab.sessionState().status).toBe('guest')
  })

  it.each<[string, Answer]>([
    ['a server that fails', json(503, { detail: 'Зачекайте' })],
    ['a portal page that speaks of an expired session', (_, r) => r.writeHead(401).end('<p>Session expired, revoked')],
    ['a portal page with status 200', portal],
    ['a portal that leads elsewhere', (_, r) => r.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
    ['a portal that asks for a log-in of its own (511)', (_, r) => r.writeHead(511).end('<p>Session expired')],
    ['a connection that breaks', breaks],
    ['a reply without a user_id', json(200, { access: 'x', refresh: 'y' })],
  ])('[S4.01] [R06] %s logs nobody out', async (_, answer) => {
    store(pair(1))
    world.routes = { [refreshPath]: answer, [profilePath]: answer }
    const tab = await openTab()
    await tab.start()
    expect(localStorage.getItem('refresh')).toBe('u1-r1')
    expect(tab.sessionState()).toMatchObject({ status: 'signed-in', authStatus: 'error', profileStatus: 'error' })
    expect(world.place.assign).not.toHaveBeenCalled()
  })
})

describe('a call that gets a 401', () => {
  it('[S4.02] three calls that get a 401 renew the tokens once for all and are repeated', async () => {
    store(pair(1))
    world.routes = { [refreshPath]: json(200, pair(2)), [profilePath]: profileFor('u1-a2') }
    const tab = await openTab()
    const replies = await Promise.all([1, 2, 3].map(() => tab.sessionRequest(readProfile, {})))
    expect(replies.map((reply) => reply.first_name)).toEqual(['Олена', 'Олена', 'Олена'])
    expect(world.calls.filter((call) => call.endsWith(refreshPath))).toHaveLength(1)
  })

  it.each<[string, object]>([
    ['our own server', { detail: 'Строк дії токена минув', code: 'token_expired', status_code: 401 }],
    ['another one', { detail: 'Session expired' }],
  ])(
    '[S6.02] if %s refuses the renewal too, a call that is open to all is repeated once as a guest',
    async (_, ended) => {
      store(pair(1))
      world.place.pathname = '/'
      const bearers: (string | undefined)[] = []
      const openCall: Answer = (request, response, body) => {
        const { authorization } = request.headers
        bearers.push(authorization)
        const isGuest = authorization === undefined
        json(isGuest ? 200 : 401, isGuest ? { phone_number: '1', results: [] } : ended)(request, response, body)
      }
      const open = ['/api/footer/', '/api/available-tests/']
      world.routes = { [refreshPath]: json(401, ended), [open[0]!]: openCall, [open[1]!]: openCall }
      const tab = await openTab()
      const calls = [tab.sessionRequest(readFooter, {}), tab.sessionRequest(availableTests, {}), tab.start()]
      await expect(Promise.all(calls)).resolves.toMatchObject([{ phone_number: '1' }, { results: [] }, undefined])
      expect(bearers.sort()).toEqual(['Bearer u1-a1', 'Bearer u1-a1', undefined, undefined])
      expect(tab.sessionState().status).toBe('guest')
    },
  )

  it('[S6.02] a call for signed-in people is not repeated as a guest, and a guest’s call is not sent a third time', async () => {
    store(pair(1))
    world.place.pathname = '/'
    world.routes = { [refreshPath]: refused('revoked'), ['/api/footer/']: refused('Ні'), [profilePath]: refused('Ні') }
    const tab = await openTab()
    await expect(tab.sessionRequest(readFooter, {})).rejects.toMatchObject({ status_code: 401 })
    expect(world.calls.filter((call) => call.endsWith('/footer/'))).toHaveLength(2)
    store(pair(2))
    await expect(tab.sessionRequest(readProfile, {})).rejects.toMatchObject({ status_code: 401 })
    expect(world.calls.filter((call) => call.endsWith(profilePath))).toHaveLength(1)
  })

  it.each<[string, Answer, string]>([
    ['403', json(403, { message: 'Forbidden' }), 'contract'],
    ['404 without a word', (_, r) => r.writeHead(404).end(), 'contract'],
    ['404 and a page', (_, r) => r.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>'), 'html'],
    ['421', json(421, {}), 'contract'],
    ['400', json(400, { detail: 'Bad request' }), 'contract'],
    ['501', json(501, { detail: 'Not implemented' }), 'contract'],
    ['the JSON of a portal', json(200, { login: 'required' }), 'contract'],
  ])(
    '[S4.02] a call fails neither as refused nor as missing if a gateway answers its renewal with %s',
    async (_, answer, kind) => {
      store(pair(1))
      world.routes = { [refreshPath]: answer, [profilePath]: refused('Токен прострочено') }
      const tab = await openTab()
      // A status that no caller takes for a refusal, and no sentence.
      const failure = { kind, status_code: 401, detail: undefined, code: '' }
      await expect(tab.sessionRequest(readProfile, {})).rejects.toMatchObject(failure)
      expect(localStorage.getItem('refresh')).toBe('u1-r1')
    },
  )

  it('a call fails with the Retry-After that the server has sent to its renewal', async () => {
    store(pair(1))
    const isBusy: Answer = (_, r) => r.writeHead(429, { 'Retry-After': '7' }).end('{"detail":"Зачекайте"}')
    world.routes = { [refreshPath]: isBusy, [profilePath]: refused('Токен прострочено') }
    const tab = await openTab()
    const failure = { kind: 'reply', status_code: 429, retry_after: 7_000, detail: 'Зачекайте' }
    await expect(tab.sessionRequest(readProfile, {})).rejects.toMatchObject(failure)
  })

  it('a call adopts the pair that another tab stored meanwhile, even if its own renewal is refused', async () => {
    store(pair(1))
    world.routes = {
      [refreshPath]: (request, response, body) => {
        store(pair(7))
        refused('revoked')(request, response, body)
      },
      [profilePath]: profileFor('u1-a7'),
    }
    const tab = await openTab()
    await expect(tab.sessionRequest(readProfile, {})).resolves.toMatchObject({ first_name: 'Олена' })
    expect(localStorage.getItem('refresh')).toBe('u1-r7')
    expect(world.place.assign).not.toHaveBeenCalled()
  })

  const superseded = json(401, { detail: 'Цей запит запізнився', code: 'token_superseded', status_code: 401 })

  it('[S31] a call adopts another tab’s pair if the server calls its renewal late, and ends no session', async () => {
    store(pair(1))
    world.routes = {
      [refreshPath]: (request, response, body) => {
        store(pair(7))
        superseded(request, response, body)
      },
      [profilePath]: profileFor('u1-a7'),
    }
    const tab = await openTab()
    await expect(tab.sessionRequest(readProfile, {})).resolves.toMatchObject({ first_name: 'Олена' })
    expect(world.tokens()).toEqual(['u1-a7', 'u1-r7'])
    expect(await world.revocations()).toEqual([])
  })

  it('[S31] [S4.02] a session whose next pair somebody else uses ends here, and its revocation is queued', async () => {
    store(pair(1))
    world.routes = { [refreshPath]: superseded, [profilePath]: refused('Токен прострочено') }
    const tab = await openTab()
    await tab.start()
    expect(world.tokens()).toEqual([null, null])
    expect(world.place.assign).toHaveBeenCalledWith('/login')
    expect(await world.revocations()).toEqual(['u1-r1'])
  })

  it('[S31] every try to renew one pair has the same renewal id in every tab, and the next pair has another', async () => {
    const ours = (n: number) => ({ ...pair(n), refresh: `${'0'.repeat(36)}.${n}.${'s'.repeat(43)}` })
    store(ours(1))
    const names: string[] = []
    const next = json(200, ours(2))
    world.routes = {
      [refreshPath]: (request, response, body) => {
        names.push((JSON.parse(body) as { renewal_id: string }).renewal_id)
        if (names.length < 3) breaks(request, response, body)
        else next(request, response, body)
      },
      [profilePath]: profileFor('u1-a2'),
    }
    for (let tries = 0; tries < 4; tries += 1) await (await openTab()).start()
    expect(new Set(names.slice(0, 3)).size).toBe(1)
    expect(names[3]).not.toBe(names[0])
  })

  it('[S7.11] the client asks another server for the next pair with the refresh token alone', async () => {
    store(pair(1))
    const bodies: unknown[] = []
    const next = json(200, pair(2))
    world.routes = {
      [refreshPath]: (request, response, body) => {
        bodies.push(JSON.parse(body))
        next(request, response, body)
      },
      [profilePath]: profileFor('u1-a2'),
    }
    await (await openTab()).start()
    expect(bodies).toEqual([{ refresh: 'u1-r1' }])
  })

  it('a renewal does not bring back a session that was left meanwhile', async () => {
    store(pair(1))
    world.routes = {
      [refreshPath]: (request, response, body) => {
        for (const key of ['access', 'refresh', 'user_id']) world.stored.delete(key)
        json(200, pair(2))(request, response, body)
      },
      [profilePath]: profileFor('u1-a2'),
    }
    const tab = await openTab()
    await expect(tab.sessionRequest(readProfile, {})).rejects.toMatchObject({ status_code: 401 })
    expect(world.tokens()).toEqual([null, null])
    await (await openTab()).reconcileSession()
    expect(world.tokens()).toEqual([null, null])
  })

  it('[S4.06] the session ends when the profile is still refused after the renewal', async () => {
    store(pair(1))
    world.routes = { [refreshPath]: json(200, pair(2)), [profilePath]: refused('Ні') }
    const tab = await openTab()
    await tab.start()
    expect(localStorage.getItem('access')).toBeNull()
    expect(world.place.assign).toHaveBeenCalledWith('/login')
  })

  it('[S2.10] the redirect to the log-in waits while a page holds it, and happens when the page releases it', async () => {
    store(pair(1))
    world.routes = { [refreshPath]: refused('revoked'), [profilePath]: refused('Ні') }
    const tab = await openTab()
    const release = tab.holdLoginRedirect()
    await expect(tab.sessionRequest(readProfile, {})).rejects.toMatchObject({ status_code: 401 })
    expect(tab.sessionState().status).toBe('ended')
    expect(tab.currentUserId()).toBe('u1')
    expect(world.place.assign).not.toHaveBeenCalled()
    release()
    await vi.waitFor(() => expect(world.place.assign).toHaveBeenCalledWith('/login'))
  })

  it('[S2.10] a redirect that an exam held leads the same person back to the exam’s result, and no other person', async () => {
    store(pair(1))
    world.routes = { [refreshPath]: refused('revoked'), [profilePath]: refused('Ні') }
    const tab = await openTab()
    const release = tab.holdLoginRedirect()
    await expect(tab.sessionRequest(readProfile, {})).rejects.toMatchObject({ status_code: 401 })
    // Like a submission: the page releases its hold and changes to its result's address in the same task.
    release()
    world.place.pathname = '/verbal/test-result/1'
    await vi.waitFor(() => expect(world.place.assign).toHaveBeenCalledWith('/login'))
    for (const [who, way] of [
      ['u1', '/verbal/test-result/1?a=1#b'],
      ['u2', null],
    ] as const) {
      store(pair(2, who))
      const next = await openTab()
      expect([next.currentUserId(), next.rememberedLocation()]).toEqual([who, way])
    }
  })
})

describe('signing in and out', () => {
  const form = { email: 'olena@example.com', password: 'пароль', remember_me: false }

  it('[S3.06] [S4.04] a log-in goes from idle through pending to success, with tokens and profile', async () => {
    world.routes = { [loginPath]: json(200, pair(1)), [profilePath]: profileFor('u1-a1') }
    const tab = await openTab()
    const statuses = [tab.sessionState().authStatus]
    const profileStatuses = [tab.sessionState().profileStatus]
    tab.subscribeSession(() => {
      statuses.push(tab.sessionState().authStatus)
      profileStatuses.push(tab.sessionState().profileStatus)
    })
    await tab.signIn(form)
    await vi.waitFor(() => expect(tab.sessionState().user?.first_name).toBe('Олена'))
    expect([...new Set(statuses)]).toEqual(['idle', 'pending', 'success'])
    expect([...new Set(profileStatuses)]).toEqual(['idle', 'pending', 'success'])
    expect(localStorage.getItem('access')).toBe('u1-a1')
  })

  it.each(['QuotaExceededError', 'SecurityError'])(
    '[S3.01] a session is this page’s alone if local storage throws %s: the page can renew it and sign out',
    async (name) => {
      world.routes = { [loginPath]: json(200, pair(1)), [refreshPath]: json(200, pair(2)), [logoutPath]: json(200, {}) }
      const tab = await openTab()
      localStorage.setItem = () => {
        throw new DOMException('not here', name)
      }
      await tab.signIn(form)
      expect(tab.sessionState()).toMatchObject({ status: 'signed-in', authStatus: 'success', user: { id: 'u1' } })
      expect(tab.isHeldOnPage()).toBe(true)
      expect(world.tokens()).toEqual([null, null])
      await tab.resumeSession()
      expect(tab.readTokens()).toMatchObject({ access: 'u1-a2', refresh: 'u1-r2' })
      await tab.signOut()
      expect([tab.readTokens(), tab.isHeldOnPage(), tab.sessionState().status]).toEqual([null, false, 'guest'])
    },
  )

  it('[S3.06] [S4.04] [S8.02] a failed log-in shows the fallback sentence when the server gives none', async () => {
    world.routes = { [loginPath]: json(400, {}) }
    const tab = await openTab()
    await expect(tab.signIn(form)).rejects.toMatchObject({ status_code: 400 })
    expect(tab.sessionState()).toMatchObject({ status: 'guest', authStatus: 'error', authError: 'Помилка авторизації' })
  })

  const person = { email: 'a@b.co', first_name: 'О', last_name: 'К', password1: 'x', password2: 'x', consents: [] }

  it.each<[string, string, string, (tab: Tab) => Promise<unknown>]>([
    [refreshPath, 'authError', 'Помилка оновлення токену', (tab) => tab.start()],
    [loginPath, 'authError', 'Помилка авторизації', (tab) => tab.signIn(form)],
    [registerPath, 'authError', 'Помилка реєстрації', (tab) => tab.signUp(person)],
    [profilePath, 'profileError', 'Не удалось загрузить профиль', (tab) => tab.start()],
  ])('[S8.02] [S8.03] a failure of %s without a sentence sets %s to «%s»', async (path, field, sentence, act) => {
    store(pair(1))
    world.routes = { [refreshPath]: json(200, pair(2)), [profilePath]: profileFor('u1-a2'), [path]: json(500, {}) }
    const tab = await openTab()
    await act(tab).catch(() => undefined)
    expect(tab.sessionState()).toMatchObject({ status: 'signed-in', [field]: sentence })
  })

  it('[S7.04] a slow profile has no time limit and does not count as a failure', async () => {
    const limits: AbortController[] = []
    const timed = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const limit = new AbortController()
      limits.push(limit)
      return limit.signal
    })
    store(pair(1))
    let answer: (() => void) | undefined
    world.routes = {
      [refreshPath]: json(200, pair(2)),
      [profilePath]: (request, response, body) => {
        answer = () => profileFor('u1-a2')(request, response, body)
      },
    }
    const tab = await openTab()
    const started = tab.start()
    await vi.waitFor(() => expect(answer).toBeDefined())
    for (const limit of limits) limit.abort(new DOMException('too long', 'TimeoutError'))
    timed.mockRestore()
    answer!()
    await started
    expect(tab.sessionState()).toMatchObject({ profileStatus: 'success', profileError: null })
  })

  it('a profile that was requested before a saved change does not undo that change', async () => {
    store(pair(1))
    let onServer = { ...profile, last_name: 'Коваль' }
    const late: (() => void)[] = []
    world.routes = {
      [refreshPath]: json(200, pair(2)),
      [profilePath]: (request, response, body) => {
        if (request.method === 'PUT') onServer = { ...onServer, ...(JSON.parse(body) as object) }
        const answer = json(200, onServer)
        // Only the first reply is slow.
        if (request.method === 'PUT' || late.length > 0) answer(request, response, body)
        else late.push(() => answer(request, response, body))
      },
    }
    const tab = await openTab()
    const started = tab.start()
    await vi.waitFor(() => expect(late).toHaveLength(1))
    await tab.saveProfile({ first_name: 'Ольга' })
    late[0]!()
    await started
    expect(tab.sessionState().user).toMatchObject({ first_name: 'Ольга', last_name: 'Коваль' })
    expect(tab.sessionState().profileStatus).toBe('success')
  })

  it('[S8.02] [S8.03] a profile that the network keeps away leaves the specified Russian sentence', async () => {
    store(pair(1))
    world.routes = { [refreshPath]: json(200, pair(2)), [profilePath]: breaks }
    const tab = await openTab()
    await tab.start()
    expect(tab.sessionState()).toMatchObject({ status: 'signed-in', profileError: 'Ошибка сети' })
  })

  it('[S4.01] the next try makes up for a failed start, and removes the start’s errors', async () => {
    store(pair(1))
    world.routes = { [refreshPath]: json(500, {}), [profilePath]: profileFor('u1-a2') }
    const tab = await openTab()
    await tab.start()
    expect(tab.sessionState()).toMatchObject({ authError: 'Помилка оновлення токену', profileStatus: 'error' })
    world.routes[refreshPath] = json(200, pair(2))
    await tab.resumeSession()
    expect(tab.sessionState()).toMatchObject({ authError: null, profileError: null, profileStatus: 'success' })
  })

  it('[S8.02] registration has a sentence of its own for 409', async () => {
    world.routes = { [registerPath]: json(409, {}) }
    const tab = await openTab()
    await expect(tab.signUp(person)).rejects.toMatchObject({ status_code: 409 })
    expect(tab.sessionState().authError).toBe('Користувач з таким email вже існує')
  })

  it('a registration whose reply was lost signs in to the account that it made when it is tried again', async () => {
    world.routes = { [registerPath]: breaks }
    const tab = await openTab()
    await expect(tab.signUp(person)).rejects.toMatchObject({ kind: 'network' })
    world.routes = {
      [registerPath]: json(409, {}),
      [loginPath]: json(200, pair(1)),
      [profilePath]: profileFor('u1-a1'),
    }
    await tab.signUp(person)
    expect(tab.sessionState()).toMatchObject({ status: 'signed-in', authError: null })
    expect(localStorage.getItem('access')).toBe('u1-a1')
  })

  it.each(['a password that opens nothing', 'another address', 'no try before'])(
    'registration with %s says that the address is taken, and logs nobody in',
    async (what) => {
      world.routes = { [registerPath]: breaks }
      const tab = await openTab()
      if (what !== 'no try before') await expect(tab.signUp(person)).rejects.toMatchObject({ kind: 'network' })
      const opens = what === 'a password that opens nothing' ? json(400, {}) : json(200, pair(1))
      world.routes = { [registerPath]: json(409, {}), [loginPath]: opens }
      const again = what === 'another address' ? { ...person, email: 'other@example.com' } : person
      await expect(tab.signUp(again)).rejects.toMatchObject({ status_code: 409 })
      expect(tab.sessionState()).toMatchObject({
        status: 'guest',
        authError: 'Користувач з таким email вже існує',
      })
    },
  )

  it('[S4.05] logging out clears the session although the server fails', async () => {
    store(pair(1))
    world.routes = { [logoutPath]: breaks }
    const tab = await openTab()
    await tab.signOut()
    expect(world.calls).toContain(`POST ${logoutPath}`)
    expect(localStorage.getItem('access')).toBeNull()
    expect(tab.sessionState()).toMatchObject({ status: 'guest', user: null })
  })
})

describe('the address to which a person returns', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/profile',
    'javascript:alert(1)',
    '/\t/evil.example',
    'profile',
    '/login',
    '/register?x=1',
    '/reset-password/email',
    '/./login',
    '/.//evil.example',
  ])('[S2.07] [S39] safeReturnPath refuses %s', async (value) => {
    const tab = await openTab()
    expect(tab.safeReturnPath(value)).toBeNull()
  })

  it('[S2.07] safeReturnPath keeps a path with its query and hash', async () => {
    const tab = await openTab()
    expect(tab.safeReturnPath('/tests/verbalnij?a=1#b')).toBe('/tests/verbalnij?a=1#b')
  })
})
