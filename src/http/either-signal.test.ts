import { describe, expect, it } from 'vitest'
import { eitherSignal } from './request.ts'

describe('one signal made from two', () => {
  it.each([
    [0, 1],
    [1, 0],
  ])(
    'eitherSignal aborts with the first of two signals, for its reason, and ignores the later one',
    (first, second) => {
      const both = [new AbortController(), new AbortController()]
      const either = eitherSignal(both[0]!.signal, both[1]!.signal)
      expect(either.aborted).toBe(false)
      both[first]!.abort('earlier')
      both[second]!.abort('later')
      expect(either.reason).toBe('earlier')
    },
  )

  it('eitherSignal is aborted from the start if one of its signals is aborted', () => {
    expect(eitherSignal(new AbortController().signal, AbortSignal.abort('gone')).reason).toBe('gone')
  })
})
