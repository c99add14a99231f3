import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { beforeFastify } from './before-fastify.ts'

/** Calls of one connection that may wait. A browser sends the next one only after the reply. */
const mostWaiting = 250

/**
 * Serves the calls of a connection one after another, as their replies leave. A reply that waits for another has no socket: it
 * would never hear that its client is gone, and its file would stay open for ever. A connection with too many waiting calls is
 * ended. Must run before any step that reorders calls or begins work for one.
 */
export function serveOneCallOfAConnection(app: FastifyInstance): void {
  const connections = new WeakMap<Socket, { last: ServerResponse; waiting: number }>()
  beforeFastify(app, ({ socket }, response, next) => {
    const connection = connections.get(socket)
    if (connection === undefined) {
      connections.set(socket, { last: response, waiting: 0 })
      return next()
    }
    const before = connection.last
    connection.last = response
    if (before.writableFinished) return next()
    if (connection.waiting >= mostWaiting) return void socket.destroy()
    connection.waiting += 1
    // If the client goes away, no reply finishes, and the waiting calls are freed with the connection.
    before.once('finish', () => {
      connection.waiting -= 1
      next()
    })
  })
}
