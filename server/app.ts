import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from './config/config.ts'
import { startCredentialSigner } from './signing/credential-signer.ts'
import { connect } from './db/connect.ts'
import { publishedVersion } from './db/published-version.ts'
import { startStep } from './db/start-step.ts'
import { openAlarmSource } from './alarms/open-alarm-source.ts'
import { registerAccount } from './features/account/routes.ts'
import { registerAchievements } from './features/achievements/routes.ts'
import { awardAchievements } from './features/achievements/award-achievements.ts'
import { registerAlarms } from './features/alarms/routes.ts'
import { alarmRound, watchAlarms } from './features/alarms/watch-alarms.ts'
import { installAuthentication } from './features/auth/authenticate.ts'
import { forgetOldLetterRequests } from './features/auth/letter-requests.ts'
import { startLinkClock } from './features/auth/one-time-tokens.ts'
import { registerAuth } from './features/auth/routes.ts'
import { registerPublicPages } from './features/catalog/public-pages.ts'
import { listOnSale } from './features/catalog/list-on-sale.ts'
import { applyPlannedPrices } from './features/catalog/planned-prices.ts'
import { registerCatalog } from './features/catalog/routes.ts'
import { registerCertificates } from './features/certificates/routes.ts'
import { registerExamples } from './features/examples/routes.ts'
import { announceAlarmEnds, runsWithRegion } from './features/exams/alarms-of-exams.ts'
import { createKnownShapes } from './features/exams/answers/answer-shapes.ts'
import { DrawingThread, servingThread } from './features/exams/paper/paper-drawer.ts'
import { createTicketOwners } from './features/exams/ticket-owners.ts'
import { examUse } from './features/exams/exam-use.ts'
import { gradeGivenBack, sweepAttempts, takeExamJobs } from './features/exams/exam-jobs.ts'
import { pushRunningExams } from './features/exams/push-running-exams.ts'
import { findShelfExams } from './features/exams/result/exams-of-purchases.ts'
import { leaveNamelessExams } from './features/exams/result/nameless-exams.ts'
import { overallOf } from './features/exams/result/overall-of.ts'
import { drawAhead } from './features/exams/open/draw-ahead.ts'
import { sweepAhead } from './features/exams/paper/papers-ahead.ts'
import { registerExams } from './features/exams/routes.ts'
import { watchAnswers } from './features/exams/result/watch-answers.ts'
import { firstQuestions } from './features/faq/first-questions.ts'
import { registerFaq } from './features/faq/routes.ts'
import { registerFeedback } from './features/feedback/routes.ts'
import { registerLegal } from './features/legal/routes.ts'
import { registerMail } from './features/mail/deliver-mail.ts'
import { countUnread } from './features/notifications/count-unread.ts'
import { registerNotifications } from './features/notifications/routes.ts'
import { ending } from './features/operator/block-account.ts'
import { readFigures } from './features/operator/figures.ts'
import { publishDueTexts } from './features/operator/written-texts.ts'
import { registerPush } from './features/push/routes.ts'
import { registerProfile } from './features/profile/routes.ts'
import { registerPractice } from './features/practice/routes.ts'
import { ownershipBy } from './features/purchases/owned-now.ts'
import { listExpired } from './features/purchases/shelf/owned-tests.ts'
import { registerPurchases } from './features/purchases/routes.ts'
import { registerQuestionReports } from './features/question-reports/routes.ts'
import { forgetWhatIsOver } from './features/retention/forget-what-is-over.ts'
import { registerSite } from './features/site/routes.ts'
import { every } from './jobs/every.ts'
import { startJobQueue } from './jobs/job-queue.ts'
import { addGauges } from './metrics/gauges.ts'
import { createMetrics } from './metrics/metrics.ts'
import { cachedFor } from './metrics/cached-for.ts'
import { addressOf, serveMetrics } from './metrics/serve-metrics.ts'
import { beginInTurns } from './plugins/begin-in-turns.ts'
import { boundConnections } from './plugins/bound-connections.ts'
import { refuseWhenLate } from './plugins/refuse-when-late.ts'
import { Repeats } from './load/repeats.ts'
import { installAccessLog } from './plugins/access-log.ts'
import { installApiDocs } from './plugins/api-docs.ts'
import { installBodyClock, requestTimeoutMs, usualTimeoutMs } from './plugins/body-clock.ts'
import { installBodyBudget } from './plugins/body-budget.ts'
import { rememberAssets } from './plugins/built-assets.ts'
import { installErrors } from './plugins/errors.ts'
import { readForwardedFor } from './plugins/forwarded-for.ts'
import { installGracefulShutdown } from './plugins/graceful-shutdown.ts'
import { openReadiness, registerHealth } from './metrics/health.ts'
import { installJsonBody } from './plugins/json-body.ts'
import { loggedError } from './log/logged-error.ts'
import { installMedia } from './plugins/media.ts'
import { installPages } from './plugins/pages.ts'
import { serveOneCallOfAConnection } from './plugins/one-call-of-a-connection.ts'
import { installMalformedAddress, malformedRequestOptions } from './plugins/refuse-malformed.ts'
import { countRequests } from './metrics/request-metrics.ts'
import { installSecurityHeaders } from './plugins/security-headers.ts'
import { paceReserved } from './plugins/pace-reserved.ts'
import { warnOfUnknownProxy } from './plugins/unknown-proxy.ts'
import { createAdmission, looks } from './http/admission.ts'
import { createBudget } from './load/budget.ts'
import { createEntrance } from './load/entrance.ts'
import type { Line } from './load/line.ts'
import { logDestination } from './log/log-destination.ts'
import { MadeOnce } from './load/made-once.ts'
import { lookNamesUpApart } from './dns/look-up-host.ts'
import { createLimiter, forgetOldCounters, networkOf } from './load/rate-limits.ts'
import { startReceiptSigner } from './signing/receipt-signer.ts'
import { createLanes, reservedLane } from './load/lanes.ts'
import { deriveSecrets } from './config/secrets.ts'
import { holdOrdinaryPlaces, turnAwayWhenFull } from './http/serve.ts'
import type { Services } from './services.ts'
import { publicInternet, type PushPolicy } from './web-push/push-door.ts'
import { startSenderKey } from './web-push/sender-key.ts'

/** Bytes of the largest body of an ordinary call. Calls with answers have another limit. */
const bodyLimit = 256 * 1024
/** Bytes. A paper takes a millisecond to compress. A stream would take longer and hold far more memory until it ends. */
const compressedAtOnce = 256 * 1024
const day = 86_400
/** Connections of reserved calls (`onReserved`). Their wait is longer than a client's, so no waiting client is refused. */
const reservedConnections = { max: reservedLane.atOnce, waitMs: reservedLane.timeoutMs, areKept: true }
const lookupConnections = { max: looks.atOnce, areKept: true }
const ordinaryConnections = { max: 12 }

declare module 'fastify' {
  interface FastifyInstance {
    /** The address of the metrics once the process listens; null: this process serves none. */
    metricsAddress: string | null
  }
}

/** Assembles a server process, not yet listening, on a migrated database. `app.close()` ends it with its jobs and connections. */
export async function buildApp(
  config: Config,
  pushPolicy: PushPolicy = publicInternet,
): Promise<{ app: FastifyInstance; services: Services }> {
  const app: FastifyInstance = Fastify({
    logger: config.logLevel === 'silent' ? false : loggerOf(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: usualTimeoutMs },
    // A step of the start waits up to 30 s for a database that has died (`start-step.ts`); this limit must be longer.
    pluginTimeout: 60_000,
    forceCloseConnections: 'idle',
    // `graceful-shutdown.ts` answers calls that come while the server closes, in our own form.
    return503OnClosing: false,
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    ...malformedRequestOptions(),
    genReqId: () => randomUUID(),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  const services = await startServices(config, app, pushPolicy)
  await install(app, services)
  registerFeatures(app, services)
  await installMedia(app, join(config.projectRoot, 'content/media'))
  await installPages(app, services, (mostTests) => listOnSale(services.db, mostTests))
  every(app, 'prices whose moment has come', 15, () => applyPlannedPrices(services.db))
  every(app, 'texts whose moment has come', 15, () => publishDueTexts(services.db))
  every(app, 'old rate counters', 600, () => forgetOldCounters(services.db))
  every(app, 'what may no longer be kept', 3600, () => forgetWhatIsOver(services.db))
  every(app, 'old requests for letters', 600, () => forgetOldLetterRequests(services.db))
  // Assets are kept for 30 days. A release that runs for longer must not lose its own assets when the next release starts.
  every(app, 'assets of this build', day, () => rememberAssets(services.db, join(config.projectRoot, 'dist')))
  takeExamJobs(services)
  drawAheadAtIdle(app, services)
  every(app, 'attempts that nobody touches', 30, () => sweepAttempts(services))
  every(app, 'attempts that were given back ungraded', 30, () => gradeGivenBack(services))
  every(app, 'exams left running', 30, () => pushRunningExams(services))
  every(app, 'what was graded against what was acknowledged', 30, () => watchAnswers(services))
  const { alarms } = services
  if (alarms !== null) {
    every(app, 'air-raid alarms', alarmRound, () => alarms.round().then(() => announceAlarmEnds(services)))
  }
  return { app, services }
}

const loggerOf = (level: string) => ({ level, serializers: { err: loggedError }, stream: logDestination() })

async function startServices(config: Config, app: FastifyInstance, pushPolicy: PushPolicy): Promise<Services> {
  lookNamesUpApart()
  const statements = config.databaseStatements
  const { db, pool } = connect(config.databaseUrl, { ...ordinaryConnections, statements })
  const reserved = connect(config.databaseUrl, { ...reservedConnections, statements })
  const lookups = connect(config.databaseUrl, { ...lookupConnections, statements })
  const secrets = deriveSecrets(config.authSecret)
  const metrics = createMetrics()
  const jobs = await startJobQueue(config.databaseUrl, app.log, (queue, outcome) =>
    metrics.jobs.inc({ queue, outcome }),
  )
  const onWaited = (seconds: number) => metrics.paperWaits.observe(seconds)
  const papers = config.papersInThread
    ? new DrawingThread({ log: app.log, onWaited, ...config.papersInThread })
    : servingThread
  // In `preClose`, because the wait for open connections before `onClose` may be long.
  app.addHook('preClose', async () => jobs.rest())
  app.addHook('onClose', async () => {
    await jobs.stop()
    await Promise.all([papers.close(), pool.end(), reserved.pool.end(), lookups.pool.end()])
  })
  const publicOrigin = () => config.publicOrigin ?? app.listeningOrigin
  const step = <T>(what: string, work: () => Promise<T>) => startStep(app.log, what, work)
  return {
    config,
    db,
    pool,
    pools: { ordinary: pool, reserved: reserved.pool, lookups: lookups.pool },
    reserved: reserved.db,
    lookups: lookups.db,
    secrets,
    jobs,
    pushKey: await step('the push key', () => startSenderKey(db, secrets.pushSeed)),
    pushPolicy,
    papers,
    answerShapes: createKnownShapes(),
    ticketOwners: createTicketOwners(),
    receipts: await step('the receipts’ key', () => startReceiptSigner(db, secrets.receiptSeed)),
    credentials: await step('the certificates’ key', () =>
      startCredentialSigner(db, secrets.certificateSeed, publicOrigin),
    ),
    limit: createLimiter(db, config.limitFactor),
    log: app.log,
    metrics,
    alarms: config.alarms && watchAlarms({ db, log: app.log }, openAlarmSource(config.alarms), runsWithRegion),
    afterGrading: [(tx, attempt) => awardAchievements(tx, attempt.userId, attempt)],
    beforeErasing: [leaveNamelessExams],
    ...ending,
    examUse,
    publicOrigin,
  }
}

async function install(app: FastifyInstance, services: Services): Promise<void> {
  app.decorate('callBudget', createBudget(services.config.limitFactor))
  app.decorate('entrance', createEntrance(services.config.entrance))
  app.decorate('admission', createAdmission(services))
  app.decorate('madeOnce', new MadeOnce(() => publishedVersion(services.db)))
  app.decorate('lanes', createLanes(services.config.limitFactor))
  // Installed first, so the log of a call that a later hook refuses has the caller's address without a port.
  readForwardedFor(app, services.config)
  beginInTurns(app, services.config)
  serveOneCallOfAConnection(app)
  boundConnections(app, services.config)
  const repeats = new Repeats(app.log)
  app.addHook('onClose', async () => repeats.end())
  installErrors(app, services.metrics, repeats)
  installBodyClock(app)
  installGracefulShutdown(app)
  installJsonBody(app)
  installAccessLog(app)
  countRequests(app, services.metrics)
  await installSecurityHeaders(app, services.config)
  await app.register(cors, {
    origin: services.config.allowedOrigins,
    allowedHeaders: ['Authorization', 'Content-Type'],
    methods: ['GET', 'POST', 'PUT'],
    exposedHeaders: ['Retry-After', 'Date'],
  })
  await app.register(compress, {
    threshold: 1024,
    syncThreshold: compressedAtOnce,
    encodings: ['br', 'gzip', 'identity'],
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.socket.remoteAddress !== undefined) return done()
    // The client hung up while its request was read. It has no address to count by, and reads no answer.
    reply.hijack()
    request.raw.destroy()
  })
  warnOfUnknownProxy(app, services.config)
  paceReserved(app, services.config.limitFactor)
  installBodyBudget(app, services.config.limitFactor)
  // Only against floods: a whole class takes an exam behind one address.
  await app.register(rateLimit, {
    max: 6000 * services.config.limitFactor,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => networkOf(ip),
  })
  // Off in test suites, which stretch the limits.
  if (services.config.limitFactor <= 1) refuseWhenLate(app)
  await installApiDocs(app)
  installMalformedAddress(app)
  turnAwayWhenFull(app)
  installAuthentication(app, services)
  holdOrdinaryPlaces(app)
}

function registerFeatures(app: FastifyInstance, services: Services): void {
  watchOver(app, services)
  registerAuth(app, services)
  registerExams(app, services)
  registerCertificates(app, services)
  registerPractice(app, services)
  registerCatalog(app, services, ownershipBy(services.examUse))
  registerPublicPages(app, services, (most) => firstQuestions(services.db, most))
  registerPurchases(app, services, findShelfExams)
  registerLegal(app, services, async (userId) => ({
    unread: await countUnread(services.db, userId),
    expired: await listExpired(services.db, userId),
  }))
  registerSite(app, services)
  registerExamples(app, services)
  registerFaq(app, services)
  registerProfile(app, services)
  registerAccount(app, services, async (userId) => (await overallOf(services.db, userId)).overall)
  registerNotifications(app, services)
  registerPush(app, services)
  registerAchievements(app, services)
  registerFeedback(app, services)
  registerQuestionReports(app, services)
  registerMail(app, services, { startLinkClock })
  registerAlarms(app, services)
}

/** Draws papers ahead while no attempt, trial, page or answer waits or is served, and no other paper is drawn. */
function drawAheadAtIdle(app: FastifyInstance, services: Services): void {
  const isEmpty = ({ load }: { load: Line['load'] | null }) => load === null || load.running + load.waiting === 0
  const isIdle = () =>
    [app.entrance.attempt, app.entrance.trial, ...Object.values(app.lanes), services.papers].every(isEmpty)
  const over = new AbortController()
  app.addHook('preClose', async () => over.abort())
  every(app, 'papers drawn ahead', 30, () => drawAhead(services, { isIdle, isOver: over.signal }))
  every(app, 'papers that nobody wants', 300, () => sweepAhead(services.db))
}

/** Milliseconds for which figures are cached if metrics are off. Anybody may call `/readyz`, which reads them. */
const figuresHoldMs = 10_000

/** Serves the health checks for balancers on the public port, and the metrics for operators on a port of their own. */
function watchOver(app: FastifyInstance, services: Services): void {
  const { db, metrics, pools, config } = services
  const figures = cachedFor(config.metrics?.everyMs ?? figuresHoldMs, () =>
    readFigures(db).catch((error: unknown) => {
      app.log.error({ err: error }, 'the figures of the database could not be read')
      throw error
    }),
  )
  const readiness = openReadiness(services, async () => (await figures()).lettersOldest)
  registerHealth(app, readiness)
  app.decorate('metricsAddress', null)
  const { metrics: settings } = config
  if (settings === null) return
  const { papers } = services
  const measure = addGauges(metrics.registry, {
    lanes: {
      ordinary: () => app.lanes.ordinary.load,
      reserved: () => app.lanes.reserved.load,
      attempt: () => app.entrance.attempt.load,
      trial: () => app.entrance.trial.load,
      order: () => app.entrance.order.load,
      other: () => app.entrance.other.load,
      ...(papers.load !== null && { drawing: () => papers.load! }),
    },
    pools,
    readFigures: figures,
    readiness,
    folders: settings.folders,
  })
  let server: Server | null = null
  app.addHook('onReady', async () => {
    server = await serveMetrics(settings, { registry: metrics.registry, measure, log: app.log })
    app.metricsAddress = addressOf(server)
  })
  app.addHook('onClose', async () => {
    server?.close()
    server?.closeAllConnections()
  })
}
