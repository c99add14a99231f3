import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'

/** A connection over which nothing has been asked by then is not waited for. Milliseconds. */
const firstRequestTimeoutMs = 1_500

/** Milliseconds between two looks for connections that have become idle while the server closes. */
const idleLookMs = 250

/**
 * A server that closes finishes what is under way and takes nothing new: 503 with Retry-After, which clients take for a
 * reason to come again. Each reply ends its connection, or one kept alive would keep the closing server waiting for it.
 */
export function installGracefulShutdown(app: FastifyInstance): void {
  const silent = silentConnections(app)
  // Node 26 counts a silent connection as idle and would cut it, with its first call on the way: idle ones wait until none is silent.
  const closeIdle = app.server.closeIdleConnections.bind(app.server)
  app.server.closeIdleConnections = () => (silent.size === 0 ? closeIdle() : undefined)
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    setTimeout(() => silent.forEach((socket) => socket.destroy()), firstRequestTimeoutMs)
    // Fastify closes idle connections once. One whose reply was just leaving would be kept alive, and waited for, for a minute.
    const looks = setInterval(() => app.server.closeIdleConnections(), idleLookMs)
    app.server.once('close', () => clearInterval(looks))
  })
  app.addHook('onRequest', async () => {
    if (!isClosing) return
    throw new Failure(503, 'overloaded', 'Сервер саме перезапускається. Спробуйте за кілька секунд.', {
      retryAfterSeconds: 1,
    })
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Browsers open connections in advance. Nodes before 26 do not count one over which nothing was asked as idle, and wait for it. */
function silentConnections({ server }: FastifyInstance): ReadonlySet<Socket> {
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  return silent
}
