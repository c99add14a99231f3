import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '../../failure.ts'
import { requireConnected } from '../../http/serve.ts'
import { tooMany } from '../../load/entrance.ts'
import { Line } from '../../load/line.ts'
import { networkOf } from '../../load/rate-limits.ts'
import type { Services } from '../../services.ts'
import { findKnownDevice } from './known-device.ts'

/** Runs a try of an address's password if its limits allow it. */
export type LogInGuard = <Result>(
  request: FastifyRequest,
  email: string,
  tryPassword: () => Promise<Result>,
) => Promise<Result>

/** Milliseconds: as long as a call may wait in the entrance. */
const timeoutMs = 20_000
/** Of one network's strangers, two are served at the same time and 600 wait in order. */
const strangersOfNetwork = { atOnce: 2, waiting: 600 }
/** Milliseconds that each stranger keeps the place once the network has passed its wide limit: ten tries a second in all. */
const slowMs = 200
/** A network's known devices hardly wait for each other, but only so many are in the line that all networks share. */
const knownOfNetwork = { atOnce: 100, waiting: 600 }

/**
 * Guards the tries of passwords (decisions 0021, 0073, 0086). Throws 429 `rate_limited`, 503 `overloaded`.
 * - A known device has tries of its own, and all known devices of an account have many together. Nobody else uses these up.
 * - Strangers have few tries for one address from one network, and a bound from all networks together. Those of one network first
 *   wait in a line of their own, then in the line that all share. They are slowed down, not refused.
 * - Only a wrong password of an account that exists is a guess, and a network has a bound of guesses. After that a reserve serves
 *   an address that nobody has tried from there within a quarter of an hour.
 */
export function createLogInGuard(app: FastifyInstance, services: Services): LogInGuard {
  const { limit } = services
  const limits = { atOnce: Infinity, waiting: Infinity, timeoutMs }
  const strangers = new Line(limits, tooMany)
  const known = new Line(limits, tooMany)

  return async (request, email, tryPassword) => {
    const account = email.toLowerCase()
    const network = networkOf(request.ip)
    const device = await findKnownDevice(services, request, account)
    if (device !== null) {
      await limit('login-device', `${device}:${account}`)
      await limit('login-known', account)
      const enter = () => app.entrance.other.runFor({ network, person: device }, tryPassword)
      return known.run(enter, [{ of: network, ...knownOfNetwork }])
    }
    return strangers.run(async () => {
      requireConnected(request)
      if (await limit.passes('login-address', network)) await pause(slowMs)
      // The narrow limit comes first: a try that it refuses takes nothing from the other strangers.
      const tries = await limit('login-stranger', `${network}:${account}`)
      await limit('login-strangers', account)
      const enter = () => app.entrance.other.runFor({ network, person: null }, tryPassword)
      return countGuess(services, network, tries === 1, enter)
    }, [{ of: network, ...strangersOfNetwork }])
  }
}

/** The first try of an address may also use a reserve. A script that tries the same address again gets nothing from it. */
const guessesOf = (isFirst: boolean) =>
  isFirst ? (['login-failures', 'login-first-failures'] as const) : (['login-failures'] as const)

async function countGuess<Result>(
  { limit }: Services,
  network: string,
  isFirst: boolean,
  tryPassword: () => Promise<Result>,
): Promise<Result> {
  const taken = await limit.withRoom(guessesOf(isFirst), network)
  try {
    return await tryPassword()
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid_credentials') {
      await limit.passes(error.userId === undefined ? 'login-nobody' : taken, network)
    }
    throw error
  }
}
