import { describe, expect, it } from 'vitest'
import {
  buildPollDelay,
  buildTimeoutSeconds,
  hasSleptThrough,
  isForgiven,
  resultsPollDelay,
  resultsTimeoutSeconds,
} from './schedule.ts'

describe('how often is asked', () => {
  it('[S9.01] waits 1000 ms before the first ask about the building, 500 more before each next, 5000 at most', () => {
    expect([1, 2, 3, 8, 9, 10, 90].map(buildPollDelay)).toEqual([1000, 1500, 2000, 4500, 5000, 5000, 5000])
    expect(buildTimeoutSeconds()).toBe(270)
    expect(buildTimeoutSeconds(10)).toBe(30)
  })

  it('[S9.02] waits 2000 ms before each ask about the grading, 120 s in all', () => {
    expect(resultsPollDelay()).toBe(2000)
    expect(resultsTimeoutSeconds()).toBe(120)
    expect(resultsTimeoutSeconds(30)).toBe(60)
  })

  it('[S4.11] forgives expired to asks 1 to 5', () => {
    expect([1, 5, 6, 90].map(isForgiven)).toEqual([true, true, false, false])
  })

  it('asks at once when a page wakes after more than 30 s, and not before', () => {
    expect(hasSleptThrough(1_000, 31_000)).toBe(false)
    expect(hasSleptThrough(1_000, 31_001)).toBe(true)
  })
})
