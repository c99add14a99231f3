import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/account.ts'
import { every } from '../../jobs/every.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { guardTaken } from '../auth/guard-taken.ts'
import { accountOfLink } from '../auth/mail-link.ts'
import { openerOf } from '../auth/known-device.ts'
import { confirmEmailChange, requestEmailChange } from './change-email.ts'
import { closeAccount, keepAccount } from './close-account.ts'
import { eraseAccount, eraseOverdue } from './erase-account.ts'
import { type ReadOverall, streamMyData } from './my-data.ts'

/** What an export costs, in calls: it reads everything about a person. */
const exportCost = 15

/** Calls about the account itself: change its address, export its data, close it, reopen it. */
export function registerAccount(app: FastifyInstance, services: Services, readOverall: ReadOverall): void {
  const { limit } = services

  serve(
    app,
    contract.requestEmailChange,
    async ({ body, user, request }) => {
      await limit('password-check', user.id)
      await limit('email-change', user.id)
      await limit('own-letters-address', request.ip)
      await guardTaken(services, request, body.new_email, () =>
        app.ownPassword(request, () => requestEmailChange(services, user, body)),
      )
      return { detail: 'Ми надіслали по листу на стару й на нову адресу. Відкрийте посилання з обох.' }
    },
    { waitsApart: true },
  )

  serve(app, contract.confirmEmailChange, async ({ body, user, request }) => {
    await limit('mail-link-address', request.ip)
    const confirmed = await confirmEmailChange(services, body, openerOf(services.secrets, request, user))
    request.provenUserId = accountOfLink(body.uid)
    return confirmed
  })

  serve(
    app,
    contract.exportMyData,
    async ({ user, reply }) => {
      await limit('export', user.id)
      reply.header('content-disposition', 'attachment; filename="testuvannia-iq-my-data.json"')
      return streamMyData(services, user.id, readOverall)
    },
    { cost: () => exportCost },
  )

  serve(
    app,
    contract.deleteAccount,
    async ({ body, user, request }) => {
      await limit('password-check', user.id)
      const erasedAt = await app.ownPassword(request, () => closeAccount(services, user, body.password))
      return { erased_at: erasedAt.toISOString() }
    },
    { waitsApart: true },
  )

  serve(app, contract.keepAccount, async ({ body, request }) => {
    await limit('mail-link-address', request.ip)
    await keepAccount(services, body)
    request.provenUserId = accountOfLink(body.uid)
    return { detail: 'Обліковий запис повернено. Увійдіть як завжди.' }
  })

  every(app, 'accounts to erase', 600, () => eraseOverdue(services))
  app.addHook('onReady', async () =>
    services.jobs.work('erase-account', ({ user_id }) => eraseAccount(services, user_id)),
  )
}
