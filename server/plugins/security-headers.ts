import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/**
 * Where a payment form may be sent: to every provider that there is, whichever is configured. A page that the service
 * worker kept brings the policy of its time along, and would block the form of a provider that was chosen since.
 */
const checkoutOrigins = ['https://www.liqpay.ua', 'https://pay.monobank.ua', 'https://pay.mbnk.biz']

/**
 * The policy of every page, from configuration alone: own scripts and styles, Trusted Types, nothing inline. Calls and
 * pictures may also go to the API host that the client was built for.
 */
export function pagePolicy({ apiOrigin }: Pick<Config, 'apiOrigin'>): Record<string, string[]> {
  const api = apiOrigin === undefined ? [] : [apiOrigin]
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...api],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...api],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'", ...checkoutOrigins],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['app-sw', 'dompurify'],
  }
}

/** Pages whose address holds the secret of a letter's link: what they load must not be told where it was asked from. */
const opensALetter = /^\/(reset-password|verify-email|confirm-email|keep-account|auth-callback)\b/

/**
 * The page that a worker keeps and opens at every address, those of letters among them: it tells nobody more than the
 * origin. Not less, for the forms of payment providers want to know where they were sent from.
 */
const standsForAnyPage = /^\/shell\.html(\?|$)/

export async function installSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: pagePolicy(config) },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: config.production ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
    if (opensALetter.test(request.url)) reply.header('referrer-policy', 'no-referrer')
    if (standsForAnyPage.test(request.url)) reply.header('referrer-policy', 'strict-origin')
    if (!request.url.startsWith('/api/')) return
    reply.header('cache-control', 'no-store')
    reply.header('vary', 'Authorization')
  })
}
