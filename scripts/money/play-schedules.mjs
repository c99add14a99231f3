import { fork } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { projectRoot } from '../launch/project.mjs'
import '../faults/typescript.mjs'

const { planting } = await import('../../tests/model/planted/plant.ts')
const { freshDatabase } = await import('../../tests/support/database.ts')

/** `order`: seed, first, schedules, stopsAtFailure. Each of `parts` processes has its database. `told` gets the number played. */
export async function playSchedules({ plants = [], parts, ...order }, told = () => undefined) {
  const built = await bundle(plants)
  try {
    const share = Math.ceil(order.schedules / parts / 40) * 40
    const played = new Map()
    const tallies = await Promise.all(
      Array.from({ length: parts }, async (_, part) => {
        const first = order.first + part * share
        const schedules = Math.min(share, order.first + order.schedules - first)
        if (schedules <= 0) return null
        const database = await freshDatabase()
        try {
          return await playIn(built.entry, { ...order, first, schedules, databaseUrl: database.url }, (done) => {
            played.set(part, done)
            told([...played.values()].reduce((sum, each) => sum + each, 0))
          })
        } finally {
          await database.drop()
        }
      }),
    )
    return sumOf(tallies.filter((tally) => tally !== null))
  } finally {
    built.remove()
  }
}

function playIn(entry, order, told) {
  return new Promise((resolve, reject) => {
    const child = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    let tally
    child.on('message', (message) => {
      if (message.tally === undefined) told(message.schedules)
      else tally = message.tally
    })
    child.on('close', (code) =>
      tally === undefined ? reject(new Error(`a part of the campaign ended with ${code}`)) : resolve(tally),
    )
    child.send(order)
  })
}

function sumOf(tallies) {
  const [first, ...others] = tallies
  return others.reduce(
    (sum, tally) => ({
      schedules: sum.schedules + tally.schedules,
      payments: sum.payments + tally.payments,
      counts: Object.fromEntries(
        Object.entries(sum.counts).map(([fault, count]) => [fault, count + tally.counts[fault]]),
      ),
      failures: [...sum.failures, ...tally.failures],
    }),
    first,
  )
}

/** Builds into a folder of the project, so that the bundle finds its packages. */
async function bundle(plants) {
  const { plugin, missing } = planting(plants)
  const folder = path.join(projectRoot, 'build')
  if (!existsSync(folder)) mkdirSync(folder)
  const outDir = mkdtempSync(path.join(folder, 'money-'))
  const remove = () => rmSync(outDir, { recursive: true, force: true })
  try {
    await build({
      root: projectRoot,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      plugins: [plugin],
      build: {
        ssr: true,
        outDir,
        target: 'node20',
        minify: false,
        rolldownOptions: {
          input: { money: path.join(projectRoot, 'tests/money/campaign-process.ts') },
          external: (id) => !/^(\.|\/|#(contract|content)\/|[A-Za-z]:[\\/])/.test(id),
          output: { entryFileNames: '[name].js' },
        },
      },
    })
    if (missing().length > 0) throw new Error('a planted file is not part of the model')
    return { entry: path.join(outDir, 'money.js'), remove }
  } catch (error) {
    remove()
    throw error
  }
}
