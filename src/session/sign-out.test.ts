import { describe, expect, it, vi } from 'vitest'
import {
  breaks,
  json,
  logoutPath,
  pair,
  portal,
  profileFor,
  profilePath,
  refreshPath,
  refused,
  revokePath,
  sessionWorld,
} from '../../tests/support/session-tabs.ts'

const world = sessionWorld()

async function signedIn() {
  world.store(pair(1))
  world.routes = { [refreshPath]: json(200, pair(2)), [profilePath]: profileFor('u1-a2') }
  const tab = await world.openTab()
  await tab.start()
  return tab
}

describe('[S4.05] a log-out', () => {
  it('a log-out writes the tombstone before it removes the tokens, and then has the person’s caches cleared', async () => {
    const tab = await signedIn()
    const original = IDBObjectStore.prototype.put
    const steps: string[] = []
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, row) {
      if (row.pair === null) this.transaction.addEventListener('complete', () => steps.push('tombstone'))
      return original.call(this, row)
    })
    vi.stubGlobal('localStorage', {
      ...localStorage,
      removeItem: (key: string) => {
        steps.push('tokens')
        world.stored.delete(key)
      },
    })
    tab.onSignedOut((userId) => {
      steps.push(`caches of ${userId}`)
      return Promise.resolve()
    })
    world.routes[logoutPath] = json(200, {})
    await tab.signOut()
    put.mockRestore()
    expect([...new Set(steps)]).toEqual(['tombstone', 'tokens', 'caches of u1'])
  })

  it('a log-out that the server has heard leaves no token on the disk, not even of a pair without a number', async () => {
    const first = { ...pair(1), refresh: `u1-r1-${'k3Rq'.repeat(11)}` }
    const next = { ...pair(2), refresh: `u1-r2-${'Zt8w'.repeat(11)}` }
    world.store(first)
    world.routes = {
      [refreshPath]: json(200, next),
      [profilePath]: profileFor('u1-a2'),
      [logoutPath]: json(200, {}),
    }
    const tab = await world.openTab()
    await tab.start()
    await tab.signOut()
    const left = JSON.stringify([await world.mirror(), await world.revocations(), [...world.stored]])
    expect(left).toContain('"pair":null')
    for (const token of [first.refresh, next.refresh, first.access, next.access]) expect(left).not.toContain(token)
  })

  it('a log-out that the server has heard leaves no revocation', async () => {
    const tab = await signedIn()
    world.routes[logoutPath] = json(200, {})
    await tab.signOut()
    expect(await world.revocations()).toEqual([])
  })

  it.each([
    ['the network is dead', breaks],
    ['a portal answers', portal],
    ['the access token ran out', refused('Токен прострочено')],
    ['the server stumbles', json(503, {})],
  ])('a log-out leaves a revocation when %s', async (_, answer) => {
    const tab = await signedIn()
    world.routes[logoutPath] = answer
    await tab.signOut()
    expect(tab.sessionState()).toMatchObject({ status: 'guest', user: null })
    expect(await world.revocations()).toEqual(['u1-r2'])
  })

  it('a log-out completes although the clearing of the person’s caches fails', async () => {
    const tab = await signedIn()
    tab.onSignedOut(() => Promise.reject(new Error('кеш')))
    world.routes[logoutPath] = json(200, {})
    await tab.signOut()
    expect(tab.sessionState().status).toBe('guest')
    expect(reportError).toHaveBeenCalledOnce()
  })

  it('a log-out without a working database holds at the next start, although the mirror still has the pair', async () => {
    const tab = await signedIn()
    // The mirror numbered the pair, but the number did not arrive.
    world.stored.delete('session_seq')
    const { closeSessionDb } = await import('./session-db.ts')
    await closeSessionDb()
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('', 'UnknownError')
    })
    world.routes[logoutPath] = breaks
    await tab.signOut()
    open.mockRestore()
    const next = await world.openTab()
    await next.start()
    expect(next.sessionState().status).toBe('guest')
    expect(world.tokens()).toEqual([null, null])
  })

  it('a log-out works if the browser cannot open a database', async () => {
    const tab = await signedIn()
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('', 'UnknownError')
    })
    const { closeSessionDb } = await import('./session-db.ts')
    await closeSessionDb()
    world.routes[logoutPath] = json(200, {})
    await tab.signOut()
    expect(tab.sessionState().status).toBe('guest')
    expect(world.tokens()).toEqual([null, null])
  })

  describe('a log-out from our own server', () => {
    const ours = (n: number) => ({
      ...pair(n),
      refresh: `0d9f3c52-6f0e-4a55-9a5a-8f1f0c1f1000.${n}.${'k3Rq'.repeat(10)}abc`,
    })
    async function signedInThere() {
      world.store(ours(1))
      world.routes = { [refreshPath]: json(200, ours(2)), [profilePath]: profileFor('u1-a2') }
      const tab = await world.openTab()
      await tab.start()
      return tab
    }
    /** The revocation that the server gets, as soon as it gets one. */
    function whatWasSent(): Promise<unknown> {
      return new Promise((resolve) => {
        world.routes[revokePath] = (request, response, body) => {
          resolve([request.headers.authorization, JSON.parse(body)])
          json(200, {})(request, response, body)
        }
      })
    }

    it('a log-out reaches our server by the refresh token, with an expired access token and without a database', async () => {
      const tab = await signedInThere()
      vi.spyOn(indexedDB, 'open').mockImplementation(() => {
        throw new DOMException('', 'UnknownError')
      })
      await (await import('./session-db.ts')).closeSessionDb()
      world.routes[logoutPath] = refused('Токен прострочено')
      const heard = whatWasSent()
      await tab.signOut()
      expect(await heard).toEqual([undefined, { refresh: ours(2).refresh }])
    })

    it('a log-out leaves no revocation once our server has heard of it', async () => {
      const tab = await signedInThere()
      const heard = whatWasSent()
      await tab.signOut()
      await heard
      expect(await world.revocations()).toEqual([])
    })

    it('a log-out is sent with keepalive before the browser has cleared the person’s caches', async () => {
      const tab = await signedInThere()
      tab.onSignedOut(() => new Promise(() => undefined))
      // Nothing else may end this wait.
      const original = globalThis.setTimeout
      const timers = vi
        .spyOn(globalThis, 'setTimeout')
        .mockImplementation(((act: () => void, ms?: number) =>
          ms === 2_000 ? undefined : original(act, ms)) as typeof setTimeout)
      const keepsOn = vi.spyOn(globalThis, 'fetch')
      const heard = whatWasSent()
      void tab.signOut()
      await heard
      expect(keepsOn.mock.calls.at(-1)![1]).toMatchObject({ keepalive: true })
      timers.mockRestore()
      keepsOn.mockRestore()
    })
  })
})
