import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/push.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { lastPushChange } from '../auth/push-change.ts'
import { createPatience } from './recipient-limits.ts'
import { sendPush } from './send-push.ts'
import { listSubscriptions, renew, subscribe, unsubscribe } from './subscriptions.ts'

/** Concurrent deliveries of one process: a push service may be slow, and a stranger's own service as slow as it likes. */
const mostAtOnce = 5

/** Serves Web Push: news to browsers that have the site closed. */
export function registerPush(app: FastifyInstance, services: Services): void {
  const { limit, pushKey } = services

  serve(app, contract.readPushes, async ({ user }) => ({
    public_key: pushKey.publicKey,
    last_change: await lastPushChange(services.db, user.familyId),
    subscriptions: await listSubscriptions(services, user.id),
  }))

  serve(app, contract.subscribeToPushes, async ({ body, user }) => {
    await limit('push', user.id)
    await subscribe(services, user, body)
    return {}
  })

  serve(app, contract.unsubscribeFromPushes, async ({ body, user }) => {
    await unsubscribe(services, user, body)
    return {}
  })

  serve(app, contract.renewPushSubscription, async ({ body, request }) => {
    await limit('push-renewal-address', request.ip)
    await renew(services, body)
    return {}
  })

  const patience = createPatience()
  app.addHook('onReady', async () =>
    services.jobs.work('send-push', ({ push_id }) => sendPush(services, push_id, patience), mostAtOnce),
  )
}
