import type { FastifyInstance, FastifyReply } from 'fastify'
import { Failure } from '../failure.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Milliseconds that a body may take to arrive, unless its call has `mayBeSlow`. */
    bodyClock: { ms: number }
  }
  interface FastifyContextConfig {
    /** A body with answers: only `requestTimeoutMs` limits it. */
    mayBeSlow?: boolean
  }
}

/** Milliseconds for heads, and for bodies without answers. */
export const usualTimeoutMs = 30_000
/** Milliseconds for a whole request: longer than a client waits for a slow submission (decision 0094). Node adds up to 30 s. */
export const requestTimeoutMs = 150_000

/**
 * Cuts a body that takes longer than `bodyClock.ms`, already answered or not: 408 `request_timeout`. So a stranger who sends a
 * byte now and then holds no connection, and answers from a slow network still arrive.
 */
export function installBodyClock(app: FastifyInstance): void {
  const bodyClock = { ms: usualTimeoutMs }
  app.decorate('bodyClock', bodyClock)
  app.addHook('onRequest', (request, reply, done) => {
    const { 'content-length': announced, 'transfer-encoding': encoding } = request.headers
    const hasBody = encoding !== undefined || Number(announced ?? 0) > 0
    if (hasBody && request.routeOptions.config.mayBeSlow !== true) {
      const timer = setTimeout(() => cut(reply), bodyClock.ms)
      request.raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    done()
  })
}

function cut({ request: { raw }, sent }: FastifyReply): void {
  if (raw.complete) return
  // The reader of the body gets the error of a body that broke off, and answers. Without a reader there is nothing to answer.
  if (sent || raw.listenerCount('error') === 0) raw.destroy()
  else raw.emit('error', new Failure(408, 'request_timeout', 'Запит ішов задовго. Спробуйте ще раз.'))
}
