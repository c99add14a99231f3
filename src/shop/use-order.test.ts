// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { forgetPurchaseKey, purchaseKey } from './use-order.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  forgetPurchaseKey('t1')
})

const full = () => {
  throw new DOMException('no room left', 'QuotaExceededError')
}

it('an order keeps its key until it is answered', () => {
  const key = purchaseKey('t1')
  expect(purchaseKey('t1')).toBe(key)
  expect(localStorage.getItem('purchase_key:t1')).toBe(key)
  forgetPurchaseKey('t1')
  expect(purchaseKey('t1')).not.toBe(key)
})

it.each([
  ['full', { getItem: () => null, setItem: full, removeItem: () => undefined }],
  ['forbidden', { getItem: full, setItem: full, removeItem: full }],
])('an order can be made if the storage is %s, and is repeated under its own key', (_how, storage) => {
  vi.stubGlobal('localStorage', storage)
  const key = purchaseKey('t1')
  expect(purchaseKey('t1')).toBe(key)
  forgetPurchaseKey('t1')
  expect(purchaseKey('t1')).not.toBe(key)
})
