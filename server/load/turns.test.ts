import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that ends when the test says so. */
function work() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let begun = 0
  return { run: () => ((begun += 1), ended), end, begun: () => begun }
}

const limits = { atOnce: 2, waiting: 2, timeoutMs: 10_000 }
const code = (error: unknown) => (error as { code: string }).code

describe('turns by key', () => {
  it('let so many run at once, and the next in their order', async () => {
    const turns = createTurns(limits)
    const [first, second, third, fourth] = [work(), work(), work(), work()]
    const taken = [first, second, third, fourth].map(({ run }) => turns.take('a', run))
    await pause(0)
    expect([first, second, third, fourth].map(({ begun }) => begun())).toEqual([1, 1, 0, 0])
    second.end()
    await taken[1]
    await pause(0)
    expect([third.begun(), fourth.begun()]).toEqual([1, 0])
    for (const each of [first, third, fourth]) each.end()
    await Promise.all(taken)
    expect(fourth.begun()).toBe(1)
  })

  it('keep nobody else waiting', async () => {
    const turns = createTurns({ ...limits, atOnce: 1 })
    const held = work()
    const taken = turns.take('a', held.run)
    expect(await turns.take('b', async () => 'served')).toBe('served')
    held.end()
    await taken
  })

  it('go on after work that failed', async () => {
    const turns = createTurns({ ...limits, atOnce: 1 })
    await expect(turns.take('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await turns.take('a', async () => 'served')).toBe('served')
  })

  it('turn away at once who would be one too many, and after a while who waited in vain', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 1, timeoutMs: 20 })
    const held = work()
    const taken = turns.take('a', held.run)
    const waiting = turns.take('a', async () => 'served').catch(code)
    expect(await turns.take('a', async () => 'served').catch(code)).toBe('overloaded')
    expect(await waiting).toBe('overloaded')
    held.end()
    await taken
    expect(await turns.take('a', async () => 'served')).toBe('served')
  })
})
