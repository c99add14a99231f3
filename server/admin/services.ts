import pino from 'pino'
import type { Config } from '../config/config.ts'
import { examUse } from '../features/exams/exam-use.ts'
import { type JobQueue, startJobQueue } from '../jobs/job-queue.ts'
import type { Services } from '../services.ts'
import type { Call } from './command.ts'

/** The log of a command: warnings and worse, on stderr, as the servers write them. */
const log = pino({ level: 'warn' }, pino.destination(2))

/** Runs `work` with the servers' queue, which takes no jobs here: they are left to the servers. */
export async function withJobs<T>({ db, place }: Call, work: (services: WithJobs) => Promise<T>): Promise<T> {
  const jobs = await startJobQueue(place.databaseUrl, log)
  try {
    return await work({ db, jobs, log })
  } finally {
    await jobs.stop()
  }
}

export type WithJobs = Pick<Services, 'db' | 'log'> & { jobs: JobQueue }

/** The same with the servers' configuration: payments, and who sells. Throws EnvironmentFault for what is missing. */
export function withPayments<T>(call: Call, work: (services: WithPayments) => Promise<T>): Promise<T> {
  const config = call.place.readConfig()
  return withJobs(call, (services) =>
    work({ ...services, config, examUse, publicOrigin: () => config.publicOrigin ?? '' }),
  )
}

export type WithPayments = WithJobs & Pick<Services, 'examUse'> & { config: Config; publicOrigin: () => string }
