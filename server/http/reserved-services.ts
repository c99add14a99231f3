import { createLimiter } from '../load/rate-limits.ts'
import type { Services } from '../services.ts'

/** The same services on the reserved connections, so that answers and renewals never wait for other calls (decision 0051). */
export function onReserved(services: Services): Services {
  const { reserved: db, config } = services
  return { ...services, db, limit: createLimiter(db, config.limitFactor) }
}
