import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { networkOf } from '../load/rate-limits.ts'

/** Descriptors for everything but callers: the pools, the queue, the log, names that are looked up, an embedded database. */
const kept = 150
/** However many the system allows: each costs memory, and the busiest line lets 9,000 wait. */
const mostConnections = 20_000

/**
 * Takes no more connections than there are descriptors for, half of the rest: a reply may be a file, which is open while it is
 * sent. Beyond that one is closed as soon as it was opened, where the process would otherwise die of what it cannot open any more.
 * Where callers are known by their connections, one network has half of all. Nothing that the system cannot give ends the process.
 */
export function boundConnections(app: FastifyInstance, { trustedProxies }: Pick<Config, 'trustedProxies'>): void {
  const { server } = app
  server.maxConnections = connectionsFor(descriptorLimit())
  const mostOfNetwork = Math.ceil(server.maxConnections / 2)
  const open = new Map<string, number>()
  // `accept` that fails is told as an error of the server, and the next one may not.
  server.on('error', (error) => app.log.error({ err: error }, 'a connection could not be taken'))
  if (trustedProxies > 0) return
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const ofNetwork = (open.get(network) ?? 0) + 1
    open.set(network, ofNetwork)
    socket.once('close', () => {
      const left = open.get(network)! - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
    if (ofNetwork > mostOfNetwork) socket.destroy()
  })
}

/** @param descriptors that the system lets this process open; null where nobody knows */
export function connectionsFor(descriptors: number | null): number {
  const forCallers = Math.floor(((descriptors ?? Infinity) - kept) / 2)
  return Math.min(mostConnections, Math.max(16, forCallers))
}

/** `ulimit -n` of this process, which Node has raised as far as it may (proc(5), /proc/pid/limits); null where there is no such file. */
function descriptorLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? null : Number(soft)
  } catch {
    return null
  }
}
