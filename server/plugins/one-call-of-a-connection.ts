import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { beforeFastify } from './before-fastify.ts'

/** Calls of one connection that may wait behind another; no browser sends a second one before it has the reply to the first. */
const mostWaiting = 250

/**
 * Serves the calls of a connection one after another, as their replies leave. A reply that waits for another has no socket, so it
 * would never hear that its client is gone, and its file would stay open for ever. A connection that sends more calls than may wait
 * is ended. Must see a call before whatever lets calls pass each other or begins something for one.
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
    // Of a client that goes away no reply is finished any more: the calls that wait are forgotten with the connection.
    before.once('finish', () => {
      connection.waiting -= 1
      next()
    })
  })
}
