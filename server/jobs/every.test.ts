import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { every } from './every.ts'

let app: FastifyInstance
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  app = Fastify()
})
afterEach(() => vi.useRealTimers())

/** A turn that lasts until the test ends it. */
function slowTurn() {
  const ends: (() => void)[] = []
  const run = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  return { run, end: () => ends.shift()!() }
}

describe('repeated work', () => {
  it('repeated work runs every 60 s, from the start of the server to its end', async () => {
    const run = vi.fn(async () => undefined)
    every(app, 'a test', 60, run)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(run).not.toHaveBeenCalled()
    await app.ready()
    await vi.advanceTimersByTimeAsync(180_000)
    expect(run).toHaveBeenCalledTimes(3)
    await app.close()
    await vi.advanceTimersByTimeAsync(180_000)
    expect(run).toHaveBeenCalledTimes(3)
  })

  it('repeated work never overlaps itself', async () => {
    const { run, end } = slowTurn()
    every(app, 'a test', 60, run)
    await app.ready()
    await vi.advanceTimersByTimeAsync(180_000)
    expect(run).toHaveBeenCalledTimes(1)
    end()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(run).toHaveBeenCalledTimes(2)
    end()
    await app.close()
  })

  it('repeated work runs again after a turn that failed', async () => {
    const run = vi.fn(async () => Promise.reject(new Error('no database')))
    every(app, 'a test', 60, run)
    await app.ready()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(run).toHaveBeenCalledTimes(2)
    await app.close()
  })

  it('a closing server awaits the repeated work that is under way', async () => {
    const { run, end } = slowTurn()
    every(app, 'a test', 60, run)
    await app.ready()
    await vi.advanceTimersByTimeAsync(60_000)
    let isClosed = false
    const closed = app.close().then(() => {
      isClosed = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isClosed).toBe(false)
    end()
    await closed
    expect(isClosed).toBe(true)
  })
})
