// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { beginSignIn, findSignIn } from '../../features/auth/sign-in-link.ts'
import { doesBannerRest, letBannerRest } from '../../features/profile/verify-banner.tsx'
import { readPushRows, writeChoice } from '../../push/push-db.ts'
import { partFrom } from '../../session/session-events.ts'
import { forgetPurchaseKey, purchaseKey } from '../../shop/use-order.ts'
import { forgetTracesOfOthers } from './forget-traces.ts'
// A page's code at its start; the rest is loaded when a person leaves.
import '../load-delivery.ts'

const noMailbox = { pushManager: { getSubscription: async () => null } }
const now = new Date(2026, 0, 5, 12)

/** The system's list of this site's notifications. */
let shown: { tag: string; data: { path: string; to?: string }; close: () => void }[] = []
const closed = () => shown.filter(({ close }) => vi.mocked(close).mock.calls.length > 0).map(({ tag }) => tag)

beforeEach(() => {
  localStorage.clear()
  shown = []
  vi.stubGlobal('reportError', reported)
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      getRegistration: async () => ({ getNotifications: async () => shown, ...noMailbox }),
    },
  })
})

const reported = vi.fn()

const note = (tag: string, to?: string) => ({
  tag,
  data: { path: '/notifications', ...(to !== undefined && { to }) },
  close: vi.fn(),
})

it('[S43] a person who is signed out when only the first page’s code is loaded leaves no id, no address and no order key', async () => {
  letBannerRest('anna', now)
  const { state } = await beginSignIn('/purchases?order=their-order', 'anna', now.getTime())
  purchaseKey('logic')
  await partFrom('anna')
  const left = JSON.stringify({ ...localStorage })
  for (const trace of ['anna', 'their-order', 'purchase_key', 'verify_banner']) expect(left).not.toContain(trace)
  // A letter that was requested here still signs in.
  expect(findSignIn(state, now.getTime())).toMatchObject({ state, returnTo: null })
})

it('[S43] a window that forgets a person late keeps the next person’s dismissed banner', async () => {
  letBannerRest('borys', now)
  await partFrom('anna')
  expect(doesBannerRest('borys', now)).toBe(true)
})

it('[S43] a log-out closes the person’s notifications in the system’s list, except the one about waiting work', async () => {
  shown = [note('attempt a1', 'anna'), note('news'), note('waiting'), note('attempt b1', 'borys')]
  await partFrom('anna')
  expect(closed()).toEqual(['attempt a1', 'news'])
})

it('[S43] a person who signs out before the code of push messages is loaded leaves no push choice in the browser', async () => {
  await writeChoice({ name: 'choice', id: 'c1', ownerId: 'anna', kinds: [] })
  await partFrom('anna')
  expect((await readPushRows()).choice).toBeNull()
  expect(reported).not.toHaveBeenCalled()
})

it('[S43] a page that opens after a session ended elsewhere erases that person’s traces and keeps those of the current one', async () => {
  const begin = async () => {
    shown = [note('attempt a1', 'anna'), note('news'), note('waiting')]
    letBannerRest('anna', now)
    const ofAnna = await beginSignIn('/purchases?order=their-order', 'anna', now.getTime())
    const ofGuest = await beginSignIn('/tests?type=logic', null, now.getTime())
    forgetPurchaseKey('logic')
    purchaseKey('logic')
    return {
      hasOrder: () => JSON.stringify({ ...localStorage }).includes('purchase_key'),
      banner: () => doesBannerRest('anna', now),
      returns: () => [ofAnna, ofGuest].map(({ state }) => findSignIn(state, now.getTime())?.returnTo),
    }
  }
  let kept = await begin()
  await forgetTracesOfOthers('anna')
  expect([kept.banner(), kept.returns(), closed()]).toEqual([
    true,
    ['/purchases?order=their-order', '/tests?type=logic'],
    [],
  ])
  expect(kept.hasOrder()).toBe(true)
  for (const next of ['borys', null]) {
    kept = await begin()
    await forgetTracesOfOthers(next)
    expect([kept.banner(), kept.returns()]).toEqual([false, [null, '/tests?type=logic']])
    // A signed-in person's page must not list notifications: that deletes one that is just being shown.
    expect(closed()).toEqual(next === null ? ['attempt a1'] : [])
  }
  // For a guest the key goes: the server recognises an open order by its test.
  expect(kept.hasOrder()).toBe(false)
})
