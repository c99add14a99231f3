import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readProfile } from '#contract/profile.ts'
import {
  type Answer,
  json,
  loginPath,
  pair,
  profile,
  profileFor,
  profilePath,
  refreshPath,
  refused,
  sessionWorld,
} from '../../tests/support/session-tabs.ts'

const world = sessionWorld()
const form = { email: 'olena@example.com', password: 'пароль', remember_me: true }

/** A server that rotates like ours: R(n) returns R(n+1) at every request, until R(n+1) or its access token is used. */
function rotatingServer() {
  const state = { n: 1, isUsed: true, isEnded: false }
  world.routes = {
    [loginPath]: json(200, pair(1)),
    [refreshPath]: (request, response, body) => {
      const shown = Number(/r(\d+)/.exec(body)?.[1])
      if (shown === state.n) Object.assign(state, { n: state.n + 1, isUsed: false })
      else if (shown !== state.n - 1 || state.isUsed) state.isEnded = true
      const answer = state.isEnded ? refused('Token was revoked') : json(200, pair(state.n))
      answer(request, response, body)
    },
    [profilePath]: (request, response, body) => {
      if (request.headers.authorization === `Bearer u1-a${state.n}`) state.isUsed = true
      profileFor(`u1-a${state.n}`)(request, response, body)
    },
  }
  return state
}

async function signedIn() {
  const tab = await world.openTab()
  await tab.start()
  await tab.signIn(form)
  await vi.waitFor(() => expect(tab.sessionState().profileStatus).toBe('success'))
  return tab
}

const refreshes = () => world.calls.filter((call) => call.endsWith(refreshPath)).length

describe('[S3.07] after a crash that took from local storage', () => {
  it('everything: the pair is back before anybody judges who is signed in, with what was known of the person', async () => {
    rotatingServer()
    await signedIn()
    world.stored.clear()
    const tab = await world.openTab()
    expect(tab.sessionState().status).toBe('guest')
    await tab.reconcileSession()
    expect(tab.sessionState()).toMatchObject({ status: 'signed-in', user: { id: 'u1', first_name: 'Олена' } })
    expect(world.tokens()).toEqual(['u1-a1', 'u1-r1'])
  })

  it('[R14] the last renewal: the token that was used up is not shown again, and the session goes on', async () => {
    const server = rotatingServer()
    const tab = await signedIn()
    const onDisk = new Map(world.stored)
    await tab.startSession()
    expect(server).toMatchObject({ n: 2, isUsed: true })
    world.stored = onDisk

    const next = await world.openTab()
    await next.start()
    expect(server.isEnded).toBe(false)
    expect(next.sessionState()).toMatchObject({ status: 'signed-in', authStatus: 'success', profileStatus: 'success' })
  })

  it('[R14] all since a pair was found that nobody had numbered: it is used up by now, and is not shown again', async () => {
    const server = rotatingServer()
    world.store(pair(1))
    const onDisk = new Map(world.stored)
    const tab = await world.openTab()
    await tab.start()
    expect(server).toMatchObject({ n: 2, isUsed: true })
    world.stored = new Map(onDisk)
    const next = await world.openTab()
    await next.start()
    expect(server).toMatchObject({ n: 3, isEnded: false })
    expect(next.sessionState()).toMatchObject({ status: 'signed-in', profileStatus: 'success' })

    // Nor does it sign anybody in after a log-out.
    await next.signOut()
    world.stored = new Map(onDisk)
    const last = await world.openTab()
    await last.start()
    expect(last.sessionState().status).toBe('guest')
    expect(world.tokens()).toEqual([null, null])
  })

  it('the last renewal, in a tab that is asked for data before it has settled anything', async () => {
    const server = rotatingServer()
    const tab = await signedIn()
    const onDisk = new Map(world.stored)
    await tab.startSession()
    world.stored = onDisk

    const next = await world.openTab()
    await expect(next.sessionRequest(readProfile, {})).resolves.toMatchObject(profile)
    expect(server.isEnded).toBe(false)
    expect(refreshes()).toBe(1)
  })

  it('a log-out: nobody is signed in, and no call is made', async () => {
    rotatingServer()
    const tab = await signedIn()
    const onDisk = new Map(world.stored)
    await tab.signOut()
    world.stored = onDisk
    world.calls = []

    const next = await world.openTab()
    await next.start()
    expect(next.sessionState().status).toBe('guest')
    expect(world.tokens()).toEqual([null, null])
    expect(world.calls).toEqual([])
  })

  it('a refused session: nobody is signed in', async () => {
    const server = rotatingServer()
    const tab = await signedIn()
    const onDisk = new Map(world.stored)
    server.isEnded = true
    await tab.startSession()
    world.stored = onDisk

    const next = await world.openTab()
    await next.reconcileSession()
    expect(next.sessionState().status).toBe('guest')
  })
})

describe('[S3.07] [R14] after a crash, on a device whose storage takes three seconds to open', () => {
  beforeEach(() => {
    vi.doMock('./session-db.ts', async (load) => {
      const real = await load<typeof import('./session-db.ts')>()
      const readMirror = async () => {
        await new Promise((resolve) => setTimeout(resolve, 3_000))
        return real.readMirror()
      }
      return { ...real, readMirror }
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.doUnmock('./session-db.ts')
  })

  it.each(['the last renewal is', 'everything is'])('%s gone from local storage: the session goes on', async (gone) => {
    const server = rotatingServer()
    world.store(pair(1))
    world.stored.set('session_seq', '1')
    const lost = gone === 'everything is' ? new Map<string, string>() : new Map(world.stored)
    await throughTime((await world.openTab()).start())
    expect(server).toMatchObject({ n: 2, isUsed: true })
    world.stored = lost
    const tab = await world.openTab()
    await throughTime(tab.start())
    expect(server.isEnded).toBe(false)
    expect(tab.sessionState()).toMatchObject({ status: 'signed-in', authStatus: 'success' })
  })

  async function throughTime(work: Promise<unknown>) {
    let isOver = false
    void work.finally(() => {
      isOver = true
    })
    while (!isOver) {
      await vi.advanceTimersByTimeAsync(100)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
})

describe('[S4.01] a death during a renewal', () => {
  it("between the server's reply and the disk loses nothing", async () => {
    const server = rotatingServer()
    await signedIn()
    // The reply went to a page that was dead by then.
    Object.assign(server, { n: 2, isUsed: false })

    const tab = await world.openTab()
    await tab.start()
    expect(server.isEnded).toBe(false)
    expect(tab.sessionState()).toMatchObject({ status: 'signed-in', profileStatus: 'success' })
    expect(world.tokens()).toEqual(['u1-a2', 'u1-r2'])
  })

  it('finds the new pair on the disk before anything was sent with it', async () => {
    const server = rotatingServer()
    const tab = await signedIn()
    const mirrored: Promise<unknown>[] = []
    const answer = world.routes[profilePath] as Answer
    world.routes[profilePath] = (request, response, body) => {
      if (request.headers.authorization === 'Bearer u1-a2') mirrored.push(world.mirror())
      answer(request, response, body)
    }
    await tab.startSession()
    expect(server.n).toBe(2)
    expect(await Promise.all(mirrored)).toMatchObject([{ pair: { refresh: 'u1-r2' } }])
  })
})

describe('[S3.07] when not a crash but somebody took', () => {
  it.each([['access'], ['refresh']])('only the %s token, nobody is signed in and no call is made', async (key) => {
    rotatingServer()
    await signedIn()
    world.stored.delete(key)
    world.calls = []
    const tab = await world.openTab()
    await tab.start()
    expect(tab.sessionState().status).toBe('guest')
    expect(world.calls).toEqual([])
    expect(await world.mirror()).toMatchObject({ pair: null })
  })

  it('the whole IndexedDB, local storage alone says who is signed in', async () => {
    rotatingServer()
    await signedIn()
    indexedDB = new IDBFactory()
    const tab = await world.openTab()
    await tab.start()
    expect(tab.sessionState()).toMatchObject({ status: 'signed-in', authStatus: 'success' })
    world.stored.clear()
    await (await world.openTab()).reconcileSession()
    expect(world.tokens()).toEqual(['u1-a2', 'u1-r2'])
  })
})

describe('[S4.01] while the server is silent', () => {
  it('the stored session is shown with what was known of the person', async () => {
    rotatingServer()
    await signedIn()
    world.routes = { [refreshPath]: () => undefined, [profilePath]: () => undefined }
    const tab = await world.openTab()
    void tab.start()
    await vi.waitFor(() => expect(tab.sessionState().authStatus).toBe('pending'))
    expect(tab.sessionState()).toMatchObject({ status: 'signed-in', user: { id: 'u1', first_name: 'Олена' } })
  })
})

describe('[S31] a tab that was frozen while it read the mirror', () => {
  afterEach(() => {
    vi.doUnmock('./session-db.ts')
    vi.restoreAllMocks()
  })

  it.each(['the old pair', 'silence'])(
    'looks again when it thaws with %s in its hand, and shows no token that a sibling has used up',
    async (inHand) => {
      const server = rotatingServer()
      let thaw: () => void = () => undefined
      let freeze: (() => void) | null = null
      vi.doMock('./session-db.ts', async (original) => {
        const real = await original<typeof import('./session-db.ts')>()
        const readMirror = async () => {
          const row = await real.readMirror()
          if (freeze === null) return row
          freeze()
          freeze = null
          await new Promise<void>((go) => (thaw = go))
          // The timer of its time limit is the first event in such a tab.
          if (inHand === 'silence') throw new DOMException('no answer in time', 'TimeoutError')
          return row
        }
        return { ...real, readMirror }
      })
      const here = await signedIn()
      vi.doUnmock('./session-db.ts')
      const there = await world.openTab()
      await there.reconcileSession()
      // localStorage as the frozen tab's process sees it, also in the first moment after the thaw.
      const lagging = new Map(world.stored)
      const frozen = new Promise<void>((now) => (freeze = now))
      const call = here.startSession()
      await frozen
      await there.startSession()
      expect(server).toMatchObject({ n: 2, isUsed: true })
      world.stored = lagging
      const wall = Date.now()
      vi.spyOn(Date, 'now').mockImplementation(() => wall + 300_000)
      thaw()
      await call
      expect(server.isEnded).toBe(false)
      expect(world.tokens()).toEqual(['u1-a2', 'u1-r2'])
    },
  )
})
