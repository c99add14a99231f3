import { fork } from 'node:child_process'
import { buildModel } from './build-model.mjs'

// Simulated pages live briefly: room for young objects saves most of the collector's work. The processes share the cores.
const execArgv = ['--max-semi-space-size=64', '--single-threaded-gc']

/**
 * Plays a campaign on several processes. `order` is { seed, schedules, parts }, `first` to begin at that schedule, and, for
 * planted bugs, { plants, stopsAtFailure }. `onProgress` gets the counts so far and the new failures. Rejects if a process dies
 * early.
 */
export async function playInProcesses({ plants = [], ...order }, onProgress = () => undefined) {
  const { script, code } = await buildModel('tests/model/campaign-process.ts', plants)
  const sum = { counts: {}, failures: [], reports: {} }
  const add = ({ counts, failures, reports }) => {
    for (const [name, count] of Object.entries(counts)) sum.counts[name] = (sum.counts[name] ?? 0) + count
    for (const [report, times] of Object.entries(reports)) sum.reports[report] = (sum.reports[report] ?? 0) + times
    sum.failures.push(...failures)
    onProgress(sum.counts, failures)
  }
  const parts = Array.from({ length: order.parts }, (_, part) => playPart(script, { ...order, part, code }, add))
  try {
    await Promise.all(parts.map(({ end }) => end))
  } finally {
    for (const { child } of parts) if (child.exitCode === null) child.kill()
  }
  sum.failures.sort((a, b) => a.index - b.index)
  return sum
}

function playPart(script, order, add) {
  const child = fork(script, [], { execArgv, serialization: 'advanced' })
  const end = new Promise((resolve, reject) => {
    child.on('message', ({ tally, done }) => {
      if (tally) add(tally)
      if (done) resolve()
    })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a campaign's process ended with ${code}`))))
  })
  child.send({ first: 0, stopsAtFailure: false, ...order })
  return { child, end }
}
