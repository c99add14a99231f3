import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/practice.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { answerPractice, finishPractice } from './answer-practice.ts'
import { beginPractice } from './begin-practice.ts'
import { readChoice, readKeys } from './read-practice.ts'

/** A training that is taken one question at a time, with the verdict at once (decision 0055). */
export function registerPractice(app: FastifyInstance, services: Services): void {
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
}
