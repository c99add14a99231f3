import type { FastifyInstance } from 'fastify'
import { readAlarms } from '#contract/alarms.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'

/** Which alarms are known: from this process's memory, for anybody, however often. */
export function registerAlarms(app: FastifyInstance, { alarms }: Services): void {
  const known = () => alarms?.known() ?? []
  serve(app, readAlarms, async () => ({ alarms: [...known()] }), {
    waitsApart: true,
    version: () => JSON.stringify(known()),
  })
}
