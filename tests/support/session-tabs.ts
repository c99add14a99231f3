import 'fake-indexeddb/auto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDB } from 'idb'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'

export type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

export const refreshPath = '/api/auth/token/refresh/'
export const profilePath = '/api/user/profile/'
export const loginPath = '/api/auth/login/'
export const logoutPath = '/api/auth/logout/'
export const revokePath = '/api/auth/revoke/'

export const json =
  (status: number, body: unknown): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
export const refused = (detail: string, status = 401) =>
  json(status, { detail, code: 'token_revoked', status_code: status })
export const portal: Answer = (_, response) =>
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<!doctype html><title>Wi-Fi</title>Session expired, revoked')
export const breaks: Answer = (_, response) => response.destroy()

export const pair = (n: number, user_id = 'u1') => ({
  access: `${user_id}-a${n}`,
  refresh: `${user_id}-r${n}`,
  user_id,
  is_active: true,
  is_verified: false,
})
export const profile = { id: 'u1', email: 'olena@example.com', first_name: 'Олена' }

/** Answers a request with this access token with the profile, any other with 401. */
export const profileFor =
  (access: string): Answer =>
  (request, response, body) =>
    request.headers.authorization === `Bearer ${access}`
      ? json(200, profile)(request, response, body)
      : refused('Токен прострочено')(request, response, body)

/** One browser without a window: its storage, the location of its tabs, and a loopback server that answers by `routes`. */
export function sessionWorld() {
  const world = {
    routes: {} as Record<string, Answer>,
    /** Every call as `POST /path`, in order. */
    calls: [] as string[],
    place: { pathname: '/profile', search: '?a=1', hash: '#b', origin: 'https://iq.example', assign: vi.fn() },
    stored: new Map<string, string>(),
    openTab,
    store,
    /** The access and refresh tokens in localStorage. */
    tokens: () => [world.stored.get('access') ?? null, world.stored.get('refresh') ?? null],
    /** The session's mirror in IndexedDB. */
    mirror: async () => (await rowsOf('mirror'))[0],
    revocations: async () => (await rowsOf('revocations')).map(({ refresh }) => refresh),
  }
  const server = createServer((request, response) => {
    world.calls.push(`${request.method} ${request.url}`)
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => (world.routes[request.url ?? ''] ?? json(500, {}))(request, response, body))
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    vi.stubEnv('VITE_API_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })
  beforeEach(() => {
    world.calls = []
    world.routes = {}
    world.stored = new Map()
    world.place = { ...world.place, pathname: '/profile', assign: vi.fn() }
    indexedDB = new IDBFactory()
    vi.stubGlobal(
      'localStorage',
      storageOver(() => world.stored),
    )
    const session = new Map<string, string>()
    vi.stubGlobal(
      'sessionStorage',
      storageOver(() => session),
    )
    vi.stubGlobal('navigator', {})
    vi.stubGlobal('reportError', vi.fn())
  })

  function store({ access, refresh, user_id }: ReturnType<typeof pair>) {
    for (const [key, value] of Object.entries({ access, refresh, user_id })) world.stored.set(key, value)
  }

  /** Opens a tab: fresh modules over the current storage. `hears` delivers a storage event of another tab. */
  async function openTab() {
    vi.resetModules()
    const listeners: ((event: { key: string | null }) => void)[] = []
    vi.stubGlobal('window', {
      location: world.place,
      addEventListener: (type: string, listener: (typeof listeners)[number]) => {
        if (type === 'storage') listeners.push(listener)
      },
    })
    const tab = {
      ...(await import('../../src/session/start-session.ts')),
      ...(await import('../../src/session/save-profile.ts')),
      ...(await import('../../src/session/session-request.ts')),
      ...(await import('../../src/session/session-state.ts')),
      ...(await import('../../src/session/session-copies.ts')),
      ...(await import('../../src/session/sign-in.ts')),
      ...(await import('../../src/session/sign-up.ts')),
      ...(await import('../../src/session/sign-out.ts')),
      ...(await import('../../src/session/session-events.ts')),
      ...(await import('../../src/session/return-location.ts')),
      hears: (key: string | null) => {
        for (const listener of listeners) listener({ key })
      },
    }
    return {
      ...tab,
      start: async () => {
        await tab.reconcileSession()
        await tab.startSession()
      },
    }
  }
  return world
}

/** Uses a connection of its own: the modules of tabs come and go. */
async function rowsOf(name: string) {
  const db = await openDB('session-v1')
  const rows = await db.getAll(name)
  db.close()
  return rows
}

function storageOver(map: () => Map<string, string>): Storage {
  return {
    getItem: (key: string) => map().get(key) ?? null,
    setItem: (key: string, value: string) => void map().set(key, value),
    removeItem: (key: string) => void map().delete(key),
  } as unknown as Storage
}
