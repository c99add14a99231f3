import { expect, it, vi } from 'vitest'
import { onDeliveryRequest, requestDelivery } from './delivery-request.ts'

it('a request to deliver now is heard by everybody who listens, until they stop', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const stopFirst = onDeliveryRequest(first)
  const stopSecond = onDeliveryRequest(second)
  requestDelivery()
  stopFirst()
  requestDelivery()
  stopSecond()
  requestDelivery()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2])
})
