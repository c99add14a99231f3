import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant, ours } from './scalars.ts'

/**
 * The air-raid alarms that are known: those that stand, and those that have ended lately. A region that is not named has none, or
 * nothing is known of it: that is no end.
 */
export const readAlarms = endpoint({
  name: 'readAlarms',
  method: 'GET',
  path: '/api/alarms/',
  auth: 'none',
  summary: 'Air-raid alarms by region (ISO 3166-2), of which exams are told',
  response: z.object({
    alarms: z.array(z.object({ region: z.string(), since: Instant, ended_at: ours(Instant) })),
  }),
})
export type Alarm = z.output<(typeof readAlarms)['response']>['alarms'][number]
