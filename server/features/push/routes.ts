import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/push.ts'
import { every } from '../../jobs/every.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { createPatience } from './recipient-limits.ts'
import { sendPush } from './send-push.ts'
import { lastChange, listSubscriptions, renew, subscribe, unsubscribe } from './subscriptions.ts'
import { pushRunningExams } from './push-running-exams.ts'

/** Messages that one process delivers side by side: a push service may be slow, and a stranger's is as slow as it likes. */
const mostAtOnce = 5

/** News to browsers that have the site closed (Web Push). */
export function registerPush(app: FastifyInstance, services: Services): void {
  const { limit, pushKey } = services

  serve(app, contract.readPushes, async ({ user }) => ({
    public_key: pushKey.publicKey,
    last_change: await lastChange(services, user.familyId),
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

  every(app, 'exams left running', 30, () => pushRunningExams(services))
  const patience = createPatience()
  app.addHook('onReady', async () =>
    services.jobs.work('send-push', ({ push_id }) => sendPush(services, push_id, patience), mostAtOnce),
  )
}
