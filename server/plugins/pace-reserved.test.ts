import { expect, it } from 'vitest'
import { createPace } from './pace-reserved.ts'

function pace() {
  let clock = 1_000
  const waitOf = createPace({ atOnce: 3, perSecond: 10, mostWaitMs: 200 }, () => clock)
  return { waitOf, pass: (ms: number) => (clock += ms) }
}

it('[S13] three calls of an address pass immediately, those after them every 100 ms, and another address is not delayed', () => {
  const { waitOf } = pace()
  expect(Array.from({ length: 5 }, () => waitOf('a'))).toEqual([0, 0, 0, 100, 200])
  expect(waitOf('b')).toBe(0)
})

it('[S13] a call that would wait too long gets 429 with a time to retry and takes no place, and the wait ends with time', () => {
  const { waitOf, pass } = pace()
  for (let call = 0; call < 5; call += 1) waitOf('a')
  const refusal = { code: 'rate_limited', statusCode: 429, extras: { retryAfterSeconds: 1 } }
  for (let call = 0; call < 3; call += 1) expect(() => waitOf('a')).toThrow(expect.objectContaining(refusal))
  pass(100)
  expect(waitOf('a')).toBe(200)
  pass(10_000)
  expect(Array.from({ length: 4 }, () => waitOf('a'))).toEqual([0, 0, 0, 100])
})
