import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { overloaded } from '../../../failure.ts'
import { crowded } from '../../../load/entrance.ts'
import { Line, type LineLimits } from '../../../load/line.ts'
import { type DrawingLimits, type DrawnPaper, GeneratorFailed, OverBudget, type PaperOrder } from './drawn-paper.ts'

/** Draws papers. The same order gives the same paper in any thread. */
export interface PaperDrawer {
  /** Throws OverBudget, GeneratorFailed, what `after` throws, and 503 `overloaded` if too many wait or the paper is late. */
  draw(order: PaperOrder, limits?: DrawingLimits): Promise<DrawnPaper>
  /** How full its line is; null if it has none. */
  readonly load: Line['load'] | null
  /** Ends its thread and refuses the drawing that is under way. */
  close(): Promise<void>
}

declare module '../../../services.ts' {
  interface Services {
    papers: PaperDrawer
  }
}

/**
 * Draws in the serving thread, a few items at a time, if there is no second core or no other thread can be had. The first
 * paper loads the generators: a process whose papers are drawn elsewhere never has them twice.
 */
export const servingThread: PaperDrawer = {
  async draw(order, limits) {
    const { drawPaper } = await import('./draw-paper.ts')
    return drawPaper(order, limits)
  },
  load: null,
  close: async () => undefined,
}

/** A request to a drawing thread. `isWatched`: it reports how many items it has. */
export interface DrawingRequest {
  order: PaperOrder
  budgetMs: number
  isWatched: boolean
}

/** A message of a drawing thread: it is ready, how many items it has, or how it ended. */
export type DrawingWord =
  | 'ready'
  | { drawn: number }
  | { paper: SentPaper }
  | { failure: string; kind: 'over-budget' | 'generator' | 'other' }
/** A Buffer arrives as a Uint8Array. */
type SentPaper = Omit<DrawnPaper, 'packed' | 'shown'> & {
  packed: Record<keyof DrawnPaper['packed'], Uint8Array>
  shown: Uint8Array
}

/**
 * One thread draws a hundred papers a second, more than a process can give out (decision 0052). The entrance lets calls in two
 * at a time; this line is for calls without an entrance, and for jobs.
 */
const usualLine: LineLimits = { atOnce: 1, waiting: 200, timeoutMs: 8_000 }
/** Milliseconds for one paper: far above the slowest, and below the 8 s after which another process may take the job. */
const drawingTimeoutMs = 6_000
/** Milliseconds until a new thread must be ready: it loads the generators. */
const usualStartTimeoutMs = 10_000
/** Milliseconds without another try after a thread could not be started. */
const restMs = 60_000
/**
 * MiB of old space; V8's young space, three times `--max-semi-space-size`, is added to it. A runaway drawing ends its thread,
 * not the process: docs/operations.md adds up the memory of both, and deploy/ gives that much.
 */
const mostHeap = 128

interface ThreadParts {
  log: Pick<FastifyBaseLogger, 'error'>
  /** Gets the seconds that each paper has waited until its drawing began. */
  onWaited?: (seconds: number) => void
  /** Starts a thread that speaks as `paper-worker.ts` does. */
  newWorker?: () => Worker
  line?: LineLimits
  timeoutMs?: number
  startTimeoutMs?: number
}

/**
 * Draws in a thread of its own, so that no call waits behind a drawing. A thread that dies or takes too long is replaced. Its
 * caller is refused and retries: in the serving thread the same paper could end the process. Only if no thread can be started
 * does the serving thread draw, for a minute.
 */
export class DrawingThread implements PaperDrawer {
  readonly #parts: Required<ThreadParts>
  readonly #line: Line
  #worker: Worker | null = null
  #starting: Promise<Worker | null> | null = null
  #restsUntil = 0
  #isClosed = false

  /** Starts the thread, so that the first paper finds it. */
  constructor({
    log,
    onWaited = () => undefined,
    newWorker = productWorker,
    line = usualLine,
    timeoutMs = drawingTimeoutMs,
    startTimeoutMs = usualStartTimeoutMs,
  }: ThreadParts) {
    this.#parts = { log, onWaited, newWorker, line, timeoutMs, startTimeoutMs }
    this.#line = new Line(line, crowded)
    void this.#ready()
  }

  get load(): Line['load'] {
    return this.#line.load
  }

  draw(order: PaperOrder, limits: DrawingLimits = {}): Promise<DrawnPaper> {
    const asked = performance.now()
    return this.#line.run(async () => {
      const worker = await this.#ready()
      this.#parts.onWaited((performance.now() - asked) / 1000)
      return worker === null ? servingThread.draw(order, limits) : this.#ask(worker, order, limits)
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
  }

  /** The thread, started if there is none; null if none can be had. */
  async #ready(): Promise<Worker | null> {
    if (this.#isClosed || performance.now() < this.#restsUntil) return null
    const starting = (this.#starting ??= this.#start())
    const worker = await starting
    if (worker === null && this.#starting === starting) this.#starting = null
    return worker
  }

  async #start(): Promise<Worker | null> {
    const { log, newWorker, startTimeoutMs } = this.#parts
    try {
      const worker = newWorker()
      this.#worker = worker
      worker.unref()
      worker.on('error', (error) => log.error({ err: error }, 'a drawing thread failed'))
      worker.once('exit', () => this.#forget(worker))
      await untilReady(worker, startTimeoutMs)
      return worker
    } catch (error) {
      if (this.#isClosed) return null
      log.error({ err: error }, 'no drawing thread can be started: the serving thread draws papers for a minute')
      this.#restsUntil = performance.now() + restMs
      this.#end(this.#worker)
      return null
    }
  }

  #forget(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#starting = null
  }

  #end(worker: Worker | null): void {
    if (worker === null) return
    this.#forget(worker)
    void worker.terminate()
  }

  async #ask(worker: Worker, order: PaperOrder, limits: DrawingLimits): Promise<DrawnPaper> {
    const { budgetMs = Number.POSITIVE_INFINITY, after } = limits
    const { log, timeoutMs } = this.#parts
    let shown = Promise.resolve()
    const word = await lastWord(worker, timeoutMs, {
      request: { order, budgetMs, isWatched: after !== undefined },
      onDrawn(drawn) {
        shown = shown.then(() => after?.(drawn))
        // `await shown` below throws the error of `after`.
        shown.catch(() => undefined)
      },
    })
    if (typeof word === 'string') {
      if (!this.#isClosed) log.error({ reason: word }, 'a drawing thread is replaced in the middle of a paper')
      this.#end(worker)
      throw overloaded('Завдання не вдалося підготувати вчасно. Спробуйте за кілька секунд.')
    }
    await shown
    if ('failure' in word) throw failureOf(word)
    return paperIn(word.paper)
  }
}

type LastWord = Exclude<DrawingWord, 'ready' | { drawn: number }>

/** Sends a request and waits for its end. A string says why none came: the thread is gone or too slow. */
function lastWord(
  worker: Worker,
  timeoutMs: number,
  { request, onDrawn }: { request: DrawingRequest; onDrawn: (drawn: number) => void },
): Promise<LastWord | string> {
  return new Promise((resolve) => {
    const end = (word: LastWord | string) => {
      clearTimeout(timer)
      worker.off('message', hear)
      worker.off('exit', gone)
      resolve(word)
    }
    const hear = (word: DrawingWord) => {
      if (word === 'ready') return
      if ('drawn' in word) onDrawn(word.drawn)
      else end(word)
    }
    const gone = (code: number) => end(`it ended with ${code}`)
    const timer = setTimeout(() => end(`it took longer than ${timeoutMs} ms`), timeoutMs)
    worker.on('message', hear)
    worker.once('exit', gone)
    worker.postMessage(request)
  })
}

/** Rejects if the thread ends, or says nothing in time. */
function untilReady(worker: Worker, startTimeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready within ${startTimeoutMs} ms`)), startTimeoutMs)
    const settle = (error: Error | null) => {
      clearTimeout(timer)
      if (error === null) resolve()
      else reject(error)
    }
    worker.once('message', () => settle(null))
    worker.once('error', settle)
    worker.once('exit', (code) => settle(new Error(`it ended with ${code} before it was ready`)))
  })
}

function failureOf({ failure, kind }: Extract<DrawingWord, { failure: string }>): Error {
  if (kind === 'over-budget') return new OverBudget(failure)
  const cause = new Error(failure)
  return kind === 'generator' ? new GeneratorFailed('an item could not be made', { cause }) : cause
}

function paperIn({ packed, shown, ...texts }: SentPaper): DrawnPaper {
  const { questions, keys } = packed
  return { ...texts, packed: { questions: buffer(questions), keys: buffer(keys) }, shown: buffer(shown) }
}

const buffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** In the bundle the worker is next to the server's entry. From sources (tests, `npm run dev`) each thread needs tsx. */
function productWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: mostHeap }
  const isBundle = !import.meta.url.endsWith('.ts')
  const file = new URL(isBundle ? 'paper-worker.js' : 'paper-worker.ts', import.meta.url)
  if (isBundle) return new Worker(file, { resourceLimits })
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import('${file.href}') })`
  return new Worker(code, { resourceLimits, eval: true })
}
