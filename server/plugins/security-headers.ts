import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'

/**
 * Where a payment form may be sent: to every provider that there is, whichever is configured. A page that the service
 * worker kept brings the policy of its time along, and would block the form of a provider that was chosen since. A change of
 * this file makes all pages other files (`name-headers.ts`), so that the worker asks for them again.
 */
const checkoutOrigins = ['https://www.liqpay.ua', 'https://pay.monobank.ua', 'https://pay.mbnk.biz']

/**
 * The policy of every page, from configuration alone: own scripts and styles, Trusted Types, nothing inline but what the
 * build put there (`inline-parts.ts`). Calls and pictures may also go to the API host that the client was built for.
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

/** Pages whose address has the secret of a letter's link: what they load must not learn where it was asked from. */
const opensALetter = /^\/(reset-password|verify-email|confirm-email|keep-account|auth-callback)\b/

/**
 * The page that a worker keeps and opens at every address, those of letters among them: it says no more than the
 * origin. Not less, for the forms of payment providers want to know where they were sent from.
 */
const fitsAnyPage = /^\/shell\.html(\?|$)/

/** Headers of every reply; a page or a file may replace one of them, and no reply goes without. */
export async function installSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const everywhere = {
    ...(await headersOfHelmet({
      contentSecurityPolicy: { useDefaults: false, directives: pagePolicy(config) },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      strictTransportSecurity: config.production ? { maxAge: 63_072_000, includeSubDomains: true } : false,
      xFrameOptions: { action: 'deny' },
    })),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everywhere)
    if (opensALetter.test(request.url)) reply.header('referrer-policy', 'no-referrer')
    if (fitsAnyPage.test(request.url)) reply.header('referrer-policy', 'strict-origin')
    if (request.url.startsWith('/api/')) reply.headers(ofCalls)
    done()
  })
}

const ofCalls = { 'cache-control': 'no-store', vary: 'Authorization' }

/**
 * What helmet says, asked once: as a plugin it builds all its parts and rewrites the policy at each request, and nothing of
 * it depends on the request.
 */
async function headersOfHelmet(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const [bare, spoken] = await Promise.all([repliedHeaders(null), repliedHeaders(options)])
  return Object.fromEntries(Object.entries(spoken).filter(([name]) => !(name in bare)))
}

async function repliedHeaders(options: FastifyHelmetOptions | null): Promise<Record<string, string>> {
  const asked = Fastify()
  if (options !== null) await asked.register(helmet, options)
  asked.get('/', async () => 'asked')
  const { headers } = await asked.inject('/')
  await asked.close()
  return headers as Record<string, string>
}
