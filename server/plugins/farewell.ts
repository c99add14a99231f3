import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'

/**
 * A server that closes finishes what is under way and takes nothing new: 503 with Retry-After, which clients take for a
 * reason to come again. Each reply ends its connection, or one kept alive would keep the closing server waiting for it.
 */
export function installFarewell(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (!isClosing) return
    throw new Failure(503, 'overloaded', 'Сервер саме перезапускається. Спробуйте за кілька секунд.', {
      retryAfterSeconds: 1,
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
