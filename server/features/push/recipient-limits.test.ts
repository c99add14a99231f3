import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Unreachable } from '../../web-push/push-door.ts'
import { createPatience, type Patience } from './recipient-limits.ts'

let patience: Patience
beforeEach(() => {
  vi.useFakeTimers()
  patience = createPatience()
})
afterEach(() => void vi.useRealTimers())

/** A delivery that takes so many seconds, and then fails if `failure` is given. */
const begin = (userId: string, seconds: number, failure?: Error, host = 'push.test') =>
  patience.deliver({ userId, host }, async () => {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    if (failure !== undefined) throw failure
    return 'delivered'
  })
const waitOf = (userId: string, host = 'push.test') => patience.waitFor({ userId, host })
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('the limits of one person’s mailboxes', () => {
  it('a person with two deliveries under way waits 10 s for the next, and nobody else waits', async () => {
    const both = [begin('anna', 1), begin('anna', 1)]
    expect([waitOf('anna'), waitOf('boris')]).toEqual([10, 0])
    await pass(1)
    expect(await Promise.all(both)).toEqual(['delivered', 'delivered'])
    expect(waitOf('anna')).toBe(0)
  })

  it.each([
    ['was never answered', new Error('aborted')],
    ['was taken at last', undefined],
  ])('a person’s mailboxes rest for sixty times as long as a delivery took that %s', async (_what, failure) => {
    const slow = begin('anna', 10, failure).catch(() => 'failed')
    await pass(10)
    await slow
    expect([waitOf('anna'), waitOf('boris')]).toEqual([600, 0])
    await pass(599)
    expect(waitOf('anna')).toBe(1)
    await pass(1)
    expect(waitOf('anna')).toBe(0)
  })

  it('a person’s mailboxes rest for the longest of several rests, which a quick delivery does not end', async () => {
    const both = [begin('anna', 10), begin('anna', 11)]
    await pass(11)
    await Promise.all(both)
    expect(waitOf('anna')).toBe(660)
    const quick = begin('anna', 1)
    await pass(1)
    await quick
    expect(waitOf('anna')).toBe(659)
  })
})

describe('a host that cannot be reached', () => {
  const fail = (userId: string, host = 'silent.test') =>
    patience
      .deliver({ userId, host }, () => Promise.reject(new Unreachable('nobody there')))
      .catch((error: unknown) => error)

  it('an unreachable host rests for everybody, twice as long after each failure, half an hour at most; other hosts do not rest', async () => {
    const rests: number[] = []
    for (let time = 0; time < 9; time += 1) {
      await fail(`person ${time}`)
      rests.push(waitOf('anna', 'silent.test'))
      expect(waitOf('anna')).toBe(0)
      await pass(rests.at(-1)!)
    }
    expect(rests).toEqual([15, 30, 60, 120, 240, 480, 960, 1800, 1800])
  })

  it('several failures of a host at one moment count as one, and a delivery that arrives resets the count', async () => {
    await Promise.all([fail('anna'), fail('boris'), fail('vira')])
    expect(waitOf('halyna', 'silent.test')).toBe(15)
    await pass(15)
    const delivered = begin('anna', 0, undefined, 'silent.test')
    await pass(0)
    await delivered
    await fail('anna')
    expect(waitOf('halyna', 'silent.test')).toBe(15)
  })

  it('a host that can be reached does not rest, even if its delivery fails', async () => {
    const refused = begin('anna', 1, new Error('broke off')).catch(() => 'failed')
    await pass(1)
    await refused
    expect(waitOf('boris')).toBe(0)
  })

  it('an unreachable host is forgotten when ten thousand others came after it, and not before', async () => {
    const others = Array.from({ length: 9_999 }, (_, at) => `host${at}.test`)
    for (const host of ['first.test', ...others]) await fail('anna', host)
    expect([waitOf('boris', 'first.test'), waitOf('boris', 'host9998.test')]).toEqual([15, 15])
    await fail('anna', 'last.test')
    expect([waitOf('boris', 'first.test'), waitOf('boris', 'host0.test')]).toEqual([0, 15])
  })
})
