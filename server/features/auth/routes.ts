import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/auth.ts'
import { login } from '#contract/log-in.ts'
import * as session from '#contract/session.ts'
import { onReserved } from '../../http/reserved-services.ts'
import { requireConnected, serve } from '../../http/serve.ts'
import { tooMany } from '../../load/entrance.ts'
import { Line } from '../../load/line.ts'
import { networkOf } from '../../load/rate-limits.ts'
import type { Services } from '../../services.ts'
import { changePassword, proveOldPassword } from './change-password.ts'
import { createLogInGuard } from './guard-log-in.ts'
import { guardTaken } from './guard-taken.ts'
import { findKnownDevice, knownNameOf, openerOf, rememberDevice } from './known-device.ts'
import { requestLetter, startLetterRequests } from './letter-requests.ts'
import { logIn } from './log-in.ts'
import { accountOfLink } from './mail-link.ts'
import { type Registration, registerAccount } from './register-account.ts'
import { accountOfReset, confirmReset, requireResetLink } from './reset-password.ts'
import {
  endSession,
  listSessions,
  refreshSession,
  requireOurs,
  revokeByToken,
  revokeFamily,
  signOutEverywhere,
} from './sessions.ts'
import { exchangeCode } from './sign-in-link.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

/** Sign-in, rotation, registration, log-out, passwords, sign-in links, confirmation of addresses. */
export function registerAuth(app: FastifyInstance, services: Services): void {
  const { limit } = services

  const guardLogIn = createLogInGuard(app, services)
  // A log-in waits in the line of its network first, then in the entrance: one network's log-ins cannot fill the shared line.
  serve(
    app,
    login,
    async ({ body, request, reply }) => {
      const opened = await guardLogIn(request, body.email, () => logIn(services, body, userAgentOf(request)))
      await rememberDevice(services, reply, opened.user_id)
      return opened
    },
    { waitsApart: true },
  )

  const register = async (body: Registration, request: FastifyRequest, reply: FastifyReply) => {
    await limit('register-address', request.ip)
    const opened = await guardTaken(services, request, body.email, () =>
      registerAccount(services, body, userAgentOf(request)),
    )
    await rememberDevice(services, reply, opened.user_id)
    return opened
  }
  serve(app, contract.register, ({ body, request, reply }) => register(body, request, reply), { opens: 'other' })
  // This form asks for no name. The browser makes up the password, so nobody mistypes it.
  const nameless = { first_name: '', last_name: '' }
  serve(
    app,
    contract.registerByEmail,
    ({ body, request, reply }) => register({ ...body, ...nameless, password2: body.password1 }, request, reply),
    { opens: 'other' },
  )

  const lasting = onReserved(services)
  serve(
    app,
    session.refreshToken,
    async ({ body, request }) => {
      await lasting.limit('refresh-address', request.ip)
      return refreshSession(lasting, body, userAgentOf(request))
    },
    { isReserved: true, proofInBody: ({ refresh }) => requireOurs(services.secrets, refresh) },
  )

  serve(app, session.logout, async ({ user }) => {
    await revokeFamily(services, services.db, user.familyId, 'log-out')
    return {}
  })

  serve(app, session.revokeSession, async ({ body, request }) => {
    await limit('revoke-address', request.ip)
    request.provenUserId = await revokeByToken(services, body.refresh)
    return {}
  })

  serve(app, session.listSessions, async ({ user }) => ({ results: await listSessions(services, user) }))

  serve(app, session.endSession, async ({ body, user }) => {
    await endSession(services, user.id, body.id)
    return { detail: 'Сеанс завершено.' }
  })

  serve(app, contract.signOutEverywhere, async ({ user }) => {
    await signOutEverywhere(services, user.id)
    return { detail: 'Усі сеанси завершено.' }
  })

  serve(app, contract.requestPasswordReset, async ({ body, request }) => {
    await limit('reset-address', request.ip)
    await limitLetters(services, request, body.email, 'reset')
    await requestLetter(services, { kind: 'password-reset', email: body.email })
    return { detail: 'Якщо така адреса в нас є, ми надіслали на неї лист із посиланням.' }
  })

  serve(app, contract.checkResetLink, async ({ body, request }) => {
    await limit('reset-address', request.ip)
    await requireResetLink(services, body)
    return {}
  })

  serve(
    app,
    contract.confirmPasswordReset,
    async ({ body, request, reply }) => {
      await limit('reset-address', request.ip)
      const formerName = await knownNameOf(services, request, accountOfReset(body))
      const userId = await confirmReset(services, body)
      await rememberDevice(services, reply, userId, formerName)
      return { detail: 'Пароль змінено. Увійдіть із новим паролем.' }
    },
    { opens: 'other' },
  )

  installOwnPasswordLine(app)
  serve(
    app,
    contract.checkPassword,
    async ({ body, user, request }) => {
      await limit('password-check', user.id)
      await app.ownPassword(request, () => proveOldPassword(services, user, body.old_password))
      return {}
    },
    { waitsApart: true },
  )

  serve(
    app,
    contract.changePassword,
    async ({ body, user, request, reply }) => {
      await limit('password-change', user.id)
      const formerName = await knownNameOf(services, request, user.id)
      await app.ownPassword(request, () => changePassword(services, user, body))
      await rememberDevice(services, reply, user.id, formerName)
      return { detail: 'Пароль змінено.' }
    },
    { waitsApart: true },
  )

  startLetterRequests(app, services)
  registerSignInLinks(app, services)
  registerVerification(app, services)
}

const userAgentOf = ({ headers }: FastifyRequest) => headers['user-agent']

function registerSignInLinks(app: FastifyInstance, services: Services): void {
  const { limit } = services

  serve(app, contract.requestSignInLink, async ({ body, request }) => {
    await limit('sign-in-link-address', request.ip)
    await limitLetters(services, request, body.email, 'sign-in-link')
    await requestLetter(services, { kind: 'sign-in-link', ...body })
    return { detail: 'Якщо така адреса в нас є, ми надіслали на неї лист із посиланням для входу.' }
  })

  serve(
    app,
    contract.exchangeCode,
    async ({ body, request, reply }) => {
      await limit('exchange-address', request.ip)
      const opened = await exchangeCode(services, body, userAgentOf(request))
      await rememberDevice(services, reply, opened.user_id)
      return opened
    },
    { opens: 'other' },
  )
}

function registerVerification(app: FastifyInstance, services: Services): void {
  const { limit } = services

  serve(app, contract.verifyEmail, async ({ body, user, request }) => {
    await limit('mail-link-address', request.ip)
    const password_link = await verifyEmail(services, body, openerOf(services.secrets, request, user))
    request.provenUserId = accountOfLink(body.uid)
    return { detail: 'Адресу підтверджено.', ...(password_link && { password_link }) }
  })

  serve(app, contract.resendVerification, async ({ user, request }) => {
    await limit('own-letters-account', user.id)
    await limit('own-letters-address', request.ip)
    const isSent = await resendVerification(services, user)
    return { detail: isSent ? 'Лист надіслано ще раз.' : 'Адресу вже підтверджено.' }
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The line for calls of signed-in people that hash a password. */
    ownPassword: OwnPasswordLine
  }
}

type OwnPasswordLine = <Result>(request: FastifyRequest, work: () => Promise<Result>) => Promise<Result>

/** The same bounds as for a network's strangers (`guard-log-in.ts`): anybody can have many accounts. */
const ofNetwork = { atOnce: 2, waiting: 600 }
/** Milliseconds. */
const timeoutMs = 20_000

/**
 * The line of signed-in people's calls that hash a password. It lets two calls of one network at a time into the line that all
 * share with log-ins. Limits of an account do not bound a person who has a thousand accounts. Throws 503 `overloaded`.
 */
function installOwnPasswordLine(app: FastifyInstance): void {
  const line = new Line({ atOnce: Infinity, waiting: Infinity, timeoutMs }, tooMany)
  app.decorate('ownPassword', (request, work) =>
    line.run(() => {
      requireConnected(request)
      return app.entrance.other.runFor(app.callerOf(request), work)
    }, [{ of: networkOf(request.ip), ...ofNetwork }]),
  )
}

/**
 * Bounds the letters of a kind to one mailbox. The owner's known devices share an allowance of their own, which strangers never
 * use up (decision 0021). The strangers of one network get a part of what all strangers have. An address that nobody has costs
 * the same queries. Throws 429 `rate_limited`.
 */
async function limitLetters(
  services: Pick<Services, 'db' | 'secrets' | 'limit'>,
  request: FastifyRequest,
  email: string,
  kind: 'reset' | 'sign-in-link',
): Promise<void> {
  const { limit } = services
  const address = email.toLowerCase()
  if ((await findKnownDevice(services, request, address)) !== null) return void (await limit(`${kind}-known`, address))
  // The narrow limit comes first, as for log-ins: a request that it refuses takes nothing from the other strangers.
  await limit(`${kind}-stranger`, `${networkOf(request.ip)}:${address}`)
  await limit(`${kind}-strangers`, address)
}
