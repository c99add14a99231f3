import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PushKind, pushKinds } from '#contract/push.ts'
import { ApiError } from '../http/api-error.ts'
import * as pushDb from './push-db.ts'
import { currentPushes, keepPushes, turnOffPushes, turnOnPushes } from './subscription.ts'

const { request } = vi.hoisted(() => ({ request: vi.fn() }))
vi.mock('../session/session-request.ts', () => ({ sessionRequest: request }))
vi.mock('../session/session-state.ts', () => ({ currentUserId: () => 'anna' }))

interface Call {
  name: 'readPushes' | 'subscribeToPushes' | 'unsubscribeFromPushes'
}
interface Body {
  endpoint: string
  kinds: PushKind[]
  change?: number
}
type Options = { timeout?: number; signal?: AbortSignal }

/** The server's kinds of messages by mailbox. */
let server: Map<string, readonly PushKind[]>
/** The number of the last change that the server has heard. */
let lastChange: number
/** This browser's open mailbox. A test removes it like a push service. */
let mailbox: { endpoint: string } | null
/** Run before and after the server does a call. */
let before: (call: Call['name'], options: Options) => Promise<void>
let after: (call: Call['name']) => Promise<void>
let changes: number
let browser: { ready: Promise<unknown>; getRegistration: () => Promise<unknown> }

/** Like the server: a later call with a smaller number is ignored. */
function hear(name: Call['name'], body: Body | undefined): void {
  if (body === undefined || (body.change ?? lastChange + 1) <= lastChange) return
  lastChange = body.change ?? lastChange
  if (name === 'subscribeToPushes') server.set(body.endpoint, body.kinds)
  else server.delete(body.endpoint)
}

const lost = () => new ApiError({ kind: 'network', status_code: 0 })

beforeEach(() => {
  server = new Map()
  lastChange = 0
  mailbox = null
  before = after = async () => undefined
  changes = 0
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  request.mockClear()
  request.mockImplementation(async ({ name }: Call, { body }: { body?: Body }, options: Options = {}) => {
    expect(options.timeout).toBeLessThanOrEqual(15_000)
    await before(name, options)
    hear(name, body)
    const subscriptions = [...server].map(([endpoint, kinds]) => ({ endpoint, kinds: [...kinds] }))
    await after(name)
    // The same three bytes, in base64url.
    return { public_key: 'a2V5', subscriptions, last_change: lastChange }
  })
  const pushManager = {
    getSubscription: async () => mailbox,
    subscribe: async () => {
      const endpoint = `https://push.example/${crypto.randomUUID()}`
      const made = {
        endpoint,
        options: { applicationServerKey: new TextEncoder().encode('key').buffer },
        toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => (mailbox = null),
      }
      return (mailbox ??= made)
    },
  }
  const registration = { pushManager }
  // Web Locks grant an exclusive lock to one holder at a time.
  let last: Promise<unknown> = Promise.resolve()
  const locks = {
    request: (_name: string, _options: object, work: () => Promise<unknown>) => {
      changes += 1
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    },
  }
  browser = { ready: Promise.resolve(registration), getRegistration: async () => registration }
  vi.stubGlobal('navigator', { serviceWorker: browser, locks })
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('reportError', vi.fn())
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await pushDb.dropPush('anna')
})

/** The messages that the server would send to the open mailbox. */
const arrives = () => (mailbox === null ? null : (server.get(mailbox.endpoint) ?? null))
const kindsHere = async () => (await currentPushes())?.kinds ?? null
const copies = async () => [arrives(), mailbox !== null, await kindsHere()]
const nothing = [null, false, null]

/** Starts a page that finds another mailbox. Its call `held` gets no reply until `act` is over or waits for its turn. */
async function keepsItAmid(held: Call['name'], act: () => Promise<unknown>): Promise<void> {
  await turnOnPushes()
  mailbox = null
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  let isHeld = false
  before = async (name, { signal }) => {
    if (name !== held || isHeld) return
    isHeld = true
    // Like fetch: an aborted call has no reply.
    await Promise.race([
      answered,
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    ])
  }
  const kept = keepPushes()
  await vi.waitFor(() => expect(isHeld).toBe(true))
  const asked = changes
  let isDone = false
  const done = act().then(() => (isDone = true))
  await vi.waitFor(() => expect(isDone || changes > asked).toBe(true))
  answer()
  await Promise.all([kept, done])
}

describe('the last choice of a person against the calls of a page at its start', () => {
  const calls = ['readPushes', 'subscribeToPushes'] as const
  it.each(calls)('pushes that a person switches off during the page’s call %s are off', async (held) => {
    await keepsItAmid(held, turnOffPushes)
    expect(await copies()).toEqual(nothing)
    expect(server.size).toBe(held === 'readPushes' ? 0 : 1)
  })

  it.each(calls)('a kind of push that a person switches off during the page’s call %s stays off', async (held) => {
    await keepsItAmid(held, () => turnOnPushes(['result-ready']))
    expect(await copies()).toEqual([['result-ready'], true, ['result-ready']])
  })

  it('a person who switches pushes off does not wait for the page’s own call', async () => {
    await turnOnPushes()
    mailbox = null
    before = (name, { signal }) =>
      name === 'readPushes' && signal !== undefined
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve()
    const kept = keepPushes()
    await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(3))
    await turnOffPushes()
    await kept
    expect(await copies()).toEqual(nothing)
  })

  it('the last of three concurrent choices wins', async () => {
    await turnOnPushes()
    const all = [turnOnPushes(['result-ready']), turnOnPushes(['exam-running']), turnOnPushes(['access-ending'])]
    await Promise.all(all)
    expect(await copies()).toEqual([['access-ending'], true, ['access-ending']])
  })

  it('a page sends a changed mailbox to the server, and opens no mailbox after pushes were switched off', async () => {
    await keepsItAmid('readPushes', async () => undefined)
    expect(arrives()).toHaveLength(4)
    expect((await currentPushes())?.endpoint).toBe(mailbox!.endpoint)
    await turnOffPushes()
    await keepPushes()
    expect(await copies()).toEqual(nothing)
  })
})

describe('a call that reaches the server after it has failed in the browser', () => {
  const late: (() => void)[] = []
  /** Makes calls of this name time out here while they are still under way. */
  const isSlow = (slow: Call['name']) => {
    before = async (name) => {
      if (name !== slow) return
      const { body } = request.mock.calls.at(-1)![1] as { body: Body }
      late.push(() => hear(name, body))
      throw lost()
    }
  }
  const arriveNow = () => late.splice(0).forEach((arrive) => arrive())

  it('a late subscription does not switch pushes on after switching on has failed', async () => {
    isSlow('subscribeToPushes')
    await expect(turnOnPushes()).rejects.toThrow(ApiError)
    arriveNow()
    expect(server.size).toBe(0)
  })

  it('a late call neither undoes a newer choice of kinds nor ends pushes that were switched on again', async () => {
    await turnOnPushes()
    isSlow('subscribeToPushes')
    await expect(turnOnPushes(['exam-running'])).rejects.toThrow(ApiError)
    before = async () => undefined
    await turnOnPushes(['result-ready'])
    arriveNow()
    expect(arrives()).toEqual(['result-ready'])
    const { endpoint } = mailbox!
    isSlow('unsubscribeFromPushes')
    await turnOffPushes()
    before = async () => undefined
    mailbox = null
    await pushDb.writeChoice({ name: 'choice', id: 'c9', ownerId: 'anna', kinds: pushKinds })
    await keepPushes()
    server.set(endpoint, pushKinds)
    arriveNow()
    expect(server.get(endpoint)).toEqual(pushKinds)
  })
})

describe('a change of pushes that fails', () => {
  it('pushes are off, here and at the server, if the reply to switching on is lost', async () => {
    after = async (name) => {
      if (name === 'subscribeToPushes') throw lost()
    }
    await expect(turnOnPushes()).rejects.toThrow(ApiError)
    expect(await copies()).toEqual(nothing)
    expect(server.size).toBe(0)
  })

  it('pushes are off, here and at the server, if the browser cannot store the choice', async () => {
    vi.spyOn(pushDb, 'storeIfCurrent').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
    await expect(turnOnPushes()).rejects.toThrow('full')
    expect([arrives(), mailbox, server.size]).toEqual([null, null, 0])
  })

  it('pushes are off if the network fails with the reply, and the next page unsubscribes at the server once', async () => {
    let isAway = false
    after = async (name) => {
      if (name === 'subscribeToPushes') isAway = true
      if (isAway) throw lost()
    }
    before = async () => {
      if (isAway) throw lost()
    }
    await expect(turnOnPushes()).rejects.toThrow(ApiError)
    expect(await copies()).toEqual(nothing)
    expect(server.size).toBe(1)
    before = after = async () => undefined
    await keepPushes()
    expect(server.size).toBe(0)
    request.mockClear()
    await keepPushes()
    expect(request).not.toHaveBeenCalled()
  })

  it('the kinds stay as they were, here and at the server, if the reply to a change of kinds is lost', async () => {
    await turnOnPushes()
    after = async (name) => {
      after = async () => undefined
      if (name === 'readPushes')
        after = async () => {
          after = async () => undefined
          throw lost()
        }
    }
    await expect(turnOnPushes(['result-ready'])).rejects.toThrow(ApiError)
    expect(await kindsHere()).toEqual(pushKinds)
    await vi.waitFor(() => expect(arrives()).toEqual([...pushKinds]))
  })

  it('the next page finishes a choice that a closed page had begun', async () => {
    await pushDb.writeChoice({ name: 'choice', id: 'c1', ownerId: 'anna', kinds: ['result-ready'] })
    await keepPushes()
    expect(await copies()).toEqual([['result-ready'], true, ['result-ready']])
    await pushDb.writeChoice({ name: 'choice', id: 'c2', ownerId: 'anna', kinds: null })
    await keepPushes()
    expect(await copies()).toEqual(nothing)
  })

  it('pushes that a person switches off without a network are off, and the server hears of it later', async () => {
    await turnOnPushes(['result-ready'])
    before = async () => {
      throw lost()
    }
    await turnOffPushes()
    expect(await copies()).toEqual(nothing)
    before = async () => undefined
    await keepPushes()
    expect(server.size).toBe(0)
  })

  it('switching off fails and pushes stay on here if neither the browser nor the server can switch them off', async () => {
    await turnOnPushes(['result-ready'])
    before = async () => {
      throw lost()
    }
    Object.assign(mailbox!, { unsubscribe: () => Promise.reject(new DOMException('no', 'AbortError')) })
    await expect(turnOffPushes()).rejects.toThrow('no')
    expect(await kindsHere()).toEqual(['result-ready'])
  })

  it('the next page undoes a failed switching on that neither the browser nor the server could undo', async () => {
    after = async (name) => {
      if (name !== 'subscribeToPushes') return
      Object.assign(mailbox!, { unsubscribe: () => Promise.reject(new DOMException('no', 'AbortError')) })
      before = async () => {
        throw lost()
      }
      throw lost()
    }
    await expect(turnOnPushes()).rejects.toThrow(ApiError)
    expect([arrives()?.length, await kindsHere()]).toEqual([4, null])
    before = after = async () => undefined
    await keepPushes()
    expect([arrives(), await kindsHere(), server.size]).toEqual([null, null, 0])
  })

  it('switching on fails with a TimeoutError within 20 s if the worker never becomes active', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    browser.ready = new Promise(() => undefined)
    browser.getRegistration = async () => undefined
    let failure: unknown
    void turnOnPushes().catch((error: unknown) => (failure = error))
    for (let second = 0; second < 20 && failure === undefined; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      await new Promise(setImmediate)
    }
    expect(failure).toMatchObject({ name: 'TimeoutError' })
    vi.useRealTimers()
    expect(await copies()).toEqual(nothing)
  })
})

describe('a server that has dropped this browser', () => {
  it('a look at the switch subscribes a dropped browser with a new mailbox, and only reads if all is in order', async () => {
    await turnOnPushes(['result-ready'])
    const dead = mailbox!.endpoint
    server.clear()
    await keepPushes()
    expect(arrives()).toBeNull()
    await keepPushes({ compare: true })
    expect(await copies()).toEqual([['result-ready'], true, ['result-ready']])
    expect(mailbox!.endpoint).not.toBe(dead)
    request.mockClear()
    await keepPushes({ compare: true })
    expect(request.mock.calls.map(([{ name }]) => name)).toEqual(['readPushes'])
    server.set(mailbox!.endpoint, ['exam-running'])
    await keepPushes({ compare: true })
    expect(arrives()).toEqual(['result-ready'])
  })

  it('pushes are switched off here if the server refuses them for good, and not if it is unreachable', async () => {
    await turnOnPushes(['result-ready'])
    server.clear()
    before = async () => {
      throw lost()
    }
    await expect(keepPushes({ compare: true })).rejects.toThrow(ApiError)
    expect(await kindsHere()).toEqual(['result-ready'])
    // A proxy's page while a release is being replaced.
    before = async () => {
      throw new ApiError({ kind: 'html', status_code: 404 })
    }
    await expect(keepPushes({ compare: true })).rejects.toThrow(ApiError)
    expect(await kindsHere()).toEqual(['result-ready'])
    before = async (name) => {
      if (name === 'subscribeToPushes') throw new ApiError({ kind: 'reply', status_code: 400 })
    }
    await keepPushes({ compare: true })
    expect(await copies()).toEqual(nothing)
  })
})
