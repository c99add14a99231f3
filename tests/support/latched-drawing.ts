import { Worker } from 'node:worker_threads'

/** The product's drawing thread with a latch: a test can hold it in the middle of a paper for as long as it needs. */
export interface LatchedDrawing {
  /** The workers so far, the newest last. */
  workers: Worker[]
  newWorker(): Worker
  /** Blocks the thread at its next paper. */
  hold(): void
  /** Resolves when a paper is held. Its thread is then blocked, not idle between two events. */
  isHeld(): Promise<void>
  letGo(): void
}

const paperWorker = new URL('../../server/features/exams/paper/paper-worker.ts', import.meta.url).href

/** Blocks in Atomics.wait before the product's own code gets the paper. */
const code = `
  const { parentPort, workerData } = require('node:worker_threads')
  const [latch, closed, held] = [new Int32Array(workerData), 0, 1]
  parentPort.on('message', () => {
    if (Atomics.load(latch, closed) === 0) return
    Atomics.store(latch, held, 1)
    Atomics.notify(latch, held)
    Atomics.wait(latch, closed, 1)
  })
  import('tsx/esm/api').then(({ register }) => { register(); return import('${paperWorker}') })`

export function latchedDrawing(): LatchedDrawing {
  const shared = new SharedArrayBuffer(8)
  const [latch, closed, held] = [new Int32Array(shared), 0, 1]
  const workers: Worker[] = []
  return {
    workers,
    newWorker() {
      workers.push(new Worker(code, { eval: true, workerData: shared }))
      return workers.at(-1)!
    },
    hold() {
      Atomics.store(latch, held, 0)
      Atomics.store(latch, closed, 1)
    },
    async isHeld() {
      await Atomics.waitAsync(latch, held, 0).value
    },
    letGo() {
      Atomics.store(latch, closed, 0)
      Atomics.notify(latch, closed)
    },
  }
}
