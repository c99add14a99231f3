import { describe, expect, it } from 'vitest'
import { mostSteps, stepKinds, type Timing } from '#contract/timing.ts'
import { isKnownTiming, isTimingForGrades, packTiming, readTiming } from './stored-timing.ts'

const walk = (questions: number, each: number): Timing =>
  Array.from({ length: questions }, (_, place) => [
    { what: 'shown' as const, place, at: place * each },
    { what: 'answered' as const, place, at: place * each + each / 2 },
  ]).flat()

describe('a stored timing', () => {
  it('a stored timing comes back step by step, to the tenth of a second', () => {
    const steps: Timing = [
      { what: 'shown', place: 0, at: 0 },
      { what: 'answered', place: 0, at: 12_340 },
      { what: 'shown', place: 499, at: 12_349 },
      { what: 'resumed', place: 499, at: 2_592_000_000 },
    ]
    const tenths = steps.map((step) => ({ ...step, at: Math.round(step.at / 100) * 100 }))
    expect(readTiming(packTiming(steps))).toEqual(tenths)
    expect(readTiming(packTiming([]))).toEqual([])
  })

  it('a stored timing adds up no rounding: every moment stays within half a tenth of a second, however many steps it has', () => {
    const steps = walk(mostSteps / 2, 1_466)
    const errors = readTiming(packTiming(steps)).map(({ at }, i) => Math.abs(at - steps[i]!.at))
    expect(Math.max(...errors)).toBeLessThanOrEqual(50)
  })

  it('the stored timing of an exam of thirty questions takes 200 bytes at most', () => {
    expect(packTiming(walk(30, 80_000)).length).toBeLessThanOrEqual(200)
  })

  it('a timing that an earlier release stored reads as it did, and one of a later release is an error', () => {
    const stored = Buffer.from('010000017b04020ae807', 'hex')
    expect(readTiming(stored)).toEqual([
      { what: 'shown', place: 0, at: 0 },
      { what: 'answered', place: 0, at: 12_300 },
      { what: 'shown', place: 1, at: 12_500 },
      { what: 'resumed', place: 2, at: 112_500 },
    ])
    expect([isKnownTiming(stored), isTimingForGrades(stored), isTimingForGrades(packTiming([]))]).toEqual([
      true,
      false,
      true,
    ])
    expect(() => readTiming(Buffer.from([3, 0, 0]))).toThrow(/format 3/)
    expect(stepKinds).toEqual(['shown', 'answered', 'resumed'])
  })
})
