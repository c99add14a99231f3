import { describe, expect, it } from 'vitest'
import { createRng } from './rng.ts'

const draws = (seed: string) => Array.from({ length: 20 }, createRng(seed).next)

describe('createRng', () => {
  it('createRng gives the same stream for the same seed and another stream for another seed', () => {
    expect(draws('a')).toEqual(draws('a'))
    expect(draws('a')).not.toEqual(draws('b'))
  })

  it('createRng splits into streams that do not depend on earlier draws', () => {
    const rng = createRng('a')
    const before = rng.split('x').next()
    rng.shuffle([1, 2, 3, 4])
    expect(rng.split('x').next()).toBe(before)
    expect(rng.split('y').next()).not.toBe(before)
  })

  it('createRng draws whole numbers evenly, both bounds included', () => {
    const rng = createRng('even')
    const counts = [0, 0, 0, 0, 0, 0]
    for (let i = 0; i < 6000; i++) counts[rng.int(1, 6) - 1]! += 1
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })

  it('a shuffle brings each of eight elements to the first place at some time', () => {
    const rng = createRng('shuffle')
    const firsts = new Set(Array.from({ length: 200 }, () => rng.shuffle([1, 2, 3, 4, 5, 6, 7, 8])[0]))
    expect(firsts.size).toBe(8)
  })

  it('createRng refuses to pick from an empty list and to sample more than there is', () => {
    expect(() => createRng('a').pick([])).toThrow(RangeError)
    expect(() => createRng('a').sample([1], 2)).toThrow(RangeError)
  })
})
