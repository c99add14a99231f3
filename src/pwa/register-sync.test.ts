import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announce, followSubmissions, submissionsState, showSubmissionsOf } from '../attempt/sync/channel.ts'
import { withDb } from '../attempt/replica/database.ts'
import type { SubmissionRow } from '../attempt/machine/rows.ts'
import { askForSync } from './register-sync.ts'

const register = vi.fn(async (_tag: string) => undefined)
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

let isLogOutLeft = false

beforeEach(() => {
  vi.stubGlobal('window', { SyncManager: {} })
  vi.stubGlobal('document', page)
  vi.stubGlobal('reportError', (error: unknown) => expect.unreachable(String(error)))
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ sync: { register } }) } })
})
afterEach(() => void vi.unstubAllGlobals())

/** Stores a failed try, like the worker. */
async function fail(tries: number): Promise<void> {
  const row = { draftId: 'd1', ownerId: 'anna', state: 'waiting', tries, nextTryAt: 0, notBefore: 0, madeAt: 0 }
  await withDb((db) => db.put('outbox', row as SubmissionRow))
  announce({ draftId: 'd1', change: 'tried' })
  await vi.waitFor(() => expect(submissionsState().rows[0]?.tries).toBe(tries))
}

it('[C.06] the page registers one sync for a waiting submission, and no further one for each failed try of the worker', async () => {
  askForSync(async () => isLogOutLeft)
  followSubmissions((error) => expect.unreachable(String(error)))
  await showSubmissionsOf('anna')
  for (let tries = 1; tries <= 5; tries += 1) await fail(tries)
  await vi.waitFor(() => expect(register).toHaveBeenCalled())
  expect(register.mock.calls).toEqual([['deliver']])
  // From now on the page may be closed.
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(2))
  announce({ draftId: 'd2', change: 'enqueued' })
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(3))
})

it('[C.06] the page closes the notification of waiting work only when no person’s work waits', async () => {
  const close = vi.fn()
  const getNotifications = vi.fn(async ({ tag }: { tag: string }) => (tag === 'waiting' ? [{ close }] : []))
  vi.stubGlobal('window', { SyncManager: {}, Notification: {} })
  vi.stubGlobal('Notification', { permission: 'granted' })
  const serviceWorker = {
    ready: Promise.resolve({ sync: { register } }),
    getRegistration: async () => ({ getNotifications }),
  }
  vi.stubGlobal('navigator', { serviceWorker })
  askForSync(async () => isLogOutLeft)
  await showSubmissionsOf('boris')
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  // Anna's work is here since the test before.
  await vi.waitFor(() => expect(getNotifications).toHaveBeenCalled())
  await withDb((db) => db.count('outbox'))
  expect(close).not.toHaveBeenCalled()
  await withDb((db) => db.clear('outbox'))
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(close).toHaveBeenCalled())
})

it('a page that becomes hidden registers a sync for a log-out that the server has not heard of', async () => {
  await withDb((db) => db.clear('outbox'))
  await showSubmissionsOf('anna')
  isLogOutLeft = true
  register.mockClear()
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(register).toHaveBeenCalledWith('deliver'))
  isLogOutLeft = false
  page.visibilityState = 'visible'
})
