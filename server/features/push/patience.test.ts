import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPatience, type Patience } from './patience.ts'

let patience: Patience
beforeEach(() => {
  vi.useFakeTimers()
  patience = createPatience()
})
afterEach(() => void vi.useRealTimers())

/** A delivery that takes so many seconds, and then fails where it is to. */
const begin = (person: string, seconds: number, failure?: Error) =>
  patience.deliver(person, async () => {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    if (failure !== undefined) throw failure
    return 'delivered'
  })
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('the patience with one person’s mailboxes', () => {
  it('has two deliveries under way at once, and says when to come again; nobody else waits for that', async () => {
    const both = [begin('anna', 1), begin('anna', 1)]
    expect([patience.waitFor('anna'), patience.waitFor('boris')]).toEqual([10, 0])
    await pass(1)
    expect(await Promise.all(both)).toEqual(['delivered', 'delivered'])
    expect(patience.waitFor('anna')).toBe(0)
  })

  it.each([
    ['was never answered', new Error('aborted')],
    ['was taken at last', undefined],
  ])('is over for sixty times as long as a delivery took that %s', async (_what, failure) => {
    const slow = begin('anna', 10, failure).catch(() => 'failed')
    await pass(10)
    await slow
    expect([patience.waitFor('anna'), patience.waitFor('boris')]).toEqual([600, 0])
    await pass(599)
    expect(patience.waitFor('anna')).toBe(1)
    await pass(1)
    expect(patience.waitFor('anna')).toBe(0)
  })

  it('gives the longest of several rests, which a quick delivery does not end', async () => {
    const both = [begin('anna', 10), begin('anna', 11)]
    await pass(11)
    await Promise.all(both)
    expect(patience.waitFor('anna')).toBe(660)
    const quick = begin('anna', 1)
    await pass(1)
    await quick
    expect(patience.waitFor('anna')).toBe(659)
  })
})
