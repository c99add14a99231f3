import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../rate-limits.ts'
import type { Services } from '../../services.ts'
import { findKnownDevice } from './known-device.ts'

/**
 * Counts a try of an address's password before it is looked at, known address or not. A device that its owner signs in
 * from has tries of its own, so that nobody's guessing elsewhere locks it out. Strangers have few from one network, and
 * together no more than all had before. What one network may try is bounded where this is called. Throws 429
 * `rate_limited`.
 */
export async function countLoginTry(services: Services, request: FastifyRequest, email: string): Promise<void> {
  const { limit } = services
  const account = email.toLowerCase()
  const device = await findKnownDevice(services, request, account)
  if (device !== null) return limit('login-device', `${device}:${account}`)
  // First the narrow limit: a try that it refuses takes nothing from the other strangers.
  await limit('login-stranger', `${networkOf(request.ip)}:${account}`)
  await limit('login-strangers', account)
}
