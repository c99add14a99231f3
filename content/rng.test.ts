import { describe, expect, it } from 'vitest'
import { createRng } from './rng.ts'

const draws = (seed: string) => Array.from({ length: 20 }, createRng(seed).next)

describe('createRng', () => {
  it('gives the same stream for the same seed and another for another', () => {
    expect(draws('a')).toEqual(draws('a'))
    expect(draws('a')).not.toEqual(draws('b'))
  })

  it('splits into streams that do not depend on what was drawn before', () => {
    const rng = createRng('a')
    const before = rng.split('x').next()
    rng.shuffle([1, 2, 3, 4])
    expect(rng.split('x').next()).toBe(before)
    expect(rng.split('y').next()).not.toBe(before)
  })

  it('draws whole numbers evenly from both ends', () => {
    const rng = createRng('even')
    const counts = [0, 0, 0, 0, 0, 0]
    for (let i = 0; i < 6000; i++) counts[rng.int(1, 6) - 1]! += 1
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })

  it('shuffles every place to every place', () => {
    const rng = createRng('shuffle')
    const firsts = new Set(Array.from({ length: 200 }, () => rng.shuffle([1, 2, 3, 4, 5, 6, 7, 8])[0]))
    expect(firsts.size).toBe(8)
  })

  it('refuses to pick from nothing', () => {
    expect(() => createRng('a').pick([])).toThrow(RangeError)
    expect(() => createRng('a').sample([1], 2)).toThrow(RangeError)
  })
})
