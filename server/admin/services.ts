import pino from 'pino'
import type { Config } from '../config/config.ts'
import { examUse } from '../features/exams/exam-use.ts'
import { type JobQueue, startJobQueue } from '../jobs/job-queue.ts'
import type { Services } from '../services.ts'
import type { Call } from './command.ts'

/** Warnings and errors on stderr, in the servers' format. */
const log = pino({ level: 'warn' }, pino.destination(2))

/** Runs `work` with the servers' job queue. This process only adds jobs; the servers take them. */
export async function withJobs<T>({ db, place }: Call, work: (services: WithJobs) => Promise<T>): Promise<T> {
  const jobs = await startJobQueue(place.databaseUrl, log)
  try {
    return await work({ db, jobs, log })
  } finally {
    await jobs.stop()
  }
}

export type WithJobs = Pick<Services, 'db' | 'log'> & { jobs: JobQueue }

/** As `withJobs`, with the servers' configuration of payments and seller. Throws EnvironmentFault for missing variables. */
export function withPayments<T>(call: Call, work: (services: WithPayments) => Promise<T>): Promise<T> {
  const config = call.place.readConfig()
  return withJobs(call, (services) =>
    work({ ...services, config, examUse, publicOrigin: () => config.publicOrigin ?? '' }),
  )
}

export type WithPayments = WithJobs & Pick<Services, 'examUse'> & { config: Config; publicOrigin: () => string }
