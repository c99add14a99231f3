import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/**
 * In production a proxy stands before the server, as a rule. Not told of it, the server takes all people for one, and the
 * limits that guard against one address refuse them all: the log hears of it at the first call that a proxy has passed on.
 */
export function warnOfUnheardProxy(
  app: FastifyInstance,
  { production, trustedProxies }: Pick<Config, 'production' | 'trustedProxies'>,
): void {
  if (!production || trustedProxies > 0) return
  let isTold = false
  app.addHook('onRequest', async (request) => {
    if (isTold || request.headers['x-forwarded-for'] === undefined) return
    isTold = true
    request.log.warn(
      'X-Forwarded-For came and is not believed, so everybody behind that proxy counts as one address. Set TRUSTED_PROXIES to the number of proxies before this server',
    )
  })
}
