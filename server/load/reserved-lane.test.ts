import { describe, expect, it } from 'vitest'
import { ReservedLane } from './reserved-lane.ts'

const limits = { atOnce: 1, waitingOfAddress: 3, waiting: 5, timeoutMs: 10_000 }

/** A lane whose one place is taken until `end`, and what was served since, in its order. */
function takenLane() {
  const lane = new ReservedLane(limits)
  const served: string[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const held = lane.run('taken', () => ended)
  const come = (address: string, name: string) =>
    lane.run(address, async () => {
      served.push(name)
    })
  return { lane, served, come, end: () => (end(), held) }
}

const crowded = { code: 'overloaded', statusCode: 503 }

describe('the line before the reserved connections', () => {
  it('[S13] lets addresses take turns, and of one address who came first is served first', async () => {
    const { served, come, end } = takenLane()
    const all = [come('a', 'a1'), come('a', 'a2'), come('a', 'a3'), come('b', 'b1'), come('c', 'c1')]
    await end()
    await Promise.all(all)
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  })

  it('[S13] is bounded for each address and in all: the next one hears when to come again', async () => {
    const { served, come, end } = takenLane()
    const all = [come('a', 'a1'), come('a', 'a2'), come('a', 'a3')]
    const refusal = await come('a', 'a4').catch((error: unknown) => error)
    expect(refusal).toMatchObject({ ...crowded, message: expect.stringMatching(/^[А-ЯІЇЄҐ]/) })
    expect((refusal as { extras: { retryAfterSeconds: number } }).extras.retryAfterSeconds).toBeGreaterThanOrEqual(3)
    all.push(come('b', 'b1'), come('c', 'c1'))
    await expect(come('d', 'd1')).rejects.toMatchObject(crowded)
    await end()
    await Promise.all(all)
    expect(served).toHaveLength(5)
    await come('a', 'a5')
    expect(served.at(-1)).toBe('a5')
  })

  it('[S13] lets go of who has waited too long, and goes on after work that failed', async () => {
    const lane = new ReservedLane({ ...limits, timeoutMs: 1 })
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const held = lane.run('a', () => ended)
    await expect(lane.run('b', async () => 'served')).rejects.toMatchObject(crowded)
    end()
    await held
    await expect(lane.run('b', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await lane.run('b', async () => 'served')).toBe('served')
  })
})
