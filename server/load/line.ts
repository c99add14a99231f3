export interface Room {
  atOnce: number
  /** Calls that may wait. Further calls are refused immediately. */
  waiting: number
}

export interface LineLimits extends Room {
  /** Milliseconds that a call waits for its turn. */
  timeoutMs: number
}

/** The part of a line that a group of callers shares; `of` names the group. */
export interface Share extends Room {
  of: string
}

export interface Caller {
  network: string
  person: string | null
}

/** Calls of one person that may wait. No honest client comes near this number. */
const waitingOfPerson = 60

/**
 * Networks take turns, and within a network its people and its strangers (as one). So a flood delays its own callers, and any
 * other caller by one call only, even a signed-in person behind the same address. One caller has half of the places at most, so
 * the next finds one free. Accounts cost nothing, so a thousand of them in one network are still one turn.
 */
function sharesOf({ atOnce, waiting }: Room, { network, person }: Caller): Share[] {
  const half = Math.ceil(atOnce / 2)
  return [
    { of: network, atOnce, waiting: Math.ceil(waiting / 2) },
    person === null
      ? { of: 'strangers', atOnce: half, waiting: Math.ceil(waiting / 3) }
      : { of: person, atOnce: half, waiting: waitingOfPerson },
  ]
}

/** Callers that share room, and the narrower groups within them. */
class Group {
  readonly of: string
  readonly room: Room
  readonly within: Group | null
  /** In the order of their turns. Empty groups are deleted. */
  readonly #groups = new Map<string, Group>()
  /** Waiting callers of this group itself, in order of arrival. */
  readonly queue = new Set<() => void>()
  running = 0
  waiting = 0

  constructor({ of, ...room }: Share, within: Group | null) {
    this.of = of
    this.room = room
    this.within = within
  }

  get isTaken(): boolean {
    return this.running >= this.room.atOnce
  }

  get hasNoRoom(): boolean {
    return this.waiting >= this.room.waiting
  }

  find(of: string): Group | undefined {
    return this.#groups.get(of)
  }

  findOrMake(share: Share): Group {
    const group = this.#groups.get(share.of) ?? new Group(share, this)
    this.#groups.set(share.of, group)
    return group
  }

  /** The next caller for whom every group has a free place. Its groups move behind their neighbours. */
  next(): (() => void) | undefined {
    if (this.waiting === 0 || this.isTaken) return undefined
    const [first] = this.queue
    if (first !== undefined) return first
    for (const group of this.#groups.values()) {
      const found = group.next()
      if (found === undefined) continue
      this.#groups.delete(group.of)
      this.#groups.set(group.of, group)
      return found
    }
    return undefined
  }

  forgetIfEmpty(): void {
    if (this.within !== null && this.running === 0 && this.waiting === 0) this.within.#groups.delete(this.of)
  }
}

/** A bounded fair queue: a few calls run, some wait and hold nothing meanwhile, all others are refused. */
export class Line {
  readonly #limits: LineLimits
  readonly #refusal: () => Error
  readonly #all: Group

  constructor(limits: LineLimits, refusal: () => Error) {
    this.#limits = limits
    this.#refusal = refusal
    this.#all = new Group({ of: 'all', ...limits }, null)
  }

  get load(): { running: number; waiting: number } {
    const { running, waiting } = this.#all
    return { running, waiting }
  }

  /** Throws the line's refusal if it would refuse a call of this network. */
  requireRoom(network: string): void {
    const isFull = this.#all.isTaken && this.#all.hasNoRoom
    if (isFull || this.#all.find(network)?.hasNoRoom === true) throw this.#refusal()
  }

  /** Runs `work` when this caller's turn comes. Throws as `run` does. */
  runFor<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    return this.run(work, sharesOf(this.#limits, caller))
  }

  /**
   * Runs `work` when its turn comes. The first of `shares` is a part of the line, each further one a part of the one before it.
   * Throws the line's refusal if too many wait, or this call has waited too long.
   */
  async run<T>(work: () => Promise<T>, shares: readonly Share[] = []): Promise<T> {
    const leave = await this.#enter(shares)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Waits for a place in the caller's turn and returns the function that gives it back. Throws as `run` does. */
  enterFor(caller: Caller): Promise<() => void> {
    return this.#enter(sharesOf(this.#limits, caller))
  }

  async #enter(shares: readonly Share[]): Promise<() => void> {
    const groups = [this.#all]
    for (const share of shares) groups.push(groups.at(-1)!.findOrMake(share))
    if (!groups.some(({ isTaken }) => isTaken)) take(groups)
    else if (groups.some(({ hasNoRoom }) => hasNoRoom)) {
      forgetEmpty(groups)
      throw this.#refusal()
    } else await this.#wait(groups)
    return () => leave(groups)
  }

  #wait(groups: readonly Group[]): Promise<void> {
    const { queue } = groups.at(-1)!
    return new Promise<void>((resolve, reject) => {
      const stopWaiting = () => {
        queue.delete(go)
        for (const group of groups) group.waiting -= 1
      }
      const go = () => {
        clearTimeout(timer)
        stopWaiting()
        take(groups)
        resolve()
      }
      const timer = setTimeout(() => {
        stopWaiting()
        forgetEmpty(groups)
        reject(this.#refusal())
      }, this.#limits.timeoutMs)
      queue.add(go)
      for (const group of groups) group.waiting += 1
    })
  }
}

function take(groups: readonly Group[]): void {
  for (const group of groups) group.running += 1
}

/** Gives the place to the next caller of the widest group that was full: only callers in it waited for this place. */
function leave(groups: readonly Group[]): void {
  const widest = groups.find(({ isTaken }) => isTaken)
  for (const group of groups) group.running -= 1
  widest?.next()?.()
  forgetEmpty(groups)
}

/** Forgets the narrowest group first, because a group counts the callers of the groups within it. */
function forgetEmpty(groups: readonly Group[]): void {
  for (const group of groups.toReversed()) group.forgetIfEmpty()
}
