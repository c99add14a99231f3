import { describe, expect, it } from 'vitest'
import { eitherSignal } from './request.ts'

describe('one signal of two', () => {
  it.each([
    [0, 1],
    [1, 0],
  ])('aborts with the first of them, for its reason, and heeds no later one', (first, second) => {
    const both = [new AbortController(), new AbortController()]
    const either = eitherSignal(both[0]!.signal, both[1]!.signal)
    expect(either.aborted).toBe(false)
    both[first]!.abort('earlier')
    both[second]!.abort('later')
    expect(either.reason).toBe('earlier')
  })

  it('is aborted from the start where one of them is', () => {
    expect(eitherSignal(new AbortController().signal, AbortSignal.abort('gone')).reason).toBe('gone')
  })
})
