import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { networkOf } from '../load/rate-limits.ts'

/** Descriptors kept for the pools, the queue, the log, name lookups and an embedded database. */
const kept = 150
/** Connections at most, whatever the system allows: each costs memory, and the busiest line lets 9,000 calls wait. */
const mostConnections = 20_000

/**
 * Takes as many connections as half of the free descriptors: a reply may be a file, which is open while it is sent. A further
 * connection is closed as soon as it opens; otherwise the process dies when it can open nothing more. If connections show their
 * callers (no proxy), one network gets half of them at most. No failed `accept` ends the process.
 */
export function boundConnections(app: FastifyInstance, { trustedProxies }: Pick<Config, 'trustedProxies'>): void {
  const { server } = app
  server.maxConnections = connectionsFor(descriptorLimit())
  const mostOfNetwork = Math.ceil(server.maxConnections / 2)
  const open = new Map<string, number>()
  // Node reports a failed `accept` as an error of the server. The next one may succeed.
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

/** @param descriptors that this process may open; null if unknown */
export function connectionsFor(descriptors: number | null): number {
  const forCallers = Math.floor(((descriptors ?? Infinity) - kept) / 2)
  return Math.min(mostConnections, Math.max(16, forCallers))
}

/** `ulimit -n` of this process, which Node has raised as far as it may (proc(5), /proc/pid/limits); null without such a file. */
function descriptorLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? null : Number(soft)
  } catch {
    return null
  }
}
