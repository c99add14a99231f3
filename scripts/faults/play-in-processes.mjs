import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import './typescript.mjs'

const { bundle } = await import('../../tests/model/bundle.ts')
const { bundlePage } = await import('../../tests/model/page/bundle-page.ts')
const { planting } = await import('../../tests/model/planted/plant.ts')

// Young pages die young: room for them spares most of the collector's work. The parts share the cores among themselves.
const execArgv = ['--max-semi-space-size=64', '--single-threaded-gc']

/** The script of a campaign's process, the model's server in it; a loader of TypeScript would slow down each of its functions. */
async function makeScript(plants) {
  const { plugin, missing } = planting(plants)
  const code = await bundle('tests/model/campaign-process.ts', { format: 'es', plugins: [plugin] })
  if (missing().length > 0) throw new Error('a planted file is not part of the campaign')
  const folder = mkdtempSync(path.join(tmpdir(), 'faults-model-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const script = path.join(folder, 'campaign-process.mjs')
  writeFileSync(script, code)
  return script
}

let soundScript = null
/** Bundled once where nothing is planted into it. */
async function campaignScript(plants) {
  if (plants.length > 0) return makeScript(plants)
  return (soundScript ??= makeScript([]))
}

/**
 * Plays a campaign on several processes. `order` is { seed, schedules, parts } and, for planted bugs, { plants,
 * stopsAtFailure }. `onProgress` gets the counts so far and the failures that are new. Rejects when a process dies before it is done.
 */
export async function playInProcesses({ plants = [], ...order }, onProgress = () => undefined) {
  const isOfServer = ({ file }) => file.startsWith('tests/model/server/')
  const script = await campaignScript(plants.filter(isOfServer))
  const code = await bundlePage(plants.filter((plant) => !isOfServer(plant)))
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
  child.send({ stopsAtFailure: false, ...order })
  return { child, end }
}
