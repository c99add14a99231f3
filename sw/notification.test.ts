import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paths } from '../src/paths.ts'
import { pressMessage } from '../src/pwa/worker-messages.ts'
import { mirrorSignIn } from '../src/session/session-db.ts'
import { onNotificationClick, tellDelivered } from './notification.ts'

const exam = { ownerId: 'anna', purchaseId: 'p1', mode: 'exam', attemptId: 'a1' } as const
const training = { ...exam, mode: 'training' } as const
const origin = 'https://iq.example'

const openWindow = vi.fn()
const showNotification = vi.fn((_title: string, _options: { data: { path: string } }) => Promise.resolve())
let windows: {
  url: string
  visibilityState: string
  focus: () => void
  postMessage: () => void
  isUncontrolled?: boolean
}[] = []
/** Like browsers: only the windows that the worker controls, unless it asks for the others, too. */
const matchAll = async ({ includeUncontrolled = false }: ClientQueryOptions) =>
  windows.filter(({ isUncontrolled = false }) => includeUncontrolled || !isUncontrolled)
let isExamOpen = false
let shownAlready: { tag: string }[] = []

beforeEach(() => {
  vi.stubGlobal('self', {
    Notification: {},
    location: { origin },
    clients: { matchAll, openWindow },
    registration: { showNotification, getNotifications: async () => shownAlready },
  })
  vi.stubGlobal('Notification', { permission: 'granted' })
  const held = () => (isExamOpen ? [{ name: 'exam-active' }] : [])
  vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held: held() }) } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  windows = []
  isExamOpen = false
  shownAlready = []
})

const shown = (visibilityState = 'hidden', path = '/faq') => ({
  url: origin + path,
  visibilityState,
  focus: vi.fn(),
  postMessage: vi.fn(),
})

async function press(notification: object) {
  let work: Promise<unknown> = Promise.resolve()
  const waitUntil = (promise: Promise<unknown>) => {
    work = promise
  }
  onNotificationClick({
    notification: { tag: 'delivered', close: () => undefined, ...notification },
    waitUntil,
  } as never)
  await work
}

describe('[C.06] the notification of a delivery', () => {
  it('the worker shows the notification of a delivery only if it is permitted and nobody looks at the site', async () => {
    windows = [shown('visible')]
    await tellDelivered([exam])
    windows = [shown()]
    await tellDelivered([])
    vi.stubGlobal('Notification', { permission: 'default' })
    await tellDelivered([exam])
    expect(showNotification).not.toHaveBeenCalled()
    vi.stubGlobal('Notification', { permission: 'granted' })
    await tellDelivered([exam])
    expect(showNotification).toHaveBeenCalledTimes(1)
  })

  it('an uncontrolled window that is visible suppresses the notification of a delivery, and a press replaces no exam in one', async () => {
    windows = [{ ...shown('visible'), isUncontrolled: true }]
    await tellDelivered([exam])
    expect(showNotification).not.toHaveBeenCalled()
    isExamOpen = true
    const runningExam = { ...shown('hidden', '/exam/1/p2'), isUncontrolled: true }
    windows = [runningExam]
    await press({ data: { path: '/purchases' } })
    expect(runningExam.focus).toHaveBeenCalled()
    expect(openWindow).not.toHaveBeenCalled()
  })

  it('the worker shows no notification of a delivery for an attempt that a push message has announced', async () => {
    shownAlready = [{ tag: 'attempt a1' }]
    await tellDelivered([exam])
    expect(showNotification).not.toHaveBeenCalled()
    await tellDelivered([exam, { ...exam, attemptId: 'a2' }])
    expect(showNotification.mock.calls[0]![1]).toMatchObject({ data: { attempts: ['a2'] } })
  })

  it('the notification of a delivery leads the signed-in owner to the result, and never names a person', async () => {
    const pathFor = async (...works: Parameters<typeof tellDelivered>[0]) => {
      await tellDelivered(works)
      return showNotification.mock.calls.at(-1)![1].data.path
    }
    expect(await pathFor(exam)).toBe(paths.purchases)
    await mirrorSignIn({ access: 'a', refresh: 'r', user_id: 'anna' }, 0)
    // Without the attempt's name the page would show an earlier attempt's result until it has asked.
    expect(await pathFor(exam)).toBe(paths.attemptResult('test', 'p1', 'a1'))
    expect(await pathFor({ ...exam, attemptId: null })).toBe(paths.result('test', 'p1'))
    expect(await pathFor(training)).toBe(paths.attemptResult('test', 'p1', 'a1'))
    expect(await pathFor(exam, { ...exam, purchaseId: 'p2' })).toBe(paths.purchases)
    expect(await pathFor({ ...exam, ownerId: 'bohdan' })).toBe(paths.purchases)
    expect(JSON.stringify(showNotification.mock.calls)).not.toMatch(/anna|bohdan/)
  })

  it('a press on a notification opens its page or the window that shows it already, and never replaces an exam', async () => {
    const data = { path: '/test/test-result/p1' }
    windows = [shown()]
    await press({ data })
    expect(openWindow).toHaveBeenLastCalledWith(data.path)
    const same = shown('hidden', data.path)
    windows = [shown(), same]
    await press({ data })
    expect(same.focus).toHaveBeenCalled()
    isExamOpen = true
    const runningExam = shown('hidden', '/exam/1/p2')
    windows = [runningExam]
    await press({ data })
    expect(runningExam.focus).toHaveBeenCalled()
    expect(openWindow).toHaveBeenCalledTimes(1)
  })

  it('a press on a notification during an exam sends its path to the window of the exam, which comes to the front', async () => {
    isExamOpen = true
    const [other, runningExam] = [shown(), shown('hidden', '/exam/1/p2')]
    windows = [other, runningExam]
    await press({ data: { path: '/test/test-result/p1' } })
    expect(runningExam.postMessage.mock.calls).toEqual([[{ type: pressMessage, path: '/test/test-result/p1' }]])
    expect(runningExam.focus).toHaveBeenCalled()
    expect([other.focus, other.postMessage, openWindow].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
    // If no address names the exam's page, any window gets the message and decides.
    windows = [other]
    await press({ data: { path: '/purchases' } })
    expect(other.postMessage).toHaveBeenCalledWith({ type: pressMessage, path: '/purchases' })
    // A window that shows the page already gets no message.
    isExamOpen = false
    const same = shown('hidden', '/purchases')
    windows = [same]
    await press({ data: { path: '/purchases' } })
    expect(same.postMessage).not.toHaveBeenCalled()
  })

  it('a press on a notification of an earlier release, which has no path, opens the purchases', async () => {
    await press({ data: null })
    expect(openWindow).toHaveBeenLastCalledWith(paths.purchases)
  })
})
