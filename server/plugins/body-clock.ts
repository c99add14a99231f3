import type { FastifyInstance, FastifyReply } from 'fastify'
import { Failure } from '../failure.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** How long a body may take to arrive, in milliseconds, where its call does not say that it may be slow. */
    bodyClock: { ms: number }
  }
  interface FastifyContextConfig {
    /** A body that brings somebody's answers: only `requestTimeoutMs` bounds its time. */
    mayBeSlow?: boolean
  }
}

/** For heads, and for bodies that bring nobody's answers. Milliseconds. */
export const usualTimeoutMs = 30_000
/**
 * For a whole request: longer than a client waits for a submission on the slowest network (decision 0094). Node looks every 30 s,
 * so it cuts up to that much later. Milliseconds.
 */
export const requestTimeoutMs = 150_000

/**
 * Cuts a body that takes longer than `bodyClock.ms`, answered or not: 408 `request_timeout`. So a stranger who sends a byte
 * now and then holds no connection, and answers of a slow network still arrive.
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
  // Who reads the body hears of it as of any body that breaks off, and answers; where nobody does there is nothing to answer.
  if (sent || raw.listenerCount('error') === 0) raw.destroy()
  else raw.emit('error', new Failure(408, 'request_timeout', 'Запит ішов задовго. Спробуйте ще раз.'))
}
