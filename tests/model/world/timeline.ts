/** The owner of a tab's tasks. Tasks of a dead tab never run; those of a frozen tab wait until it wakes. */
export interface Life {
  isAlive: boolean
  isFrozen: boolean
  readonly parked: Task[]
  /** Called before each task. The tab may die here instead of running it. */
  beforeTask: (() => void) | null
}

export interface Task {
  at: number
  readonly order: number
  readonly run: () => void
  readonly life: Life | null
  isCancelled: boolean
}

export function newLife(): Life {
  return { isAlive: true, isFrozen: false, parked: [], beforeTask: null }
}

/** The only clock and queue, by (time, order of planning), without real time. A task runs with the promises it settles. */
export class Timeline {
  now = 0
  tasksRun = 0
  readonly #heap: Task[] = []
  #planned = 0
  #storageAt = 0
  readonly #onError: (error: unknown) => void

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  after(delay: number, run: () => void, life: Life | null = null): Task {
    const task = { at: this.now + Math.max(delay, 0), order: ++this.#planned, run, life, isCancelled: false }
    this.#push(task)
    return task
  }

  /** Plans a step of a storage process. Steps run in order, each at least `delay` ms from now. */
  storageStep(delay: number, run: () => void): void {
    this.#storageAt = Math.max(this.#storageAt, this.now + delay)
    this.after(this.#storageAt - this.now, run)
  }

  /** Wakes a tab. Its parked tasks run within `spread` ms, so that a person may be faster. */
  thaw(life: Life, spread: number): void {
    life.isFrozen = false
    for (const [index, task] of life.parked.splice(0).entries()) {
      task.at = this.now + Math.min(index, spread)
      this.#push(task)
    }
  }

  /** Runs the next task that is due by `until`. False if there is none. */
  step(until: number): boolean {
    for (;;) {
      const next = this.#heap[0]
      if (next === undefined || next.at > until) {
        this.now = Math.max(this.now, until)
        return false
      }
      this.#pop()
      if (next.isCancelled) continue
      const { life } = next
      if (life !== null && !life.isAlive) continue
      this.now = Math.max(this.now, next.at)
      if (life?.isFrozen) {
        life.parked.push(next)
        continue
      }
      life?.beforeTask?.()
      if (life !== null && !life.isAlive) continue
      this.tasksRun += 1
      try {
        next.run()
      } catch (error) {
        this.#onError(error)
      }
      return true
    }
  }

  #push(task: Task): void {
    const heap = this.#heap
    let at = heap.length
    heap.push(task)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(task, heap[parent]!)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = task
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop()!
    if (heap.length === 0) return
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (!isBefore(heap[child]!, last)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = last
  }
}

function isBefore(a: Task, b: Task): boolean {
  return a.at !== b.at ? a.at < b.at : a.order < b.order
}
