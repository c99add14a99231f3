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

describe('[S3.07] a crash after which local storage has lost rows', () => {
  it('a page that lost all of local storage gets the pair and the known person back from the mirror', async () => {
    rotatingServer()
    await signedIn()
    world.stored.clear()
    const tab = await world.openTab()
    expect(tab.sessionState().status).toBe('guest')
    await tab.reconcileSession()
    expect(tab.sessionState()).toMatchObject({ status: 'signed-in', user: { id: 'u1', first_name: 'Олена' } })
    expect(world.tokens()).toEqual(['u1-a1', 'u1-r1'])
  })

  it('[R14] a page that lost the last renewal does not send the used token again, and the session continues', async () => {
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

  it('[R14] a page does not send a used pair without a number again, and after a log-out the pair signs nobody in', async () => {
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

    // After a log-out the used pair signs nobody in.
    await next.signOut()
    world.stored = new Map(onDisk)
    const last = await world.openTab()
    await last.start()
    expect(last.sessionState().status).toBe('guest')
    expect(world.tokens()).toEqual([null, null])
  })

  it('a tab that lost the last renewal makes its first call without another renewal and without the used token', async () => {
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

  it('nobody is signed in and no call is made if local storage has lost a log-out', async () => {
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

  it('nobody is signed in if local storage has lost the refusal of the session', async () => {
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

  it.each(['the last renewal is', 'everything is'])(
    'the session continues if %s gone from local storage and the mirror takes three seconds to read',
    async (gone) => {
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
    },
  )

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
  it('the session survives the death of a page between the server’s reply and the write to the disk', async () => {
    const server = rotatingServer()
    await signedIn()
    // The reply went to a page that had died.
    Object.assign(server, { n: 2, isUsed: false })

    const tab = await world.openTab()
    await tab.start()
    expect(server.isEnded).toBe(false)
    expect(tab.sessionState()).toMatchObject({ status: 'signed-in', profileStatus: 'success' })
    expect(world.tokens()).toEqual(['u1-a2', 'u1-r2'])
  })

  it('the new pair is in the mirror before the page sends any call with it', async () => {
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

describe('[S3.07] stored data that somebody has deleted', () => {
  it.each([['access'], ['refresh']])(
    'nobody is signed in and no call is made if only the %s token was deleted',
    async (key) => {
      rotatingServer()
      await signedIn()
      world.stored.delete(key)
      world.calls = []
      const tab = await world.openTab()
      await tab.start()
      expect(tab.sessionState().status).toBe('guest')
      expect(world.calls).toEqual([])
      expect(await world.mirror()).toMatchObject({ pair: null })
    },
  )

  it('local storage alone keeps the person signed in if the whole IndexedDB was deleted', async () => {
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
  it('the page shows the stored session with the known person while the server is silent', async () => {
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
    'a tab that thaws with %s from the mirror reads again, and sends no token that another tab has used up',
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
