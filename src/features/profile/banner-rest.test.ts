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

it('[S6.03] a dismissed banner stays hidden until the end of the day, and only for the person who dismissed it', () => {
  const evening = new Date(2026, 0, 5, 23, 59)
  expect(doesBannerRest('1', evening)).toBe(false)
  letBannerRest('1', new Date(2026, 0, 5, 8, 0))
  expect(doesBannerRest('1', evening)).toBe(true)
  expect(doesBannerRest('2', evening)).toBe(false)
  expect(doesBannerRest('1', new Date(2026, 0, 6, 0, 0))).toBe(false)
})

it('a browser without localStorage still shows a banner that was dismissed', () => {
  vi.stubGlobal('localStorage', undefined)
  letBannerRest('1', new Date())
  expect(doesBannerRest('1', new Date())).toBe(false)
})
