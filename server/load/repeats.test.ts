import { afterEach, expect, it } from 'vitest'
import { Repeats, type Subject } from './repeats.ts'

const written: object[] = []
const repeats = new Repeats({ info: ((line: object) => void written.push(line)) as never })
afterEach(() => {
  repeats.tell()
  written.length = 0
})
const refusal = (address: string): Subject => ({ code: 'rate_limited', route: '/api/faq/', address })

it('[S48] the log has a repeated refusal once, and then the number of its repeats', () => {
  const first = Array.from({ length: 5200 }, () => repeats.isFirst(refusal('192.0.2.1'))).filter(Boolean)
  expect(first).toHaveLength(1)
  expect(repeats.isFirst(refusal('192.0.2.2'))).toBe(true)
  repeats.tell()
  expect(written).toEqual([{ ...refusal('192.0.2.1'), times: 5199 }])
  expect(repeats.isFirst(refusal('192.0.2.1'))).toBe(true)
})

it('[S48] the log has 500 lines for 3,000 different refusals, and then the number of the others', () => {
  const first = Array.from({ length: 3000 }, (_, caller) => repeats.isFirst(refusal(`network ${caller}`)))
  expect(first.filter(Boolean)).toHaveLength(500)
  repeats.tell()
  expect(written).toEqual([{ code: 'rate_limited', times: 2500 }])
})
