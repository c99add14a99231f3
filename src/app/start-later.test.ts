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

it('[C.01] the icon’s badge follows each change of the unread number, and shows none after a log-out', () => {
  const client = new QueryClient()
  showIconBadge(client)
  for (const unread of [3, 3, 2]) client.setQueryData(['unread'], unread)
  updateSession({ status: 'guest', user: null })
  expect(setAppBadge.mock.calls).toEqual([[3], [2], [0]])
})

it('[C.01] the icon keeps its old badge while the unread number is unknown, and loses it when everything is read', () => {
  const client = new QueryClient()
  showIconBadge(client)
  expect(setAppBadge).not.toHaveBeenCalled()
  client.setQueryData(['unread'], 0)
  expect(setAppBadge.mock.calls).toEqual([[0]])
})

it('a page invalidates its queries when the worker reports news, and on no other message', () => {
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

it('[C.01] the page throws no error in a browser without badges', () => {
  vi.stubGlobal('navigator', {})
  expect(() => showIconBadge(new QueryClient())).not.toThrow()
})
