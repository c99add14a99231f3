import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '../../failure.ts'
import { requireConnected } from '../../http/serve.ts'
import { tooMany } from '../../load/entrance.ts'
import { Line } from '../../load/line.ts'
import { networkOf } from '../../load/rate-limits.ts'
import type { Services } from '../../services.ts'
import { findKnownDevice } from './known-device.ts'

/** Runs a try of an address's password where its limits allow it. */
export type LogInGuard = <Result>(
  request: FastifyRequest,
  email: string,
  tryPassword: () => Promise<Result>,
) => Promise<Result>

/** Milliseconds: as long as the entrance lets wait. */
const timeoutMs = 20_000
/** Of one network's strangers so many are looked at together; 600 wait in order. */
const strangersOfNetwork = { atOnce: 2, waiting: 600 }
/** How long each of those keeps its place once their network has passed its wide limit: ten tries a second in all. */
const slowMs = 200
/** A network's known devices hardly wait for each other; but only so many stand in the line that all networks share. */
const knownOfNetwork = { atOnce: 100, waiting: 600 }

/**
 * Guards the tries of passwords (decisions 0021, 0073, 0086). A device that its owner signs in from has tries of its own, and
 * all that its account knows have many together: what others do, in its network or elsewhere, uses up none of them. Strangers
 * have few for one address from one network, and together no more than all had before; those of one network wait in a line
 * of their own, before the one that all networks share, and are slowed down rather than refused. Wrong passwords of accounts
 * that exist use up what a network may guess: what nobody has cannot be guessed, and takes nothing from others. Once that is
 * used up, an address that nobody has tried from there within the quarter hour is still looked at, out of a reserve.
 * Throws 429 `rate_limited`, 503 `overloaded`.
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
      // First the narrow limit: a try that it refuses takes nothing from the other strangers.
      const tries = await limit('login-stranger', `${network}:${account}`)
      await limit('login-strangers', account)
      const enter = () => app.entrance.other.runFor({ network, person: null }, tryPassword)
      return countGuess(services, network, tries === 1, enter)
    }, [{ of: network, ...strangersOfNetwork }])
  }
}

/** Of the first try of an address there is a reserve, from which one who tries many times gets nothing. */
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
