import { beforeEach, expect, it, vi } from 'vitest'
import { doesBannerRest, letBannerRest } from './verify-banner.tsx'

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})

it('[S6.03] a banner that was sent away rests until the end of the day, for whom it was that sent it away', () => {
  const evening = new Date(2026, 0, 5, 23, 59)
  expect(doesBannerRest('1', evening)).toBe(false)
  letBannerRest('1', new Date(2026, 0, 5, 8, 0))
  expect(doesBannerRest('1', evening)).toBe(true)
  expect(doesBannerRest('2', evening)).toBe(false)
  expect(doesBannerRest('1', new Date(2026, 0, 6, 0, 0))).toBe(false)
})

it('a browser that keeps nothing shows the banner', () => {
  vi.stubGlobal('localStorage', undefined)
  letBannerRest('1', new Date())
  expect(doesBannerRest('1', new Date())).toBe(false)
})
