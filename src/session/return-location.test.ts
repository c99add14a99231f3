import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const place = { pathname: '/tests', search: '?type=logic', hash: '#list' }
const load = () => import('./return-location.ts')

beforeEach(() => {
  vi.resetModules()
  const kept = new Map<string, string>()
  vi.stubGlobal('window', { location: { origin: 'https://iq.example' } })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('[S2.07] a remembered place is forgotten when it was reached', async () => {
  const { rememberLocation, rememberedLocation, forgetLocation } = await load()
  rememberLocation(place)
  expect(rememberedLocation()).toBe('/tests?type=logic#list')
  forgetLocation()
  expect(rememberedLocation()).toBeNull()
})

it('[S2.07] a place is remembered for the life of the page if storage is forbidden', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  const { rememberLocation, rememberedLocation, forgetLocation } = await load()
  rememberLocation(place)
  expect(rememberedLocation()).toBe('/tests?type=logic#list')
  forgetLocation()
  expect(rememberedLocation()).toBeNull()
})

it('a place that the storage accepts replaces an earlier one that it refused', async () => {
  const { rememberLocation, rememberedLocation } = await load()
  const write = vi.spyOn(sessionStorage, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  rememberLocation({ ...place, pathname: '/faq' })
  rememberLocation(place)
  expect(write).toHaveBeenCalledTimes(2)
  expect(rememberedLocation()).toBe('/tests?type=logic#list')
})

it('[S2.10] a page that is left for the log-in can no longer forget the remembered place', async () => {
  const { rememberAtLeaving, forgetLocation } = await load()
  rememberAtLeaving(place, null)
  forgetLocation()
  vi.resetModules()
  const { rememberedLocation, forgetLocation: forgetThere } = await load()
  expect(rememberedLocation()).toBe('/tests?type=logic#list')
  forgetThere()
  expect(rememberedLocation()).toBeNull()
})

it.each([
  ['anna', '/tests?type=logic#list'],
  ['borys', null],
])('[S2.10] after the session of anna has ended, the person %s is led to %s at a sign-in', async (who, expected) => {
  const { rememberAtLeaving } = await load()
  rememberAtLeaving(place, 'anna')
  vi.resetModules()
  const { rememberedLocation, rememberLocation } = await load()
  const { updateSession } = await import('./session-state.ts')
  // A guest's log-in page names the waiting test, and its letter leads there.
  expect(rememberedLocation()).toBe('/tests?type=logic#list')
  updateSession({ status: 'signed-in', user: { id: who } })
  expect(rememberedLocation()).toBe(expected)
  rememberLocation({ ...place, search: '', hash: '' })
  expect(rememberedLocation()).toBe('/tests')
})
