import { describe, expect, it, vi } from 'vitest'
import { revokeSession } from '#contract/session.ts'
import { readProfile } from '#contract/profile.ts'
import {
  json,
  loginPath,
  pair,
  profileFor,
  profilePath,
  refreshPath,
  refused,
  revokePath,
  sessionWorld,
} from '../../tests/support/session-tabs.ts'

const world = sessionWorld()

async function twoTabs() {
  world.store(pair(1))
  world.routes = { [refreshPath]: json(200, pair(1)), [profilePath]: profileFor('u1-a1') }
  const here = await world.openTab()
  await here.start()
  const there = await world.openTab()
  await there.start()
  return { here, there }
}

describe('a session in several tabs', () => {
  it('[S3.07] [S4.01] a tab that starts with only the two tokens takes no change of another tab for a log-out', async () => {
    for (const key of ['access', 'refresh'] as const) world.stored.set(key, pair(1)[key])
    const held: (() => void)[] = []
    world.routes = {
      [refreshPath]: (...call) => void held.push(() => json(200, pair(2))(...call)),
      [profilePath]: profileFor('u1-a2'),
    }
    const here = await world.openTab()
    const starts = [here.start()]
    await vi.waitFor(() => expect(held).toHaveLength(1))
    const there = await world.openTab()
    const seen: string[] = []
    // Each change has its own event.
    const tell = (key: string) => {
      here.hears(key)
      seen.push(here.sessionState().status)
    }
    const set = localStorage.setItem.bind(localStorage)
    const remove = localStorage.removeItem.bind(localStorage)
    localStorage.setItem = (key, value) => (set(key, value), tell(key))
    localStorage.removeItem = (key) => (remove(key), tell(key))
    starts.push(there.start())
    await vi.waitFor(() => expect(held).toHaveLength(2))
    // The second tab's reply comes first: for this tab it is another tab's change.
    for (const answer of held.reverse()) answer()
    await Promise.all(starts)
    expect(new Set(seen)).toEqual(new Set(['signed-in']))
    await vi.waitFor(() => expect(here.sessionState()).toMatchObject({ user: { id: 'u1', first_name: 'Олена' } }))
  })

  it('[S4.05] a log-out in another tab ends the session here too, and has the person’s caches cleared', async () => {
    const { here, there } = await twoTabs()
    const onLeave = vi.fn(() => Promise.resolve())
    here.onSignedOut(onLeave)
    await there.signOut()
    here.hears('access')
    expect(here.sessionState()).toMatchObject({ status: 'guest', user: null })
    expect(onLeave).toHaveBeenCalledWith('u1')
  })

  it('[S2.10] a log-out in another tab leaves an exam here to its person, until another person signs in', async () => {
    const { here, there } = await twoTabs()
    const onLeave = vi.fn(() => Promise.resolve())
    here.onSignedOut(onLeave)
    here.holdLoginRedirect()
    await there.signOut()
    here.hears('access')
    expect(here.sessionState()).toMatchObject({ status: 'ended', user: { id: 'u1' } })
    expect(onLeave).not.toHaveBeenCalled()

    world.store(pair(1, 'u2'))
    world.routes[profilePath] = profileFor('u2-a1')
    here.hears('access')
    expect(here.sessionState()).toMatchObject({ status: 'signed-in', user: { id: 'u2' } })
    expect(onLeave).toHaveBeenCalledWith('u1')
    // Its requests must not continue in the next test.
    await vi.waitFor(() => expect(here.sessionState().profileStatus).toBe('success'))
  })

  it('[S2.10] an exam here continues when the same person signs in again in another tab', async () => {
    const { here, there } = await twoTabs()
    here.holdLoginRedirect()
    await there.signOut()
    here.hears('access')
    world.store(pair(2))
    world.routes[profilePath] = profileFor('u1-a2')
    here.hears('access')
    expect(here.sessionState()).toMatchObject({ status: 'signed-in', user: { id: 'u1', first_name: 'Олена' } })
    await vi.waitFor(() => expect(here.sessionState().profileStatus).toBe('success'))
  })

  /** The server ends the session, and `there` learns of it first. */
  async function endsIn(there: Awaited<ReturnType<typeof twoTabs>>['there']) {
    world.routes = { [refreshPath]: refused('revoked'), [profilePath]: refused('Ні') }
    await expect(there.sessionRequest(readProfile, {})).rejects.toMatchObject({ status_code: 401 })
    expect(world.tokens()).toEqual([null, null])
    world.place.assign.mockClear()
  }

  /** The events of localStorage: one for each removed key. */
  function hearsOfIt(here: Awaited<ReturnType<typeof twoTabs>>['here']) {
    for (const key of ['session_ended', 'refresh', 'access', 'user_id', 'session_seq']) here.hears(key)
  }

  it('[S2.10] [S4.02] [S2.07] a session that the server ended in another tab leads to the log-in here, and this place is kept', async () => {
    const { here, there } = await twoTabs()
    const onLeave = vi.fn(() => Promise.resolve())
    here.onSignedOut(onLeave)
    await endsIn(there)
    world.place.pathname = '/tests/verbalnij'
    hearsOfIt(here)
    await vi.waitFor(() => expect(world.place.assign).toHaveBeenCalledWith('/login'))
    expect(world.place.assign).toHaveBeenCalledOnce()
    expect(here.rememberedLocation()).toBe('/tests/verbalnij?a=1#b')
    expect(onLeave).toHaveBeenCalledExactlyOnceWith('u1')
    // The page never showed a guest: its guard would have gone home and lost the place.
    expect(here.sessionState().status).toBe('signed-in')
  })

  it('[S2.10] two tabs that are refused at the same time both go to the log-in', async () => {
    const { here, there } = await twoTabs()
    world.routes = { [refreshPath]: refused('revoked'), [profilePath]: refused('Ні') }
    await Promise.allSettled([here, there].map((tab) => tab.sessionRequest(readProfile, {})))
    await vi.waitFor(() => expect(world.place.assign).toHaveBeenCalledTimes(2))
    expect([here, there].map((tab) => tab.sessionState().status)).toEqual(['signed-in', 'signed-in'])
  })

  it('[S2.10] a session that the server ended in another tab leaves the home page and an exam here as they are', async () => {
    const { here, there } = await twoTabs()
    const release = here.holdLoginRedirect()
    await endsIn(there)
    hearsOfIt(here)
    expect(here.sessionState()).toMatchObject({ status: 'ended', user: { id: 'u1' } })
    world.place.pathname = '/'
    release()
    expect(here.sessionState().status).toBe('guest')
    expect(world.place.assign).not.toHaveBeenCalled()
  })

  it('[S2.16] a log-out after a session that the server ended makes this page a guest’s page without a redirect', async () => {
    const { here, there } = await twoTabs()
    await endsIn(there)
    world.store(pair(2))
    const third = await world.openTab()
    await third.reconcileSession()
    await third.signOut()
    hearsOfIt(here)
    expect(here.sessionState().status).toBe('guest')
    expect(world.place.assign).not.toHaveBeenCalled()
  })

  it('[S2.16] tokens that vanish after a new log-in make this page a guest’s page without a redirect', async () => {
    const { here, there } = await twoTabs()
    await endsIn(there)
    world.routes = { [loginPath]: json(200, pair(2)), [profilePath]: profileFor('u1-a2') }
    await there.signIn({ email: 'olena@example.com', password: 'пароль', remember_me: false })
    for (const key of ['access', 'refresh', 'user_id']) world.stored.delete(key)
    hearsOfIt(here)
    expect(here.sessionState().status).toBe('guest')
    expect(world.place.assign).not.toHaveBeenCalled()
  })

  it('[S2.10] the end of a session makes this page a guest’s page, even if the storage refuses the mark of the end', async () => {
    const { here, there } = await twoTabs()
    const set = localStorage.setItem.bind(localStorage)
    localStorage.setItem = (key, value) => {
      if (key === 'session_ended') throw new DOMException('full', 'QuotaExceededError')
      set(key, value)
    }
    await endsIn(there)
    hearsOfIt(here)
    expect(here.sessionState().status).toBe('guest')
  })

  it('[S6.01] a page sends no call as another person who has signed in in another tab without the page’s knowledge', async () => {
    const { here } = await twoTabs()
    world.store(pair(1, 'u2'))
    const sent: (string | undefined)[] = []
    world.routes[revokePath] = ({ headers }, response) => {
      sent.push(headers.authorization)
      response.writeHead(200).end('{}')
    }
    world.routes[profilePath] = json(200, { id: 'u2', email: 'taras@example.com', first_name: 'Тарас' })
    await expect(here.sessionRequest(revokeSession, { body: { refresh: 'x' } })).rejects.toMatchObject({
      code: 'session_changed',
    })
    expect(sent).toEqual([])
    expect(here.sessionState()).toMatchObject({ user: { id: 'u2' } })
    await vi.waitFor(() => expect(here.sessionState().user?.first_name).toBe('Тарас'))
  })

  it('[S6.01] a late reply to a saved profile is not written over another person who has signed in', async () => {
    const { here } = await twoTabs()
    const taras = { id: 'u2', email: 'taras@example.com', first_name: 'Тарас' }
    let answer: (() => void) | undefined
    world.routes[profilePath] = (request, response, body) => {
      if (request.method !== 'PUT') json(200, taras)(request, response, body)
      else answer = () => json(200, { id: 'u1', first_name: 'Оля' })(request, response, body)
    }
    const saving = here.saveProfile({ first_name: 'Оля' })
    await vi.waitFor(() => expect(answer).toBeDefined())
    world.store(pair(1, 'u2'))
    here.hears('access')
    await vi.waitFor(() => expect(here.sessionState().user?.first_name).toBe('Тарас'))
    answer!()
    await saving
    expect(here.sessionState().user).toMatchObject(taras)
  })

  it('[S6.01] a call is not repeated as another person who signs in while the tokens are renewed', async () => {
    const { here } = await twoTabs()
    const bearers: (string | undefined)[] = []
    world.routes[profilePath] = (request, response, body) => {
      bearers.push(request.headers.authorization)
      refused('Токен прострочено')(request, response, body)
    }
    world.routes[refreshPath] = (request, response, body) => {
      world.store(pair(1, 'u2'))
      json(200, pair(2))(request, response, body)
    }
    await expect(here.sessionRequest(readProfile, {})).rejects.toMatchObject({ status_code: 401 })
    expect(bearers).toEqual(['Bearer u1-a1'])
    expect(world.tokens()).toEqual(['u2-a1', 'u2-r1'])
    expect(here.sessionState().user?.id).toBe('u2')
    // Also at the next start.
    await (await world.openTab()).reconcileSession()
    expect(world.tokens()).toEqual(['u2-a1', 'u2-r1'])
  })

  it('[S6.01] a renewal that ends after another person’s log-in does not replace that person in the mirror', async () => {
    const { here, there } = await twoTabs()
    world.routes[loginPath] = json(200, pair(1, 'u2'))
    world.routes[profilePath] = profileFor('u2-a1')
    world.routes[refreshPath] = (...call) => {
      const signedIn = there.signIn({ email: 'taras@example.com', password: 'пароль', remember_me: false })
      void signedIn.then(() => json(200, pair(2))(...call))
    }
    await expect(here.sessionRequest(readProfile, {})).rejects.toMatchObject({ status_code: 401 })
    for (const tab of [here, there]) await vi.waitFor(() => expect(tab.sessionState().profileStatus).toBe('success'))
    expect((await world.mirror())?.pair).toMatchObject({ user_id: 'u2', refresh: 'u2-r1' })
    await (await world.openTab()).reconcileSession()
    expect(world.tokens()).toEqual(['u2-a1', 'u2-r1'])
  })

  it('a log-in over a session of another person queues the revocation of that session', async () => {
    const { there } = await twoTabs()
    Object.assign(world.routes, { [loginPath]: json(200, pair(1, 'u2')), [profilePath]: profileFor('u2-a1') })
    await there.signIn({ email: 'taras@example.com', password: 'пароль', remember_me: false })
    await vi.waitFor(async () => expect(await world.revocations()).toEqual(['u1-r1']))
    await vi.waitFor(() => expect(there.sessionState().profileStatus).toBe('success'))
  })

  it('[S4.05] a page that is still starting notices a log-out in another tab', async () => {
    const { there } = await twoTabs()
    const here = await world.openTab()
    await here.reconcileSession()
    await there.signOut()
    await here.startSession()
    expect(here.sessionState().status).toBe('guest')
  })

  it('a refusal in this tab does not clear the pair that another tab has stored in its place', async () => {
    const { here } = await twoTabs()
    world.routes = {
      [profilePath]: refused('Ні'),
      [refreshPath]: (request, response, body) => {
        json(200, pair(2))(request, response, body)
      },
    }
    const ended = here.sessionRequest(readProfile, {}, { endsSession: true })
    world.routes[profilePath] = (request, response, body) => {
      if (request.headers.authorization === 'Bearer u1-a2') world.store(pair(3))
      refused('Ні')(request, response, body)
    }
    await expect(ended).rejects.toMatchObject({ status_code: 401 })
    expect(here.sessionState().status).toBe('signed-in')
    await (await world.openTab()).reconcileSession()
    expect(world.tokens()).toEqual(['u1-a3', 'u1-r3'])
    expect(world.place.assign).not.toHaveBeenCalled()
  })

  it('a tab adopts a newer pair that only the mirror has, and does not renew its own', async () => {
    const { here, there } = await twoTabs()
    const lagging = new Map(world.stored)
    world.routes = { [profilePath]: profileFor('u1-a2'), [refreshPath]: json(200, pair(2)) }
    await there.sessionRequest(readProfile, {})
    world.stored = lagging
    world.calls = []
    await expect(here.sessionRequest(readProfile, {})).resolves.toMatchObject({ first_name: 'Олена' })
    expect(world.calls).not.toContain(`POST ${refreshPath}`)
  })
})
