import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'

/**
 * In production a proxy is before the server, as a rule. Where the server is not set up for it, everybody has one address, and the
 * limits that guard against one address refuse them all: that is logged at the first call that a proxy has passed on.
 */
export function warnOfUnknownProxy(
  app: FastifyInstance,
  { production, trustedProxies }: Pick<Config, 'production' | 'trustedProxies'>,
): void {
  if (!production || trustedProxies > 0) return
  let isLogged = false
  app.addHook('onRequest', async (request) => {
    if (isLogged || request.headers['x-forwarded-for'] === undefined) return
    isLogged = true
    request.log.warn(
      'X-Forwarded-For came and is not believed, so everybody behind that proxy counts as one address. Set TRUSTED_PROXIES to the number of proxies before this server',
    )
  })
}
