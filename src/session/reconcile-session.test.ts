import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDB } from 'idb'
import {
  json,
  loginPath,
  pair,
  profile,
  profileFor,
  profilePath,
  refreshPath,
  sessionWorld,
} from '../../tests/support/session-tabs.ts'

const world = sessionWorld()

afterEach(() => vi.useRealTimers())

describe('the site opens', () => {
  it('[C.04] the site opens without a network with the profile and its age, which a row of the first releases lacks', async () => {
    world.store(pair(1))
    world.routes = { [refreshPath]: json(200, pair(2)), [profilePath]: profileFor('u1-a2') }
    const before = Date.now()
    await (await world.openTab()).start()
    world.routes = {}
    const next = await world.openTab()
    await next.start()
    const { user, profileStatus, profileUnreachable } = next.sessionState()
    expect({ profileStatus, profileUnreachable }).toEqual({ profileStatus: 'error', profileUnreachable: 'server' })
    expect(user).toMatchObject({ email: profile.email })
    expect(user?.savedAt).toBeGreaterThanOrEqual(before)

    const db = await openDB('session-v1')
    await db.put('profiles', { format: 1, ownerId: 'u1', profile })
    db.close()
    const old = await world.openTab()
    await old.start()
    expect(old.sessionState().user).toMatchObject({ email: profile.email })
    expect(old.sessionState().user).not.toHaveProperty('savedAt')
  })

  it('[S3.07] [S4.01] the site opens for the mirror’s person on this page alone if local storage takes nothing more', async () => {
    world.routes[loginPath] = json(200, pair(1))
    const first = await world.openTab()
    await first.signIn({ email: 'o@example.com', password: 'пароль', remember_me: true })
    // A crash took the pair, and the storage is too full to restore it.
    world.stored.clear()
    localStorage.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
    expect(await world.mirror()).toMatchObject({ pair: { refresh: 'u1-r1' } })

    const next = await world.openTab()
    await next.reconcileSession()
    expect(next.sessionState()).toMatchObject({ status: 'signed-in', user: { id: 'u1' } })
    expect(world.tokens()).toEqual([null, null])
  })

  it('[S3.07] the site opens within two seconds although IndexedDB never answers', async () => {
    world.store(pair(1))
    const tab = await world.openTab()
    indexedDB.open = () => new IDBOpenDBRequest()
    vi.useFakeTimers()
    const opened = vi.fn()
    void tab.reconcileSession().then(opened)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(opened).toHaveBeenCalled()
    expect(tab.sessionState()).toMatchObject({ status: 'signed-in', user: { id: 'u1' } })
  })
})
