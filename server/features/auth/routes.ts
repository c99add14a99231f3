import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth.ts'
import { login } from '#contract/log-in.ts'
import { logout, refreshToken, revokeSession } from '#contract/session.ts'
import { onReserved } from '../../reserved-services.ts'
import { serve } from '../../serve.ts'
import type { Services } from '../../services.ts'
import { changePassword, proveOldPassword } from './change-password.ts'
import { countLoginTry } from './count-login-try.ts'
import { isKnownDevice, rememberDevice } from './known-device.ts'
import { requestLetter, startLetterRequests } from './letter-requests.ts'
import { logIn } from './log-in.ts'
import { accountOfLink } from './mail-link.ts'
import type { Account } from './open-account.ts'
import { registerAccount } from './register-account.ts'
import { confirmReset } from './reset-password.ts'
import { refreshSession, revokeByToken, revokeFamily, signOutEverywhere } from './sessions.ts'
import { exchangeCode } from './sign-in-link.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

/** Sign-in, rotation, registration, log-out, passwords, sign-in links, confirmation of addresses. */
export function registerAuth(app: FastifyInstance, services: Services): void {
  const { limit } = services

  serve(
    app,
    login,
    async ({ body, request, reply }) => {
      await limit('login-address', request.ip)
      const session = await limit.ofFailures('login-failures', request.ip, 'invalid_credentials', async () => {
        await countLoginTry(services, request, body.email)
        return logIn(services, body)
      })
      await rememberDevice(services, reply, session.user_id)
      return session
    },
    { begins: 'other' },
  )

  serve(
    app,
    contract.register,
    async ({ body, request, reply }) => {
      await limit('register-address', request.ip)
      const register = () => registerAccount(services, body)
      const session = await limit.ofFailures('register-failures', request.ip, 'email_taken', register)
      await rememberDevice(services, reply, session.user_id)
      return session
    },
    { begins: 'other' },
  )

  const lasting = onReserved(services)
  serve(
    app,
    refreshToken,
    async ({ body, request }) => {
      await lasting.limit('refresh-address', request.ip)
      return refreshSession(lasting, body)
    },
    { hasBegun: true },
  )

  serve(app, logout, async ({ user }) => {
    await revokeFamily(services.db, user.familyId, 'log-out')
    return {}
  })

  serve(app, revokeSession, async ({ body, request }) => {
    await limit('revoke-address', request.ip)
    await revokeByToken(services, body.refresh)
    return {}
  })

  serve(app, contract.signOutEverywhere, async ({ user }) => {
    await signOutEverywhere(services, user.id)
    return { detail: 'Усі сеанси завершено.' }
  })

  serve(app, contract.requestPasswordReset, async ({ body, request }) => {
    await limit('reset-address', request.ip)
    await limit('reset-account', body.email.toLowerCase())
    await requestLetter(services, { kind: 'password-reset', email: body.email })
    return { detail: 'Якщо така адреса в нас є, ми надіслали на неї лист із посиланням.' }
  })

  serve(
    app,
    contract.confirmPasswordReset,
    async ({ body, request, reply }) => {
      await limit('reset-address', request.ip)
      const userId = await confirmReset(services, body)
      await rememberDevice(services, reply, userId)
      return { detail: 'Пароль змінено. Увійдіть із новим паролем.' }
    },
    { begins: 'other' },
  )

  serve(app, contract.checkPassword, async ({ body, user }) => {
    await limit('password-check', user.id)
    await proveOldPassword(services, user, body.old_password)
    return {}
  })

  serve(app, contract.changePassword, async ({ body, user, reply }) => {
    await limit('password-change', user.id)
    await changePassword(services, user, body)
    await rememberDevice(services, reply, user.id)
    return { detail: 'Пароль змінено.' }
  })

  startLetterRequests(app, services)
  registerSignInLinks(app, services)
  registerVerification(app, services)
}

function registerSignInLinks(app: FastifyInstance, services: Services): void {
  const { limit } = services

  serve(app, contract.requestSignInLink, async ({ body, request }) => {
    await limit('sign-in-link-address', request.ip)
    await limit('sign-in-link-account', body.email.toLowerCase())
    await requestLetter(services, { kind: 'sign-in-link', ...body })
    return { detail: 'Якщо така адреса в нас є, ми надіслали на неї лист із посиланням для входу.' }
  })

  serve(
    app,
    contract.exchangeCode,
    async ({ body, request, reply }) => {
      await limit('exchange-address', request.ip)
      const session = await exchangeCode(services, body)
      await rememberDevice(services, reply, session.user_id)
      return session
    },
    { begins: 'other' },
  )
}

function registerVerification(app: FastifyInstance, services: Services): void {
  const { limit } = services

  serve(app, contract.verifyEmail, async ({ body, user, request }) => {
    await limit('mail-link-address', request.ip)
    // Who is signed in to an unconfirmed account knows its password: no link is mailed to sign in to one.
    const knowsPassword = (account: Account) =>
      user?.id === account.id || isKnownDevice(services.secrets, request, account)
    const password_link = await verifyEmail(services, body, { knowsPassword })
    request.provenUserId = accountOfLink(body.uid)
    return { detail: 'Адресу підтверджено.', ...(password_link && { password_link }) }
  })

  serve(app, contract.resendVerification, async ({ user }) => {
    await limit('verify-account', user.id)
    const isSent = await resendVerification(services, user)
    return { detail: isSent ? 'Лист надіслано ще раз.' : 'Адресу вже підтверджено.' }
  })
}
