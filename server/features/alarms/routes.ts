import type { FastifyInstance } from 'fastify'
import { readAlarms } from '#contract/alarms.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'

/** Serves the known alarms from this process's memory, to anybody and however often. */
export function registerAlarms(app: FastifyInstance, { alarms }: Services): void {
  const known = () => alarms?.known() ?? []
  serve(app, readAlarms, async () => ({ alarms: [...known()] }), {
    waitsApart: true,
    version: () => JSON.stringify(known()),
  })
}
