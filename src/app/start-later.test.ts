import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { updateSession } from '../session/session-state.ts'
import { followNews, showIconBadge } from './start-later.ts'

const setAppBadge = vi.fn<(unread: number) => Promise<void>>()

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  updateSession({ status: 'signed-in', user: { id: 'u1' } })
  // The reply of a browser where the app is not installed.
  setAppBadge.mockReset().mockRejectedValue(new DOMException('Not installed', 'NotAllowedError'))
  vi.stubGlobal('navigator', { setAppBadge })
})

it('[C.01] the icon shows how much is unread, as often as that changes, and nothing when the person has left', () => {
  const client = new QueryClient()
  showIconBadge(client)
  for (const unread of [3, 3, 2]) client.setQueryData(['unread'], unread)
  updateSession({ status: 'guest', user: null })
  expect(setAppBadge.mock.calls).toEqual([[3], [2], [0]])
})

it('[C.01] the icon loses the number of an earlier day when everything is read, and keeps it while nothing is known', () => {
  const client = new QueryClient()
  showIconBadge(client)
  expect(setAppBadge).not.toHaveBeenCalled()
  client.setQueryData(['unread'], 0)
  expect(setAppBadge.mock.calls).toEqual([[0]])
})

it('news of which the worker has heard is asked for, and nothing else that a message may say', () => {
  const worker = new EventTarget()
  vi.stubGlobal('navigator', { serviceWorker: worker })
  const client = new QueryClient()
  followNews(client)
  const keys = [['unread'], ['notifications', 'list'], ['purchases', 'owned']]
  for (const key of keys) client.setQueryData(key, 'old')
  const isOld = () => keys.map((key) => client.getQueryState(key)?.isInvalidated)
  for (const data of [null, 'news', { type: 'other' }]) worker.dispatchEvent(new MessageEvent('message', { data }))
  expect(isOld()).toEqual([false, false, false])
  worker.dispatchEvent(new MessageEvent('message', { data: { type: 'news' } }))
  expect(isOld()).toEqual([true, true, true])
})

it('[C.01] a browser without badges shows none', () => {
  vi.stubGlobal('navigator', {})
  expect(() => showIconBadge(new QueryClient())).not.toThrow()
})
