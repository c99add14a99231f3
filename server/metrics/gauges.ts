import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Figures } from './figures.ts'
import type { Readiness } from './health.ts'
import { within } from './within.ts'

type Load = () => { running: number; waiting: number }
interface Pool {
  totalCount: number
  idleCount: number
  waitingCount: number
}

export interface Measured {
  lanes: Record<string, Load>
  pools: Record<string, Pool>
  readFigures: () => Promise<Figures>
  readiness: () => Promise<Readiness>
  folders: readonly string[]
}

/** Milliseconds. An absent database must not hold up the other figures. */
const patienceMs = 3_000

const ofFigures: Record<string, [help: string, figure: Exclude<keyof Figures, 'jobs'>]> = {
  iq_letters_unsent: ['Letters that were not sent yet and are still tried.', 'lettersUnsent'],
  iq_letters_oldest_seconds: ['How long the oldest of them has waited.', 'lettersOldest'],
  iq_refunds_owed: ['Refunds whose return the provider has not confirmed.', 'refundsOwed'],
  iq_refunds_owed_kopiykas: ['What they come to.', 'refundsOwedSum'],
  iq_refunds_oldest_seconds: ['How long the oldest of them has been owed.', 'refundsOldest'],
  iq_refunds_given_up: ['Refunds that somebody has to return by hand.', 'refundsGivenUp'],
  iq_orders_pending: ['Orders that wait for their payment.', 'ordersPending'],
  iq_orders_held: ['Orders of which a bank holds money.', 'ordersHeld'],
  iq_attempts_open: ['Exams and trainings that are being taken.', 'attemptsOpen'],
  iq_papers_oldest_seconds: ['How long the oldest paper has been in the making.', 'papersOldest'],
  iq_grades_waiting: ['Submitted attempts that wait for their grade.', 'gradesWaiting'],
  iq_grades_oldest_seconds: ['How long the first of them has waited.', 'gradesOldest'],
  iq_grades_owed: ['Exams that were given back because nothing could grade them.', 'gradesOwed'],
  iq_answer_differences: ['Attempts of which something else was graded than was acknowledged.', 'answerDifferences'],
  iq_answer_watch_behind_seconds: ['Age of the oldest closing that the watch has not looked at.', 'answerWatchBehind'],
}

/** Adds the gauges and returns their update. While the database is away its figures are NaN: no number says that all is well. */
export function addGauges(registry: Registry, measured: Measured): () => Promise<void> {
  const registers = [registry]
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge<Label>({ name, help, labelNames, registers })
  const laneRunning = gauge('iq_lane_running', 'Calls, or papers, that a line lets through now.', 'lane')
  const laneWaiting = gauge('iq_lane_waiting', 'Calls, or papers, that wait in a line.', 'lane')
  const connections = gauge('iq_pool_connections', 'Connections of a pool.', 'pool', 'state')
  const poolWaiting = gauge('iq_pool_waiting', 'Queries that wait for a connection of a pool.', 'pool')
  const diskFree = gauge('iq_disk_free_bytes', 'Space left to the product on the disk of a folder.', 'folder')
  const diskSize = gauge('iq_disk_bytes', 'Size of that disk.', 'folder')
  const ready = gauge('iq_ready', 'Whether this process can do its work, by part.', 'part')
  const databaseUp = gauge('iq_database_up', 'Whether the database has told its figures.')
  const jobsWaiting = gauge('iq_jobs_waiting', 'Jobs whose time has come and that nobody has taken.', 'queue')
  const jobsOldest = gauge('iq_jobs_oldest_seconds', 'How long the first of them has waited.', 'queue')
  const figureGauges = Object.entries(ofFigures).map(([name, [help, figure]]) => ({ figure, gauge: gauge(name, help) }))

  async function measureDatabase(): Promise<void> {
    const figures = await within(patienceMs, measured.readFigures())
    databaseUp.set(figures === null ? 0 : 1)
    for (const one of figureGauges) one.gauge.set(figures?.[one.figure] ?? Number.NaN)
    jobsWaiting.reset()
    jobsOldest.reset()
    for (const [queue, { waiting, oldest }] of Object.entries(figures?.jobs ?? {})) {
      jobsWaiting.set({ queue }, waiting)
      jobsOldest.set({ queue }, oldest)
    }
  }

  async function measureReadiness(): Promise<void> {
    const readiness = await within(patienceMs, measured.readiness())
    ready.reset()
    const { database, writes, migrations, queue, mail } = readiness ?? { database: false }
    for (const [part, isFine] of Object.entries({ database, writes, migrations, queue, mail })) {
      if (isFine !== undefined) ready.set({ part }, isFine ? 1 : 0)
    }
  }

  const disks = new Map<string, ReturnType<typeof askDisk>>()
  function askDisk(folder: string) {
    return statfs(folder).finally(() => disks.delete(folder))
  }
  async function measureDisk(folder: string): Promise<void> {
    // One call at a time: a network folder that hangs takes one of the process's few threads, not one more at each look.
    const asked = disks.get(folder) ?? askDisk(folder)
    disks.set(folder, asked)
    const disk = await within(patienceMs, asked)
    diskFree.set({ folder }, disk === null ? Number.NaN : disk.bavail * disk.bsize)
    diskSize.set({ folder }, disk === null ? Number.NaN : disk.blocks * disk.bsize)
  }

  return async () => {
    for (const [lane, load] of Object.entries(measured.lanes)) {
      const { running, waiting } = load()
      laneRunning.set({ lane }, running)
      laneWaiting.set({ lane }, waiting)
    }
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(measured.pools)) {
      connections.set({ pool, state: 'busy' }, totalCount - idleCount)
      connections.set({ pool, state: 'idle' }, idleCount)
      poolWaiting.set({ pool }, waitingCount)
    }
    await Promise.all([measureDatabase(), measureReadiness(), ...measured.folders.map(measureDisk)])
  }
}
