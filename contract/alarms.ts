import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant, ours } from './scalars.ts'

/**
 * The known air-raid alarms: current ones and some that ended lately. A region that is not listed has no alarm or is unknown,
 * so its absence does not end an alarm.
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
