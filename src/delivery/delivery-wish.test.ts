import { expect, it, vi } from 'vitest'
import { onDeliveryWish, wishDelivery } from './delivery-wish.ts'

it('a wish to deliver now is heard by everybody who listens, until they stop', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const stopFirst = onDeliveryWish(first)
  const stopSecond = onDeliveryWish(second)
  wishDelivery()
  stopFirst()
  wishDelivery()
  stopSecond()
  wishDelivery()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2])
})
