import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withDb } from '../src/attempt/replica/database.ts'
import type { SubmissionRow } from '../src/attempt/machine/rows.ts'
import { persist } from '../src/attempt/replica/persist.ts'
import { openRevocations, mirrorSignOut } from '../src/session/session-db.ts'
import { takeLeaseOf, createAttempt, storePaper } from '../tests/support/persisted.ts'

const call = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  vi.stubGlobal('fetch', call)
  vi.stubGlobal('location', { origin: 'https://iq.example' })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('self', {})
  vi.stubGlobal('reportError', (error: unknown) => expect.unreachable(String(error)))
})
afterEach(() => void vi.unstubAllGlobals())

async function wake(tag = 'deliver', lastChance = false): Promise<unknown> {
  const { onSync } = await import('./sync.ts')
  let work: Promise<unknown> | null = null
  onSync({
    tag,
    lastChance,
    waitUntil: (promise: Promise<unknown>) => {
      work = promise
    },
  } as SyncEvent)
  return work
}

it('[S4.05] the worker reports an unsent log-out to the server when no window is open, and does so once', async () => {
  await mirrorSignOut('r1', 0, Date.now())
  call.mockRejectedValue(new TypeError('no network'))
  await expect(wake()).rejects.toThrow('yet')

  call.mockImplementation(async () => Response.json({ detail: 'ok' }))
  await wake()
  const [address, init] = call.mock.calls.at(-1)!
  expect(new URL(address, 'https://iq.example').pathname).toBe('/api/auth/revoke/')
  expect(init.body).toBe('{"refresh":"r1"}')
  expect(new Headers(init.headers).has('authorization')).toBe(false)
  expect(await openRevocations()).toEqual([])

  call.mockClear()
  await wake()
  await wake('of another release')
  expect(call).not.toHaveBeenCalled()
})

/** Leaves an answer of an exam that is not open, and the submission of another one. */
async function leaveBehind(): Promise<void> {
  const attemptRow = { ownerId: 'anna', mode: 'exam', startKey: null, createdAt: 0 } as const
  await createAttempt({ ...attemptRow, draftId: 'left', purchaseId: 'p1' })
  const frame = { attemptId: 'a1', epoch: 0, begun: true, duration: null, deadlineAt: null, lateUntil: null }
  const questions = [{ id: 'q1', kind: 'text', prompt: '?' }] as const
  const paper = { attemptInfo: { ...frame, submissionKey: 'k1', ticket: 't1' }, questions, test: null }
  await storePaper('left', paper, 0)
  const answer = { question_id: 'q1', value: 'так', epoch: 0, seq: 1, device_id: 'phone' }
  await persist({ draftId: 'left', lease: await takeLeaseOf('left'), events: [answer] })
  const body = { answers: [], submission_key: 'k2', ticket: 't2', events: [] }
  const submission = { format: 1, draftId: 'handed-in', ownerId: 'anna', purchaseId: 'p2', mode: 'exam', body }
  const untried = { attemptId: 'a2', title: '', madeAt: 0, state: 'waiting', tries: 0, nextTryAt: 0, notBefore: 0 }
  await withDb((db) => db.put('outbox', { ...submission, ...untried, problem: null, receipt: null } as SubmissionRow))
}

it('[C.06] the worker announces a delivered submission immediately and once, although other work is not delivered yet', async () => {
  await leaveBehind()
  const showNotification = vi.fn(async () => undefined)
  const clients = { matchAll: async () => [] }
  vi.stubGlobal('self', {
    Notification: {},
    clients,
    registration: { showNotification, getNotifications: async () => [] },
  })
  vi.stubGlobal('Notification', { permission: 'granted' })
  const shownBeforeAnswers: number[] = []
  call.mockImplementation(async (address) => {
    if (String(address).includes('/exam-meta/')) return Response.json({ status: 'completed', attempt_id: 'a2' })
    shownBeforeAnswers.push(showNotification.mock.calls.length)
    throw new TypeError('no network')
  })
  await expect(wake()).rejects.toThrow('yet')
  expect(shownBeforeAnswers).toEqual([1])
  await expect(wake()).rejects.toThrow('yet')
  expect(showNotification).toHaveBeenCalledTimes(1)
})

interface Shown {
  title: string
  tag: string
  body: string
  close: () => void
}

/** The browser's own list of this site's notifications. */
function notifications(permission = 'granted') {
  const shown: Shown[] = []
  const windows: { visibilityState: string }[] = []
  const showNotification = async (title: string, { tag, body }: { tag: string; body: string }) => {
    const close = () => void shown.splice(shown.indexOf(one), 1)
    const one = { title, tag, body, close }
    shown.push(one)
  }
  const getNotifications = async ({ tag }: { tag?: string } = {}) =>
    shown.filter((one) => tag === undefined || one.tag === tag)
  vi.stubGlobal('self', {
    Notification: {},
    clients: { matchAll: async () => windows },
    registration: { showNotification: vi.fn(showNotification), getNotifications },
  })
  vi.stubGlobal('Notification', { permission })
  return { shown, windows }
}

it('[C.06] the worker says once, on its last chance, that work is not delivered, and withdraws that after the delivery', async () => {
  await leaveBehind()
  call.mockRejectedValue(new TypeError('no network'))
  const { shown, windows } = notifications()
  await expect(wake()).rejects.toThrow('yet')
  expect(shown).toEqual([])
  windows.push({ visibilityState: 'visible' })
  await expect(wake('deliver', true)).rejects.toThrow('yet')
  expect(shown).toEqual([])
  windows.pop()
  await expect(wake('deliver', true)).rejects.toThrow('yet')
  await expect(wake('deliver', true)).rejects.toThrow('yet')
  expect(shown.map(({ title, tag }) => [title, tag])).toEqual([['Роботу ще не передано', 'waiting']])
  expect(JSON.stringify(shown)).not.toMatch(/anna|p1|p2|a1|a2/)

  call.mockImplementation(async (address) =>
    String(address).includes('/exam-meta/')
      ? Response.json({ status: 'completed', attempt_id: 'a2' })
      : Response.json({
          marks: { q1: { epoch: 0, seq: 1, device_id: 'phone' } },
          contested: [],
          state: 'open',
          epoch: 0,
          server_time: new Date().toISOString(),
        }),
  )
  await wake('deliver', true)
  expect(shown.map(({ title }) => title)).toEqual(['Роботу передано'])
})

it('the worker says nothing on its last chance of a log-out alone, without permission, or of an exam that a window sends', async () => {
  await mirrorSignOut('r1', 0, Date.now())
  call.mockRejectedValue(new TypeError('no network'))
  const { shown } = notifications()
  await expect(wake('deliver', true)).rejects.toThrow('yet')
  expect(shown).toEqual([])

  await leaveBehind()
  const refused = notifications('denied')
  await expect(wake('deliver', true)).rejects.toThrow('yet')
  expect(refused.shown).toEqual([])

  const running = notifications()
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held: [{ name: 'exam-active' }] }) } })
  await expect(wake('deliver', true)).rejects.toThrow()
  expect(running.shown).toEqual([])
})
