import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth.ts'
import { serve } from '../../serve.ts'
import type { Services } from '../../services.ts'
import { changePassword, proveOldPassword } from './change-password.ts'
import { logIn } from './log-in.ts'
import { registerAccount } from './register-account.ts'
import { confirmReset, requestReset } from './reset-password.ts'
import { refreshSession, revokeFamily } from './sessions.ts'

/** Sign-in, rotation, registration, log-out, passwords. */
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

  serve(app, contract.requestPasswordReset, async ({ body, request }) => {
    await limit('reset-address', request.ip)
    await limit('reset-account', body.email.toLowerCase())
    await requestReset(services, body.email)
    return { detail: 'Якщо така адреса в нас є, ми надіслали на неї лист із посиланням.' }
  })

  serve(app, contract.confirmPasswordReset, async ({ body, request }) => {
    await limit('reset-address', request.ip)
    await confirmReset(services, body)
    return { detail: 'Пароль змінено. Увійдіть із новим паролем.' }
  })

  serve(app, contract.checkPassword, async ({ body, user }) => {
    await limit('password-check', user.id)
    await proveOldPassword(services, user, body.old_password)
    return {}
  })

  serve(app, contract.changePassword, async ({ body, user }) => {
    await changePassword(services, user, body)
    return { detail: 'Пароль змінено.' }
  })
}
