import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropPush, type PushRow, readPush, storeIfCurrent, writeChoice } from '../src/push/push-db.ts'
import { mirrorSignIn, mirrorSignOut } from '../src/session/session-db.ts'
import { onPush, onSubscriptionChange } from './push.ts'

interface Shown {
  title: string
  tag: string
  data: { path: string; attempts?: string[]; until?: string }
  close: () => void
}

const showNotification = vi.fn(async (_title: string, _options: object) => undefined)
const subscribe = vi.fn()
const call = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
let windows: { url: string; visibilityState: string; postMessage: (data: unknown) => void }[] = []
let shown: Shown[] = []

beforeEach(async () => {
  vi.stubGlobal('self', {
    SyncManager: {},
    location: { origin: 'https://iq.example' },
    clients: { matchAll: async () => windows },
    registration: {
      showNotification,
      getNotifications: async ({ tag }: { tag?: string } = {}) =>
        shown.filter((one) => tag === undefined || one.tag === tag),
      pushManager: { subscribe },
    },
  })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('location', { origin: 'https://iq.example' })
  vi.stubGlobal('fetch', call)
  await mirrorSignIn({ access: 'a', refresh: 'r', user_id: 'anna' }, 0)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  windows = []
  shown = []
})

const message = {
  to: 'anna',
  kind: 'result-ready',
  title: 'Результат готовий',
  body: 'Екзамен «Логіка» оцінено.',
  path: '/test/test-result/p1?attempt=a1',
  attempt: 'a1',
}

async function happens(handle: (event: never) => void, event: object = {}) {
  let work: Promise<unknown> = Promise.resolve()
  handle({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) } as never)
  await work
}
const arrives = (data: unknown) =>
  happens(onPush, { data: { text: () => (typeof data === 'string' ? data : JSON.stringify(data)) } })
const last = () => showNotification.mock.calls.at(-1)!

describe('a push message', () => {
  it('the worker shows a push message in Ukrainian, with the path that it names', async () => {
    await arrives(message)
    const [title, options] = last()
    expect(title).toBe('Результат готовий')
    expect(options).toMatchObject({
      body: 'Екзамен «Логіка» оцінено.',
      lang: 'uk',
      tag: 'attempt a1',
      data: { path: message.path, to: 'anna' },
      silent: false,
    })
  })

  it.each([
    ['for another account', { ...message, to: 'bohdan' }],
    ['that leads to another site', { ...message, path: 'https://evil.example/' }],
    ['that lacks something', { ...message, body: undefined }],
    ['that is no message', 'Результат Богдана'],
  ])('a push message %s shows nothing of what it says', async (_what, data) => {
    await arrives(data)
    const [title, options] = last()
    expect(title).toBe('Нове сповіщення')
    expect(JSON.stringify(options)).not.toMatch(/Логіка|Богдан|bohdan|evil|a1/)
    expect(options).toMatchObject({ data: { path: '/notifications' }, tag: 'news' })
  })

  it('a push message shows nothing of what it says once nobody is signed in', async () => {
    await mirrorSignOut('r', 100, 0)
    await arrives(message)
    expect(last()[0]).toBe('Нове сповіщення')
    await mirrorSignIn({ access: 'a', refresh: 'r', user_id: 'anna' }, 200)
  })

  it('a visible page gets a push message in place of a notification, in Chromium only', async () => {
    const postMessage = vi.fn()
    windows = [{ url: 'https://iq.example/faq', visibilityState: 'visible', postMessage }]
    await arrives({ ...message, to: 'boris' })
    expect([showNotification.mock.calls.length, postMessage.mock.calls]).toEqual([1, []])
    showNotification.mockClear()
    await arrives(message)
    expect(showNotification).not.toHaveBeenCalled()
    expect(postMessage.mock.calls).toEqual([[{ type: 'news' }]])
    Reflect.deleteProperty(self, 'SyncManager')
    await arrives(message)
    expect(showNotification).toHaveBeenCalledOnce()
  })

  describe('a push message of a running exam', () => {
    const runs = {
      ...message,
      kind: 'exam-running',
      title: 'Екзамен триває',
      body: '«Логіка». Усе, що ви відповіли, збережено.',
    }
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
    const bodyWith = async (until: string | undefined) => {
      await arrives({ ...runs, until })
      return (last()[1] as { body: string }).body
    }

    it('a push message of a running exam says how long is left when it is shown, and when the exam ends', async () => {
      const until = inMs(2.5 * 60_000)
      const end = new Date(until).toLocaleTimeString('uk-UA', { hour: '2-digit', minute: '2-digit' })
      expect(await bodyWith(until)).toBe(`Лишилося 2 хв, до ${end}. ${runs.body}`)
      expect(last()[1]).toMatchObject({ data: { until } })
      expect(await bodyWith(inMs(40_000))).toContain('Лишилося менше хвилини, до ')
    })

    it('a push message of a running exam says no time if the device has a wrong clock or the server names no end', async () => {
      for (const until of [inMs(-1000), inMs(30 * 60_000), 'soon', undefined]) {
        expect(await bodyWith(until)).toBe(runs.body)
      }
    })

    it('the next push message closes that of a running exam once its time is over', async () => {
      const [close, stays] = [vi.fn(), vi.fn()]
      const shownWith = (until: string, done: () => void) =>
        ({ title: runs.title, tag: 'attempt a9', data: { path: runs.path, until }, close: done }) satisfies Shown
      shown = [shownWith(inMs(-1000), close), shownWith(inMs(60_000), stays)]
      await arrives(message)
      expect(close).toHaveBeenCalledOnce()
      expect(stays).not.toHaveBeenCalled()
    })
  })

  it('[C.06] a push message replaces the notification that the same work was delivered, and makes no sound', async () => {
    const close = vi.fn()
    const other = vi.fn()
    shown = [
      { title: 'Роботу передано', tag: 'delivered', data: { path: '/purchases', attempts: ['a1'] }, close },
      { title: 'Роботу передано', tag: 'delivered', data: { path: '/purchases', attempts: ['a2'] }, close: other },
    ]
    await arrives(message)
    expect(close).toHaveBeenCalledOnce()
    expect(other).not.toHaveBeenCalled()
    expect(last()[1]).toMatchObject({ silent: true })
  })
})

describe('a mailbox that its push service has replaced', () => {
  const row: PushRow = {
    format: 1,
    name: 'mine',
    ownerId: 'anna',
    kinds: ['result-ready'],
    endpoint: 'https://push.example/old',
    auth: 'old-secret',
    publicKey: 'the-key',
    toldAt: 1,
  }
  const choice = { name: 'choice', id: 'c1', ownerId: 'anna', kinds: null } as const
  const writePush = async (kept: PushRow) => {
    await writeChoice(choice)
    await storeIfCurrent(choice.id, kept)
  }
  afterEach(() => dropPush('anna'))
  const mailbox = (endpoint: string) => ({ toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'new-secret' } }) })

  it('the worker reports a replaced mailbox to the server by the secret of the old one, without a session', async () => {
    await writePush(row)
    call.mockImplementation(async () => Response.json({}))
    subscribe.mockResolvedValue(mailbox('https://push.example/new'))
    await happens(onSubscriptionChange)
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'the-key' })
    const [address, init] = call.mock.calls[0]!
    expect(new URL(address, 'https://iq.example').pathname).toBe('/api/push/renew/')
    expect(new Headers(init.headers).has('authorization')).toBe(false)
    expect(JSON.parse(init.body as string)).toEqual({
      endpoint: 'https://push.example/new',
      p256dh: 'p',
      auth: 'new-secret',
      public_key: 'the-key',
      old: { endpoint: 'https://push.example/old', auth: 'old-secret' },
    })
    expect(await readPush()).toEqual({ ...row, endpoint: 'https://push.example/new', auth: 'new-secret' })
  })

  it('the worker takes a mailbox that the browser has opened, and leaves a failed report to the next page', async () => {
    await writePush(row)
    call.mockRejectedValue(new TypeError('no network'))
    const change = { newSubscription: mailbox('https://push.example/given') }
    await expect(happens(onSubscriptionChange, change)).rejects.toThrow()
    expect(subscribe).not.toHaveBeenCalled()
    expect(await readPush()).toEqual(row)
  })
  it('the worker leaves a replaced mailbox alone while a page switches it, and keeps off one that was switched off meanwhile', async () => {
    await writePush(row)
    await writeChoice(choice)
    await happens(onSubscriptionChange, { newSubscription: mailbox('https://push.example/given') })
    expect(call).not.toHaveBeenCalled()
    await storeIfCurrent(choice.id, row)
    call.mockImplementation(async () => {
      await writeChoice(choice)
      await storeIfCurrent(choice.id, null)
      return Response.json({})
    })
    await happens(onSubscriptionChange, { newSubscription: mailbox('https://push.example/given') })
    expect(call).toHaveBeenCalledOnce()
    expect(await readPush()).toBeNull()
  })
})
