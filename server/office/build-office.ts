import { existsSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config, OfficeConfig } from '../config/config.ts'
import { Failure, notFound } from '../failure.ts'
import { invite } from '../features/staff/invite.ts'
import { forgetOldSessions } from '../features/staff/staff-session.ts'
import { hasMember, invitationLink } from '../features/staff/team.ts'
import { every } from '../jobs/every.ts'
import { networkOf } from '../load/rate-limits.ts'
import { Repeats } from '../load/repeats.ts'
import { installAccessLog } from '../plugins/access-log.ts'
import { installErrors } from '../plugins/errors.ts'
import { readForwardedFor } from '../plugins/forwarded-for.ts'
import { installJsonBody } from '../plugins/json-body.ts'
import { installMalformedAddress, malformedRequestOptions } from '../plugins/refuse-malformed.ts'
import type { Services } from '../services.ts'
import { registerHouse } from './house-routes.ts'
import { registerInbox } from './inbox-routes.ts'
import { registerMoney } from './money-routes.ts'
import { registerPasskeys } from './passkey-routes.ts'
import { registerPeople } from './people-routes.ts'
import { registerPromo } from './promo-routes.ts'
import { registerQuestions } from './questions-routes.ts'
import type { Office } from './serve-staff.ts'
import { registerShop } from './shop-routes.ts'
import { registerSignIn } from './sign-in-routes.ts'
import { StaffCookie } from './staff-cookie.ts'
import { registerTeam } from './team-routes.ts'
import { registerTexts } from './texts-routes.ts'

const bodyLimit = 64 * 1024

/**
 * Assembles the back office: its API and its pages, on a port of its own, in the process of a server whose services it uses. It
 * knows no session of visitors, and visitors' server knows no call of it. Not yet listening; `close()` ends it alone.
 */
export async function buildOffice(services: Services, { origin }: OfficeConfig): Promise<FastifyInstance> {
  const { config, log } = services
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    ...malformedRequestOptions(),
    genReqId: () => randomUUID(),
  }) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('staff', null)
  const office: Office = {
    app,
    services,
    cookie: new StaffCookie(origin?.startsWith('https://') === true),
    // A passkey belongs to a name, and 127.0.0.1 is none.
    origin: () => origin ?? app.listeningOrigin.replace('//127.0.0.1:', '//localhost:'),
  }

  readForwardedFor(app, config)
  const repeats = new Repeats(app.log)
  app.addHook('onClose', async () => repeats.end())
  installErrors(app, services.metrics, repeats)
  installJsonBody(app)
  installAccessLog(app)
  installHeaders(app, config)
  refuseForeignOrigins(office)
  await app.register(rateLimit, {
    max: 600 * config.limitFactor,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => networkOf(ip),
  })

  installMalformedAddress(app)
  registerSignIn(office)
  registerPasskeys(office)
  registerTeam(office)
  registerPeople(office)
  registerInbox(office)
  registerMoney(office)
  registerShop(office)
  registerPromo(office)
  registerTexts(office)
  registerQuestions(office)
  registerHouse(office)
  await installOfficePages(app, config)
  every(app, 'old sessions of staff', 3600, () => forgetOldSessions(services.db))
  return app
}

/** The owner of a local demonstration. */
const localOwner = { email: 'owner@iq.example', name: 'Власник', role: 'owner' } as const

/** The office's address or, while nobody has ever signed in to it, a new link by which its first owner does. */
export async function firstOwnersLink(db: Services['db'], origin: string): Promise<string> {
  if (await hasMember(db)) return origin
  const { token } = await db.transaction((tx) => invite(tx, localOwner))
  return invitationLink(origin, token)
}

/** Nothing is kept by a browser, indexed, framed, or loaded from elsewhere. */
function installHeaders(app: FastifyInstance, { production }: Config): void {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
    ...(production && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/**
 * Refuses a call that another site's page sends, whatever the browser thinks of cookies: each browser that can open the office
 * names the page's origin with every POST, and says by Sec-Fetch-Site whether a GET is from here. Throws 403 `foreign_origin`.
 */
function refuseForeignOrigins({ app, origin }: Office): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { origin: from, 'sec-fetch-site': site } = request.headers
    const isCall = request.url.startsWith('/api/')
    const isForeign =
      request.method === 'GET' ? isCall && site !== undefined && site !== 'same-origin' : from !== origin()
    done(isForeign ? new Failure(403, 'foreign_origin', 'Цей запит надіслано з іншої сторінки.') : undefined)
  })
}

/** Serves the built pages: hashed assets, and one document for every other address. Nothing if they were not built. */
async function installOfficePages(app: FastifyInstance, { projectRoot }: Config): Promise<void> {
  const dist = join(projectRoot, 'dist-office')
  if (!existsSync(join(dist, 'index.html'))) return
  await app.register(fastifyStatic, { root: dist, wildcard: false, serve: false, cacheControl: false })
  app.get<{ Params: { '*': string } }>('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.params['*']
    if (path.startsWith('api/')) return reply.callNotFound()
    if (!/\.[a-z0-9]+$/i.test(path)) return reply.type('text/html; charset=utf-8').sendFile('index.html')
    if (!/^assets\/[\w-][\w.-]*\.\w+$/.test(path) || !existsSync(join(dist, path))) throw notFound()
    return reply.header('cache-control', 'private, max-age=31536000, immutable').sendFile(path)
  })
}
