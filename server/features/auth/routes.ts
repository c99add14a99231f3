import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth.ts'
import { serve } from '../../serve.ts'
import type { Services } from '../../services.ts'
import { logIn } from './log-in.ts'
import { registerAccount } from './register-account.ts'
import { refreshSession, revokeFamily } from './sessions.ts'

/** Sign-in, rotation, registration, log-out. */
export function registerAuth(app: FastifyInstance, services: Services): void {
  const { limit } = services

  serve(app, contract.login, async ({ body, request }) => {
    await limit('login-address', request.ip)
    await limit('login-account', body.email.toLowerCase())
    return logIn(services, body)
  })

  serve(app, contract.register, async ({ body, request }) => {
    await limit('register-address', request.ip)
    return registerAccount(services, body)
  })

  serve(app, contract.refreshToken, async ({ body, request }) => {
    await limit('refresh-address', request.ip)
    return refreshSession(services, body.refresh)
  })

  serve(app, contract.logout, async ({ user }) => {
    await revokeFamily(services.db, user.familyId, 'log-out')
    return {}
  })
}
