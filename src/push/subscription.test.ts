import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PushKind } from '#contract/push.ts'
import { readPush } from '../storage/push-db.ts'
import { keepPushes, turnOffPushes, turnOnPushes } from './subscription.ts'

const { request } = vi.hoisted(() => ({ request: vi.fn() }))
vi.mock('../session/session-request.ts', () => ({ sessionRequest: request }))
vi.mock('../session/session-state.ts', () => ({ currentUserId: () => 'anna' }))

/** What the server tells this browser of; null: nothing. */
let told: readonly PushKind[] | null
/** The mailbox that this browser has open. A test takes it away as a push service does. */
let mailbox: object | null
/** The server says its key when this is over. */
let asked: Promise<void>
/** How many have asked for the lock. */
let changes: number

beforeEach(() => {
  told = null
  mailbox = null
  asked = Promise.resolve()
  changes = 0
  request.mockImplementation(async ({ name }: { name: string }, { body }: { body?: { kinds: PushKind[] } }) => {
    if (name === 'readPushes') await asked
    if (name === 'subscribeToPushes') told = body!.kinds
    if (name === 'unsubscribeFromPushes') told = null
    return { public_key: 'key' }
  })
  const pushManager = {
    getSubscription: async () => mailbox,
    subscribe: async () => {
      const endpoint = `https://push.example/${crypto.randomUUID()}`
      mailbox = {
        endpoint,
        options: { applicationServerKey: null },
        toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => (mailbox = null),
      }
      return mailbox
    },
  }
  const registration = { pushManager }
  // One after the other, as Web Locks grant an exclusive lock.
  let last: Promise<unknown> = Promise.resolve()
  const locks = {
    request: (_name: string, _options: object, work: () => Promise<unknown>) => {
      changes += 1
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    },
  }
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration }
  vi.stubGlobal('navigator', { serviceWorker, locks })
  vi.stubGlobal('Notification', { permission: 'granted' })
})
afterEach(() => vi.unstubAllGlobals())

/**
 * A page starts, finds another mailbox, and tells the server of it. The server answers when what is done meanwhile is done,
 * or waits for its turn.
 */
async function keepsItAmid(act: () => Promise<unknown>): Promise<void> {
  await turnOnPushes()
  mailbox = null
  let answer: () => void = () => undefined
  asked = new Promise((resolve) => (answer = resolve))
  request.mockClear()
  const kept = keepPushes()
  await vi.waitFor(() => expect(request).toHaveBeenCalled())
  asked = Promise.resolve()
  const before = changes
  let isDone = false
  const done = act().then(() => (isDone = true))
  await vi.waitFor(() => expect(isDone || changes > before).toBe(true))
  answer()
  await Promise.all([kept, done])
}

it('what is switched off while a page tells the server of its mailbox is off', async () => {
  await keepsItAmid(turnOffPushes)
  expect([told, mailbox, await readPush()]).toEqual([null, null, null])
})

it('a kind that is switched off meanwhile stays off', async () => {
  await keepsItAmid(() => turnOnPushes(['result-ready']))
  expect(told).toEqual(['result-ready'])
  expect((await readPush())?.kinds).toEqual(['result-ready'])
})

it('a mailbox that has become another is told to the server, and nothing is opened for who has switched it off', async () => {
  await keepsItAmid(async () => undefined)
  expect(told).toHaveLength(4)
  expect((await readPush())?.endpoint).toBe((mailbox as { endpoint: string } | null)?.endpoint)
  await turnOffPushes()
  await keepPushes()
  expect([told, mailbox]).toEqual([null, null])
})

it('what is switched off without a network is off: nothing comes any more, and the server hears it from the push service', async () => {
  await turnOnPushes(['result-ready'])
  request.mockRejectedValueOnce(new Error('no network'))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await turnOffPushes()
  expect([mailbox, await readPush()]).toEqual([null, null])
})
