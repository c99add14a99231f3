import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'

/** Milliseconds that a closing server waits for the first request of a connection. */
const firstRequestTimeoutMs = 1_500

/** Milliseconds between two searches for idle connections while the server closes. */
const idleLookMs = 250

/**
 * A closing server finishes its running calls and refuses new ones: 503 with Retry-After, so clients come again. Each reply ends
 * its connection; a kept-alive one would keep the server waiting.
 */
export function installGracefulShutdown(app: FastifyInstance): void {
  const silent = silentConnections(app)
  // Node 26 would cut a silent connection as idle, with its first call on the way: idle ones stay until none is silent.
  const closeIdle = app.server.closeIdleConnections.bind(app.server)
  app.server.closeIdleConnections = () => (silent.size === 0 ? closeIdle() : undefined)
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    setTimeout(() => silent.forEach((socket) => socket.destroy()), firstRequestTimeoutMs)
    // Fastify closes idle connections once. A connection whose reply was just leaving would keep the server waiting for a minute.
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

/** Browsers open connections in advance. Node before 26 does not count one without a request as idle, and waits for it. */
function silentConnections({ server }: FastifyInstance): ReadonlySet<Socket> {
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  return silent
}
