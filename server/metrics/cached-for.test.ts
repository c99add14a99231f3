import { expect, it, vi } from 'vitest'
import { cachedFor } from './cached-for.ts'

it('cachedFor asks once for all callers within its time, and never repeats a call that is under way', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const ends: ((figure: number) => void)[] = []
  const ask = vi.fn(() => new Promise<number>((resolve) => ends.push(resolve)))
  const figure = cachedFor(1_000, ask)
  const both = [figure(), figure()]
  now = 5_000
  // A slow call is not repeated.
  both.push(figure())
  ends[0]!(7)
  expect(await Promise.all(both)).toEqual([7, 7, 7])
  expect(ask).toHaveBeenCalledTimes(1)
  now = 5_999
  expect(await figure()).toBe(7)
  now = 6_000
  const later = figure()
  ends[1]!(8)
  expect(await later).toBe(8)
  clock.mockRestore()
})

it('cachedFor passes a failure to its caller, and asks again for the next one', async () => {
  const ask = vi.fn(() => Promise.reject(new Error('no database')))
  const figure = cachedFor(0, ask)
  await expect(figure()).rejects.toThrow('no database')
  await expect(figure()).rejects.toThrow('no database')
  expect(ask).toHaveBeenCalledTimes(2)
})
