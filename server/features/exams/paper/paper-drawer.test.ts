import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import type { Blueprint } from '#content/blueprint.ts'
import { logicSample as blueprint, mathSample } from '#content/blueprints.ts'
import { Failure } from '../../../failure.ts'
import { drawPaper } from './draw-paper.ts'
import { GeneratorFailed, OverBudget, type PaperOrder } from './drawn-paper.ts'
import { DrawingThread, servingThread } from './paper-drawer.ts'

const order: PaperOrder = { seed: 'a thread', mode: 'exam', blueprint, seen: null }

/** Logged errors: none if the thread drew. */
const errors: string[] = []
const log = { error: (_what: unknown, said: string) => void errors.push(said) } as never
const threads: DrawingThread[] = []
afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.close()))
  errors.length = 0
})

function begin(parts: Partial<ConstructorParameters<typeof DrawingThread>[0]> = {}): DrawingThread {
  const thread = new DrawingThread({ log, ...parts })
  threads.push(thread)
  return thread
}

/** A drawing thread that starts these workers, each when it needs one. */
function beginWith(makers: (() => Worker)[], parts: { timeoutMs?: number } = {}) {
  const workers: Worker[] = []
  const newWorker = () => {
    workers.push(makers[workers.length]!())
    return workers.at(-1)!
  }
  return { thread: begin({ newWorker, ...parts }), workers }
}

/** A worker that says it is ready, and runs this code for each message. */
function speaking(onMessage: string): Worker {
  const code = `const { parentPort: port } = require('node:worker_threads')
    port.on('message', () => { ${onMessage} })
    port.postMessage('ready')`
  return new Worker(code, { eval: true })
}
const dying = () => speaking('process.exit(3)')
const silent = () => speaking('port.postMessage({ drawn: 1 })')
const empty = () =>
  speaking(`const none = new Uint8Array()
    port.postMessage({ paper: { questions: '[]', shapes: [], packed: { questions: none, keys: none }, shown: none } })`)

const failureOf = (drawing: Promise<unknown>): Promise<Failure> =>
  drawing.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error as Failure,
  )

describe('a drawing thread', () => {
  it('a drawing thread draws the same papers as the serving thread, reports its progress, and fails alike', async () => {
    const thread = begin()
    const first = await servingThread.draw(order)
    const orders: PaperOrder[] = [
      order,
      // By its seed alone it would be the first paper again.
      { ...order, seen: first.shown },
      { ...order, mode: 'training', blueprint: mathSample },
      { seed: 'a practice', seen: null, practice: { blueprint, size: 5 } },
    ]
    for (const each of orders) expect(await thread.draw(each)).toEqual(await drawPaper(each))
    const counts: number[] = []
    await thread.draw(order, { after: async (drawn) => void counts.push(drawn) })
    expect(counts).toEqual([1, 2, 3, 4, 5, 6])

    await expect(thread.draw(order, { after: () => Promise.reject(new Error('no database')) })).rejects.toThrow(
      'no database',
    )
    await expect(thread.draw(order, { budgetMs: 0 })).rejects.toThrow(OverBudget)
    const unknown = { parts: [{ family: 'of another release', difficulties: [0] }] } as unknown as Blueprint
    await expect(thread.draw({ ...order, blueprint: unknown })).rejects.toThrow(GeneratorFailed)
    expect(errors).toEqual([])
  })

  it('a drawing thread that dies over a paper refuses it with 503 and a time to retry, and is replaced', async () => {
    const { thread } = beginWith([dying, empty])
    const refusal = await failureOf(thread.draw(order))
    expect([refusal.statusCode, refusal.code]).toEqual([503, 'overloaded'])
    expect([3, 4, 5, 6, 7, 8]).toContain(refusal.extras.retryAfterSeconds)
    expect(await thread.draw(order)).toMatchObject({ questions: '[]' })
    expect(errors).toEqual(['a drawing thread is replaced in the middle of a paper'])
  })

  it('a drawing thread that dies between two papers is replaced, and no call is refused', async () => {
    const { thread, workers } = beginWith([empty, empty])
    await thread.draw(order)
    await workers[0]!.terminate()
    expect(await thread.draw(order)).toMatchObject({ questions: '[]' })
    expect([workers.length, errors]).toEqual([2, []])
  })

  it('a drawing thread that does not end its paper in time is replaced, and its caller gets a refusal that says so', async () => {
    const { thread, workers } = beginWith([() => speaking('for (;;) {}'), empty], { timeoutMs: 1000 })
    const gone = once(workers[0]!, 'exit')
    const refusal = await failureOf(thread.draw(order))
    expect([refusal.code, refusal.message]).toEqual([
      'overloaded',
      'Завдання не вдалося підготувати вчасно. Спробуйте за кілька секунд.',
    ])
    await gone
    expect(await thread.draw(order)).toMatchObject({ questions: '[]' })
  })

  it.each<[string, () => Worker]>([
    ['is not there', () => new Worker(new URL('no-such-file.js', import.meta.url))],
    ['ends before it is ready', () => new Worker('process.exit(4)', { eval: true })],
    [
      'is refused by the system',
      () => {
        throw new Error('ERR_WORKER_INIT_FAILED')
      },
    ],
  ])(
    'a drawing thread that %s leaves papers to the serving thread, and is not started again for each of them',
    async (_what, newWorker) => {
      let tries = 0
      const thread = begin({
        newWorker() {
          tries += 1
          return newWorker()
        },
      })
      const paper = await servingThread.draw(order)
      expect(await thread.draw(order)).toEqual(paper)
      expect(await thread.draw(order)).toEqual(paper)
      expect(tries).toBe(1)
      expect(errors.at(-1)).toBe('no drawing thread can be started: the serving thread draws papers for a minute')
    },
  )

  it('a drawing thread with room for one waiting call refuses the next one with 503', async () => {
    const waits: number[] = []
    const onWaited = (seconds: number) => void waits.push(seconds)
    const thread = begin({ newWorker: silent, onWaited, line: { atOnce: 1, waiting: 1, timeoutMs: 8_000 } })
    let drawing: Promise<Failure> | undefined
    await new Promise<void>((resolve) => {
      drawing = failureOf(thread.draw(order, { after: async () => resolve() }))
    })
    const waiting = thread.draw(order)
    expect(thread.load).toEqual({ running: 1, waiting: 1 })
    const asked = performance.now()
    const refusal = await failureOf(thread.draw(order))
    expect([refusal.statusCode, refusal.message]).toEqual([
      503,
      'Зараз забагато охочих почати водночас. Спробуйте за кілька секунд.',
    ])
    expect(refusal.extras.retryAfterSeconds).toBeGreaterThanOrEqual(3)
    // After the close the call under way is refused, and the one that waits finds no thread.
    const waited = (performance.now() - asked) / 1000
    await thread.close()
    expect((await drawing!).code).toBe('overloaded')
    expect(await waiting).toEqual(await servingThread.draw(order))
    expect(waits).toHaveLength(2)
    expect(waits[1]).toBeGreaterThanOrEqual(waited)
    expect(thread.load).toEqual({ running: 0, waiting: 0 })
    expect(errors).toEqual([])
  })

  it('a drawing thread ends when it is closed, even if it was never used or is still starting', async () => {
    for (const make of [silent, () => new Worker('setInterval(() => 0, 1e6)', { eval: true })]) {
      const { thread, workers } = beginWith([make])
      await Promise.all([once(workers[0]!, 'exit'), thread.close()])
    }
    expect(errors).toEqual([])
  })
})
