import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Where a payment form may be sent, by provider; the sandbox is this server itself. */
const checkoutOrigins: Record<Config['payment']['provider'], string[]> = {
  sandbox: [],
  liqpay: ['https://www.liqpay.ua'],
  monobank: ['https://pay.monobank.ua', 'https://pay.mbnk.biz'],
}

/** The policy of every page, from configuration alone: own scripts and styles, Trusted Types, nothing inline. */
export function pagePolicy(config: Config): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'", ...checkoutOrigins[config.payment.provider]],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['app-sw', 'dompurify'],
  }
}

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
    if (!request.url.startsWith('/api/')) return
    reply.header('cache-control', 'no-store')
    reply.header('vary', 'Authorization')
  })
}
