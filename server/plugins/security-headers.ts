import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'

/**
 * Targets of payment forms: every provider, whichever is configured. A page that the worker kept brings its old policy along,
 * which would block a new provider. A change of this file renames all pages (`name-headers.ts`), so the worker fetches them.
 */
const checkoutOrigins = ['https://www.liqpay.ua', 'https://pay.monobank.ua', 'https://pay.mbnk.biz']

/**
 * The policy of every page, from configuration alone: own scripts and styles, Trusted Types, nothing inline but the build's own
 * (`inline-parts.ts`). Calls and pictures may also go to the API host that the client was built for.
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

/** Pages whose address holds the secret of a letter's link: the files that they load must not see it as a referrer. */
const opensALetter = /^\/(reset-password|verify-email|confirm-email|keep-account|auth-callback)\b/

/** A worker opens this page at every address, those of letters too: its referrer is the origin, which payment providers need. */
const fitsAnyPage = /^\/shell\.html(\?|$)/

/** Puts headers on every reply. A page or a file may replace one of them. */
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

/** Helmet's headers, computed once: as a plugin it would build the policy again at each request, though it is always the same. */
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
