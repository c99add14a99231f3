import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../load/rate-limits.ts'
import type { Services } from '../../services.ts'
import { findKnownDevice } from './known-device.ts'

/**
 * Bounds the letters of a kind to one mailbox. Devices that its owner signs in from have some of their own,
 * together: what strangers ask for, from wherever, uses up none of those (decision 0021). Of the strangers' those of one network
 * get a part. The same is asked of the database for an address that nobody has. Throws 429 `rate_limited`.
 */
export async function limitLetters(
  services: Pick<Services, 'db' | 'secrets' | 'limit'>,
  request: FastifyRequest,
  email: string,
  kind: 'reset' | 'sign-in-link',
): Promise<void> {
  const { limit } = services
  const address = email.toLowerCase()
  if ((await findKnownDevice(services, request, address)) !== null) return void (await limit(`${kind}-known`, address))
  // First the narrow limit, as of log-ins: what it refuses takes nothing from the other strangers.
  await limit(`${kind}-stranger`, `${networkOf(request.ip)}:${address}`)
  await limit(`${kind}-strangers`, address)
}
