import type { FastifyInstance } from 'fastify'
import { beginGuestTrial, claimGuestTrial } from '#contract/guest-trial.ts'
import * as contract from '#contract/practice.ts'
import { serve } from '../../http/serve.ts'
import { createProvider } from '../../payments/open-provider.ts'
import type { Services } from '../../services.ts'
import { answerPractice, finishPractice } from './answer-practice.ts'
import { beginPractice } from './begin-practice.ts'
import { claimTrial } from './claim-trial.ts'
import { drawTrial } from './draw-trial.ts'
import { readChoice, readKeys } from './read-practice.ts'

/** Trainings one question at a time with immediate verdicts (decision 0055), and guests' trials that accounts claim (0110). */
export function registerPractice(app: FastifyInstance, services: Services): void {
  const { limit } = services
  const provider = createProvider(services)
  serve(app, contract.readPracticeChoice, ({ params, user }) => readChoice(services.db, params.id, user.id))
  serve(
    app,
    contract.beginPractice,
    ({ params, body, user }) => beginPractice(services, { purchaseId: params.id, userId: user.id, body }),
    { opens: 'attempt' },
  )
  serve(app, contract.readPracticeKeys, ({ params, body, user }) =>
    readKeys(services.db, { purchaseId: params.id, userId: user.id }, body.attempt_id),
  )
  serve(app, contract.answerPractice, ({ params, body, user }) =>
    answerPractice(services, { purchaseId: params.id, userId: user.id }, body),
  )
  serve(app, contract.finishPractice, ({ params, body, user }) =>
    finishPractice(services, { purchaseId: params.id, userId: user.id }, body),
  )

  serve(
    app,
    beginGuestTrial,
    async ({ body, request }) => {
      await limit('guest-trial-address', request.ip)
      return drawTrial(services, body.slug)
    },
    { opens: 'trial' },
  )
  serve(
    app,
    claimGuestTrial,
    async ({ body, user }) => {
      await limit('guest-trial-claim', user.id)
      return claimTrial(services, provider, user.id, body)
    },
    { opens: 'attempt' },
  )
}
