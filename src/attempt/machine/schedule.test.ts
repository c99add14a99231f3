import { describe, expect, it } from 'vitest'
import {
  buildPollDelay,
  buildTimeoutSeconds,
  hasSleptThrough,
  isForgiven,
  resultsPollDelay,
  resultsTimeoutSeconds,
} from './schedule.ts'

describe('the intervals of polls', () => {
  it('[S9.01] the build poll waits 1000 ms before its first request, 500 ms more before each next, and 5000 ms at most', () => {
    expect([1, 2, 3, 8, 9, 10, 90].map(buildPollDelay)).toEqual([1000, 1500, 2000, 4500, 5000, 5000, 5000])
    expect(buildTimeoutSeconds()).toBe(270)
    expect(buildTimeoutSeconds(10)).toBe(30)
  })

  it('[S9.02] the grading poll waits 2000 ms before each request, and 120 s in all', () => {
    expect(resultsPollDelay()).toBe(2000)
    expect(resultsTimeoutSeconds()).toBe(120)
    expect(resultsTimeoutSeconds(30)).toBe(60)
  })

  it('[S4.11] the build poll forgives the status expired at requests 1 to 5, and not from 6 on', () => {
    expect([1, 5, 6, 90].map(isForgiven)).toEqual([true, true, false, false])
  })

  it('a page counts as having slept through a poll after more than 30 s, and not after 30 s', () => {
    expect(hasSleptThrough(1_000, 31_000)).toBe(false)
    expect(hasSleptThrough(1_000, 31_001)).toBe(true)
  })
})
