import { expect, it, vi } from 'vitest'
import { createEmitter } from './emitter.ts'

it('an emitter calls each listener once an event, until the listener stops', () => {
  const { emit, subscribe } = createEmitter<[string, number]>()
  const [one, other] = [vi.fn(), vi.fn()]
  const stop = subscribe(one)
  subscribe(one)
  subscribe(other)
  emit('first', 1)
  stop()
  emit('second', 2)
  expect(one.mock.calls).toEqual([['first', 1]])
  expect(other.mock.calls).toEqual([
    ['first', 1],
    ['second', 2],
  ])
})
