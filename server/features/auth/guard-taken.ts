import type { FastifyRequest } from 'fastify'
import { Failure } from '../../failure.ts'
import { networkOf } from '../../load/rate-limits.ts'
import type { Services } from '../../services.ts'
import { findKnownDevice } from './known-device.ts'

/**
 * Bounds how many taken addresses a network can discover by trying to take them (decisions 0073, 0086). An address that the
 * network has discovered does not count again. A known device of the address's owner passes. Throws 429 `rate_limited`.
 */
export async function guardTaken<Result>(
  services: Services,
  request: FastifyRequest,
  email: string,
  take: () => Promise<Result>,
): Promise<Result> {
  const { limit } = services
  const address = email.toLowerCase()
  if ((await findKnownDevice(services, request, address)) !== null) return take()
  const network = networkOf(request.ip)
  await limit.withRoom(['register-failures'], network)
  try {
    return await take()
  } catch (error) {
    if (error instanceof Failure && error.code === 'email_taken') {
      const isNew = !(await limit.passes('register-told', `${network}:${address}`))
      if (isNew) await limit.passes('register-failures', network)
    }
    throw error
  }
}
