import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { tooMany } from '../load/entrance.ts'
import { networkOf } from '../load/rate-limits.ts'
import { beforeFastify } from './before-fastify.ts'
import { addressOf } from './forwarded-for.ts'

/** Calls that begin in one turn of the event loop, in all and of a network. Node reads up to a thousand connections in a turn. */
const inOneTurn = { all: 4, ofNetwork: 2 }
/** Milliseconds; a call that waited longer gets 503. The queue is bounded because each connection has one call here at most. */
const longestWaitMs = 30_000

/**
 * Lets few calls begin in one turn of the event loop, networks in turns. A call needs several turns: one for its body, one for
 * each reply of the database. Without this bound a flood makes each turn as long as all its calls together. A network's answers
 * have turns of their own. Calls wait in front of Fastify, whose objects are two thirds of a call's memory: the garbage collector
 * stops everybody while it copies them (decision 0117). Must be installed before any route. Throws 503 `overloaded`.
 */
export function beginInTurns(app: FastifyInstance, { trustedProxies }: Pick<Config, 'trustedProxies'>): void {
  const isReserved = reservedCalls(app)
  const turns = new Turns()
  const late = new WeakSet<IncomingMessage>()
  app.addHook('onRequest', ({ raw }, _reply, done) => done(late.has(raw) ? tooMany() : undefined))
  beforeFastify(app, (request, _response, next) => {
    const network = networkOf(addressOf(request, trustedProxies))
    const since = performance.now()
    turns.enter(isReserved(request) ? `answers of ${network}` : network, () => {
      if (request.socket.destroyed) return
      if (performance.now() - since > longestWaitMs) late.add(request)
      next()
    })
  })
}

/** Recognises a reserved call by its method and path alone. */
function reservedCalls(app: FastifyInstance): (call: IncomingMessage) => boolean {
  const paths: string[] = []
  let pattern: RegExp | undefined
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isReserved === true) paths.push(`${String(method)} ${url.replaceAll(/:[^/]+/g, '[^/?]+')}`)
  })
  return ({ method, url }) => {
    pattern ??= new RegExp(`^(?:${paths.join('|')})(?:[?]|$)`)
    return paths.length > 0 && pattern.test(`${method} ${url}`)
  }
}

interface Queue {
  begin: (() => void)[]
  /** The number of the turn in which a call of this queue last began, and how many began in it. */
  turn: number
  begun: number
}

/** Waiting calls in queues that take turns. */
class Turns {
  /** In the order of their turns. Empty queues are deleted. */
  readonly #queues = new Map<string, Queue>()
  #turn = 0
  #begun = 0
  #isNextPlanned = false

  enter(name: string, begin: () => void): void {
    const queue = this.#queues.get(name)
    if (queue === undefined) this.#queues.set(name, { begin: [begin], turn: this.#turn, begun: 0 })
    else queue.begin.push(begin)
    this.#beginSome()
  }

  #beginSome(): void {
    for (const [name, queue] of this.#queues) {
      if (this.#begun >= inOneTurn.all) break
      if (queue.turn !== this.#turn) Object.assign(queue, { turn: this.#turn, begun: 0 })
      if (queue.begun >= inOneTurn.ofNetwork) continue
      const begin = queue.begin.shift()!
      queue.begun += 1
      this.#begun += 1
      // The queue goes to the end of the map, so that this loop reaches the others first.
      this.#queues.delete(name)
      if (queue.begin.length > 0) this.#queues.set(name, queue)
      begin()
    }
    if (this.#begun > 0) this.#planNext()
  }

  #planNext(): void {
    if (this.#isNextPlanned) return
    this.#isNextPlanned = true
    setImmediate(() => {
      this.#isNextPlanned = false
      this.#turn += 1
      this.#begun = 0
      this.#beginSome()
    })
  }
}
