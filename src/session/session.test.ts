import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readProfile } from '#contract/profile.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let origin: string
let routes: Record<string, Answer>
let calls: string[]
let place: { pathname: string; search: string; hash: string; origin: string; assign: ReturnType<typeof vi.fn> }

const json =
  (status: number, body: unknown): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const refused = (detail: string, status = 401) => json(status, { detail, code: 'token_revoked', status_code: status })
const pair = (n: number) => ({ access: `a${n}`, refresh: `r${n}`, user_id: 'u1', is_active: true, is_verified: false })
const profile = { id: 'u1', email: 'olena@example.com', first_name: 'Олена' }

/** Answers the profile to whoever brings this access token, 401 to everybody else. */
const profileFor =
  (access: string): Answer =>
  (request, response) =>
    request.headers.authorization === `Bearer ${access}`
      ? json(200, profile)(request, response)
      : refused('Токен прострочено')(request, response)

function storage(): Storage {
  const map = new Map<string, string>()
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  } as unknown as Storage
}

function store({ access, refresh, user_id }: { access: string; refresh: string; user_id: string }) {
  localStorage.setItem('access', access)
  localStorage.setItem('refresh', refresh)
  localStorage.setItem('user_id', user_id)
}

/** A tab: fresh modules over the storage as it is. */
async function openTab() {
  vi.resetModules()
  return {
    ...(await import('./start-session.ts')),
    ...(await import('./session-request.ts')),
    ...(await import('./session-state.ts')),
    ...(await import('./sign-in.ts')),
    ...(await import('./sign-out.ts')),
    ...(await import('./end-session.ts')),
    ...(await import('./return-location.ts')),
  }
}

beforeAll(async () => {
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    request.resume()
    request.on('end', () => (routes[request.url ?? ''] ?? json(500, {}))(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubEnv('VITE_API_URL', origin)
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

beforeEach(() => {
  calls = []
  routes = {}
  place = { pathname: '/profile', search: '?a=1', hash: '#b', origin: 'https://iq.example', assign: vi.fn() }
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('window', { location: place, addEventListener: () => undefined })
})

const refreshPath = '/api/auth/token/refresh/'
const profilePath = '/api/user/profile/'

describe('at start', () => {
  it('[S4.03] a guest stays a guest and no call is made', async () => {
    const tab = await openTab()
    await tab.startSession()
    expect(tab.sessionState()).toMatchObject({ status: 'guest', user: null })
    expect(calls).toEqual([])
  })

  it('[S3.07] one token alone does not make a person signed in', async () => {
    localStorage.setItem('access', 'a1')
    const tab = await openTab()
    expect(tab.sessionState().status).toBe('guest')
  })

  it('[S4.01] a stored pair is replaced by a new one and the profile is loaded', async () => {
    store(pair(1))
    routes = { [refreshPath]: json(200, pair(2)), [profilePath]: profileFor('a2') }
    const tab = await openTab()
    expect(tab.currentUserId()).toBe('u1')
    await tab.startSession()
    expect(localStorage.getItem('access')).toBe('a2')
    expect(localStorage.getItem('refresh')).toBe('r2')
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
    routes = { [refreshPath]: answer }
    const tab = await openTab()
    await tab.startSession()
    expect(localStorage.getItem('access')).toBeNull()
    expect(place.assign).toHaveBeenCalledWith('/login')
    expect(tab.rememberedLocation()).toBe('/profile?a=1#b')
  })

  it.each(['/', '/login'])('[S2.10] [S4.02] a refusal on %s ends the session without a redirect', async (pathname) => {
    store(pair(1))
    place.pathname = pathname
    routes = { [refreshPath]: refused('revoked') }
    const tab = await openTab()
    await tab.startSession()
    expect(place.assign).not.toHaveBeenCalled()
    expect(tab.sessionState().status).toBe('guest')
  })

  it.each<[string, Answer]>([
    ['a server that fails', json(503, { detail: 'Зачекайте' })],
    ['a portal page that speaks of an expired session', (_, r) => r.writeHead(401).end('<p>Session expired, revoked')],
    ['a connection that breaks', (_, r) => r.destroy()],
    ['a reply that is no session', json(200, { access: 'x' })],
  ])('[S4.01] %s logs nobody out', async (_, answer) => {
    store(pair(1))
    routes = { [refreshPath]: answer, [profilePath]: answer }
    const tab = await openTab()
    await tab.startSession()
    expect(localStorage.getItem('refresh')).toBe('r1')
    expect(tab.sessionState()).toMatchObject({ status: 'signed-in', authStatus: 'error', profileStatus: 'error' })
    expect(place.assign).not.toHaveBeenCalled()
  })
})

describe('a call that answers 401', () => {
  it('[S4.02] renews the tokens once for all and is repeated', async () => {
    store(pair(1))
    routes = { [refreshPath]: json(200, pair(2)), [profilePath]: profileFor('a2') }
    const tab = await openTab()
    const replies = await Promise.all([1, 2, 3].map(() => tab.sessionRequest(readProfile, {})))
    expect(replies.map((reply) => reply.first_name)).toEqual(['Олена', 'Олена', 'Олена'])
    expect(calls.filter((call) => call.endsWith(refreshPath))).toHaveLength(1)
  })

  it('adopts the pair that another tab stored meanwhile, also when its own renewal is refused', async () => {
    store(pair(1))
    routes = {
      [refreshPath]: (request, response) => {
        store(pair(7))
        refused('revoked')(request, response)
      },
      [profilePath]: profileFor('a7'),
    }
    const tab = await openTab()
    await expect(tab.sessionRequest(readProfile, {})).resolves.toMatchObject({ first_name: 'Олена' })
    expect(localStorage.getItem('refresh')).toBe('r7')
    expect(place.assign).not.toHaveBeenCalled()
  })

  it('does not bring back a session that was left while it was being renewed', async () => {
    store(pair(1))
    routes = {
      [refreshPath]: (request, response) => {
        for (const key of ['access', 'refresh', 'user_id']) localStorage.removeItem(key)
        json(200, pair(2))(request, response)
      },
      [profilePath]: profileFor('a2'),
    }
    const tab = await openTab()
    await expect(tab.sessionRequest(readProfile, {})).rejects.toMatchObject({ status_code: 401 })
    expect(localStorage.getItem('access')).toBeNull()
  })

  it('[S4.06] ends the session when the profile is still refused after the renewal', async () => {
    store(pair(1))
    routes = { [refreshPath]: json(200, pair(2)), [profilePath]: refused('Ні') }
    const tab = await openTab()
    await tab.startSession()
    expect(localStorage.getItem('access')).toBeNull()
    expect(place.assign).toHaveBeenCalledWith('/login')
  })

  it('[S2.10] waits with the redirect while a page holds it, and makes it when the page lets go', async () => {
    store(pair(1))
    routes = { [refreshPath]: refused('revoked'), [profilePath]: refused('Ні') }
    const tab = await openTab()
    const release = tab.holdLoginRedirect()
    await expect(tab.sessionRequest(readProfile, {})).rejects.toMatchObject({ status_code: 401 })
    expect(tab.sessionState().status).toBe('ended')
    expect(tab.currentUserId()).toBe('u1')
    expect(place.assign).not.toHaveBeenCalled()
    release()
    expect(place.assign).toHaveBeenCalledWith('/login')
  })
})

describe('signing in and out', () => {
  const form = { email: 'olena@example.com', password: 'пароль', remember_me: false }

  it('[S4.04] goes from idle through pending to success, with tokens and profile', async () => {
    routes = { '/api/auth/login/': json(200, pair(1)), [profilePath]: profileFor('a1') }
    const tab = await openTab()
    const statuses = [tab.sessionState().authStatus]
    tab.subscribeSession(() => statuses.push(tab.sessionState().authStatus))
    await tab.signIn(form)
    await vi.waitFor(() => expect(tab.sessionState().user?.first_name).toBe('Олена'))
    expect([...new Set(statuses)]).toEqual(['idle', 'pending', 'success'])
    expect(localStorage.getItem('access')).toBe('a1')
  })

  it('[S4.04] [S8.02] ends in an error with the fallback sentence when the server gives none', async () => {
    routes = { '/api/auth/login/': json(400, {}) }
    const tab = await openTab()
    await expect(tab.signIn(form)).rejects.toMatchObject({ status_code: 400 })
    expect(tab.sessionState()).toMatchObject({ status: 'guest', authStatus: 'error', authError: 'Помилка авторизації' })
  })

  it('[S8.02] registration has a sentence of its own for 409', async () => {
    routes = { '/api/auth/register/': json(409, {}) }
    const tab = await openTab()
    const person = { email: 'a@b.co', first_name: 'О', last_name: 'К', password1: 'x', password2: 'x', consents: [] }
    await expect(tab.signUp(person)).rejects.toMatchObject({ status_code: 409 })
    expect(tab.sessionState().authError).toBe('Користувач з таким email вже існує')
  })

  it('[S4.05] logging out clears the session although the server fails', async () => {
    store(pair(1))
    routes = { '/api/auth/logout/': (_, response) => response.destroy() }
    const tab = await openTab()
    await tab.signOut()
    expect(calls).toContain('POST /api/auth/logout/')
    expect(localStorage.getItem('access')).toBeNull()
    expect(tab.sessionState()).toMatchObject({ status: 'guest', user: null })
  })
})

describe('where a person returns to', () => {
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
  ])('[S2.07] never is %s', async (value) => {
    const tab = await openTab()
    expect(tab.safeReturnPath(value)).toBeNull()
  })

  it('[S2.07] is the path with its query and hash', async () => {
    const tab = await openTab()
    expect(tab.safeReturnPath('/tests/verbalnij?a=1#b')).toBe('/tests/verbalnij?a=1#b')
  })
})
