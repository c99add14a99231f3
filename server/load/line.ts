/** How many run at once, and how many wait beyond these. */
export interface Room {
  atOnce: number
  /** The next one is turned away at once. */
  waiting: number
}

export interface LineLimits extends Room {
  /** Milliseconds that one waits for its turn. */
  timeoutMs: number
}

/** What some of a line's callers may have of it together; `of` names them. */
export interface Share extends Room {
  of: string
}

/** Who calls: by the network, and by the account where there is one. */
export interface Caller {
  network: string
  person: string | null
}

/** Of one person; nothing honest comes near it. */
const waitingOfPerson = 60

/**
 * Networks take turns, and within a network each person and its strangers together: so a flood delays its own callers, and
 * others by a call each, also those behind the same address who have signed in. One caller has half of the places at most:
 * there is a free one for the next. Accounts cost nothing to have, so a thousand of them in one network are still one turn.
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

/** Those who share room, and within them those who share less. */
class Group {
  readonly of: string
  readonly room: Room
  readonly within: Group | null
  /** In the order of their turns; of a group in which nobody is, nothing stays. */
  readonly #groups = new Map<string, Group>()
  /** Those of no narrower group who wait, in their order. */
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

  /** The caller whose turn is next, with a place in each of the groups, which are put behind their neighbours. */
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

/** A bounded line: a few run, some wait for their turn and hold nothing meanwhile, all others are turned away. */
export class Line {
  readonly #limits: LineLimits
  readonly #refusal: () => Error
  readonly #all: Group

  constructor(limits: LineLimits, refusal: () => Error) {
    this.#limits = limits
    this.#refusal = refusal
    this.#all = new Group({ of: 'all', ...limits }, null)
  }

  /** How many run, and how many wait. */
  get load(): { running: number; waiting: number } {
    const { running, waiting } = this.#all
    return { running, waiting }
  }

  /** Throws the line's refusal where a call of this network would be turned away. */
  requireRoom(network: string): void {
    const isFull = this.#all.isTaken && this.#all.hasNoRoom
    if (isFull || this.#all.find(network)?.hasNoRoom === true) throw this.#refusal()
  }

  /** The same as `run`, in turns of networks and people. */
  runFor<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    return this.run(work, sharesOf(this.#limits, caller))
  }

  /**
   * Runs `work` when it is its turn. Of the line the caller has a part of the first of `shares`, of that one a part of the second, and
   * so on. Throws the line's refusal where too many wait, or the wait has been too long.
   */
  async run<T>(work: () => Promise<T>, shares: readonly Share[] = []): Promise<T> {
    const leave = await this.#enter(shares)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Waits for a place in turns of networks and people, and returns what gives it back. Throws as `run` does. */
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

/** Gives the place to the next caller: those that wait for it are within the widest group that has no other. */
function leave(groups: readonly Group[]): void {
  const widest = groups.find(({ isTaken }) => isTaken)
  for (const group of groups) group.running -= 1
  widest?.next()?.()
  forgetEmpty(groups)
}

/** From the narrowest on: a group counts all who are in those within it. */
function forgetEmpty(groups: readonly Group[]): void {
  for (const group of groups.toReversed()) group.forgetIfEmpty()
}
