import { describe, expect, it } from 'vitest'
import { Line, type LineLimits } from './line.ts'

const usual: LineLimits = { atOnce: 1, waiting: 6, timeoutMs: 10_000 }
const refused = new Error('refused')
/** Work that ends when the test says so. */
function held() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { run: () => ended, end }
}
/** Lets every caller whose turn has come continue. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A line whose places are all taken until `end`, and the names of the callers that it served since, in order. */
function takenLine(limits: Partial<LineLimits> = {}) {
  const line = new Line({ ...usual, ...limits }, () => refused)
  const served: string[] = []
  const work = held()
  const places = Array.from({ length: limits.atOnce ?? usual.atOnce }, () => line.run(work.run))
  /** `network` alone is a stranger, `network/person` is a signed-in person. */
  const come = (who: string, name = who) => {
    const [network = '', person = null] = who.split('/')
    return line.runFor({ network, person }, async () => void served.push(name))
  }
  return { line, served, come, end: async () => (work.end(), await Promise.all(places)) }
}

describe('a queue', () => {
  it('a queue with two places runs two pieces of work at the same time, and the next ones in their order', async () => {
    const line = new Line({ ...usual, atOnce: 2 }, () => refused)
    const works = [held(), held(), held(), held()]
    const begun: number[] = []
    const taken = works.map(({ run }, number) => line.run(() => (begun.push(number), run())))
    await turn()
    expect([begun, line.load]).toEqual([[0, 1], { running: 2, waiting: 2 }])
    works[1]!.end()
    await turn()
    expect(begun).toEqual([0, 1, 2])
    for (const { end } of works) end()
    await Promise.all(taken)
    expect([begun, line.load]).toEqual([[0, 1, 2, 3], { running: 0, waiting: 0 }])
  })

  it('[S13] a queue lets networks take turns, and serves the calls of one network in their order', async () => {
    const { served, come, end } = takenLine({ waiting: 20 })
    const all = [come('a', 'a1'), come('a', 'a2'), come('a', 'a3'), come('b', 'b1'), come('c', 'c1')]
    await end()
    await Promise.all(all)
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  })

  it('[S13] a queue lets each person of a network take turns with its strangers: a flood of a school delays no signed-in pupil', async () => {
    const { served, come, end } = takenLine({ waiting: 60 })
    const flood = Array.from({ length: 15 }, (_, call) => come('school', `flood ${call}`))
    const all = [...flood, come('school/ann'), come('school/ben'), come('school/ben', 'ben again'), come('home/cid')]
    await end()
    await Promise.all(all)
    expect(served.slice(0, 6)).toEqual(['flood 0', 'home/cid', 'school/ann', 'school/ben', 'flood 1', 'ben again'])
  })

  it('[S13] a thousand accounts of one network delay each call of another network by one call only', async () => {
    const { served, come, end } = takenLine({ waiting: 4000 })
    const farm = Array.from({ length: 1000 }, (_, account) => come(`a/${account}`))
    const all = [...farm, come('b', 'b1'), come('b', 'b2')]
    await end()
    await Promise.all(all)
    expect([served.indexOf('b1'), served.indexOf('b2')]).toEqual([1, 3])
  })

  it('[S13] a queue gives one caller half of its places at most: the next caller finds a free one', async () => {
    const line = new Line({ ...usual, atOnce: 4, waiting: 30 }, () => refused)
    const work = held()
    const flood = Array.from({ length: 5 }, () => line.runFor({ network: 'a', person: null }, work.run))
    expect(line.load).toEqual({ running: 2, waiting: 3 })
    expect(await line.runFor({ network: 'b', person: null }, async () => 'served')).toBe('served')
    expect(await line.runFor({ network: 'a', person: 'ann' }, async () => 'served')).toBe('served')
    work.end()
    await Promise.all(flood)
    expect(line.load).toEqual({ running: 0, waiting: 0 })
  })

  it('[S13] a queue is bounded for strangers, for networks and in all: it refuses the call that is one too many, and no other', async () => {
    const { line, served, come, end } = takenLine({ waiting: 6 })
    const all = [come('a', 'a1'), come('a', 'a2')]
    await expect(come('a', 'a3')).rejects.toBe(refused)
    all.push(come('a/ann'))
    await expect(come('a/ben')).rejects.toBe(refused)
    expect(() => line.requireRoom('a')).toThrow(refused)
    line.requireRoom('b')
    all.push(come('b', 'b1'), come('c', 'c1'), come('d', 'd1'))
    await expect(come('e', 'e1')).rejects.toBe(refused)
    expect(() => line.requireRoom('b')).toThrow(refused)
    await end()
    await Promise.all(all)
    expect(served).toHaveLength(6)
    await come('a', 'a3')
    expect(served.at(-1)).toBe('a3')
  })

  it('a queue bounds a share as its callers say, and lets no other call wait for that', async () => {
    const line = new Line({ atOnce: Infinity, waiting: Infinity, timeoutMs: 10_000 }, () => refused)
    const work = held()
    const share = { of: 'a', atOnce: 1, waiting: 1 }
    const first = line.run(work.run, [share])
    const second = line.run(async () => 'second', [share])
    await expect(line.run(async () => 'third', [share])).rejects.toBe(refused)
    expect(await line.run(async () => 'other', [{ ...share, of: 'b' }])).toBe('other')
    work.end()
    expect([await first, await second]).toEqual([undefined, 'second'])
  })

  it('a queue refuses a call that has waited too long, and continues after work that failed', async () => {
    const { line, come, end } = takenLine({ timeoutMs: 1 })
    await expect(come('b')).rejects.toBe(refused)
    expect(line.load).toEqual({ running: 1, waiting: 0 })
    await end()
    const broken = line.runFor({ network: 'b', person: null }, () => Promise.reject(new Error('broken')))
    await expect(broken).rejects.toThrow('broken')
    await come('b')
  })

  it('a queue hands each free place on: in 2,000 random steps no call waits that could run', async () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const line = new Line({ ...usual, atOnce: 4, waiting: 1000 }, () => refused)
    const running: { end: () => void; who: string }[] = []
    const done: Promise<unknown>[] = []
    const countOf = (who: string) => running.filter((one) => one.who === who).length
    let waitingOf = new Map<string, number>()
    for (let step = 0; step < 2000; step += 1) {
      if (random(2) === 0) {
        const who = `${random(3)}/${random(3)}`
        const [network = '', person = ''] = who.split('/')
        const work = held()
        waitingOf.set(who, (waitingOf.get(who) ?? 0) + 1)
        const begin = () => {
          waitingOf.set(who, waitingOf.get(who)! - 1)
          running.push({ end: work.end, who })
          return work.run()
        }
        done.push(line.runFor({ network, person }, begin).catch(() => waitingOf.set(who, waitingOf.get(who)! - 1)))
      } else if (running.length > 0) running.splice(random(running.length), 1)[0]!.end()
      await turn()
      const couldRun = [...waitingOf].filter(([who, count]) => count > 0 && countOf(who) < 2)
      if (running.length < 4) expect(couldRun).toEqual([])
      expect(running.length).toBeLessThanOrEqual(4)
    }
    while (running.length > 0) {
      running.pop()!.end()
      await turn()
    }
    await Promise.all(done)
    waitingOf = new Map()
    expect(line.load).toEqual({ running: 0, waiting: 0 })
  })
})
