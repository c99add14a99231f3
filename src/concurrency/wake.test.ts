// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { onWake, requestDelivery } from './wake.ts'

it('every listener hears a request to deliver now, until the listener stops', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const stopFirst = onWake(['asked'], first)
  const stopSecond = onWake(['asked'], second)
  requestDelivery()
  stopFirst()
  requestDelivery()
  stopSecond()
  requestDelivery()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2])
})

it('a listener hears only the wake events that it subscribed to, and none when the page becomes hidden', () => {
  const heard: string[] = []
  const stop = onWake(['visible', 'online'], () => heard.push('page'))
  const stopOther = onWake(['focus', 'shown'], () => heard.push('window'))
  const hide = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  hide.mockRestore()
  expect(heard).toEqual([])
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
  expect(heard).toEqual(['page', 'page'])
  window.dispatchEvent(new Event('focus'))
  window.dispatchEvent(new Event('pageshow'))
  expect(heard).toEqual(['page', 'page', 'window', 'window'])
  stop()
  stopOther()
  for (const event of ['online', 'focus', 'pageshow']) window.dispatchEvent(new Event(event))
  expect(heard).toHaveLength(4)
})
