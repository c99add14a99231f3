import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'

/** Warns once of an unconfigured proxy: all people behind it have one address, and that address's limits refuse them all. */
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
