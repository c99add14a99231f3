import { expect, it } from 'vitest'
import { connectionsFor } from './bound-connections.ts'

it.each([
  [700, 275],
  [1024, 437],
  [65_536, 20_000],
  [null, 20_000],
  [64, 16],
])('a process with %s file descriptors may have %s connections open', (descriptors, most) => {
  expect(connectionsFor(descriptors)).toBe(most)
})
