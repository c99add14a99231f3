// `npm run faults:planted`: puts each planted bug into the exam's client (in memory, never on the disk) and lets the
// model look for it. Prints a table; fails when a bug is not caught.
//   --schedules N at most for each bug (default 20000: the rarest is found after 14,000)  --seed S (default 1)  --only PART-OF-A-NAME
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { playInProcesses } from './faults/play-in-processes.mjs'
import { replayOne } from './faults/replay-one.mjs'
import './faults/typescript.mjs'
import { helpWhenAsked } from './launch/help.mjs'

helpWhenAsked(import.meta.filename)

const { plantedBugs } = await import('../tests/model/planted/bugs.ts')

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})

async function tryBug(bug) {
  const order = { seed: Number(values.seed), schedules: Number(values.schedules), parts: 1 }
  const { counts, failures } = await playInProcesses({ ...order, plants: bug.plants, stopsAtFailure: true })
  const failure = failures[0]
  // Caught is only what goes well without the bug.
  const isOurs =
    failure !== undefined && (await replayOne(`${failure.seed}:${failure.index}`, { stdio: 'ignore' })) !== 0
  if (isOurs) console.log(`the product itself fails in ${failure.seed}:${failure.index}`)
  return { bug, played: counts.schedules, failure: isOurs ? undefined : failure }
}

const queue = plantedBugs.filter(({ name }) => name.includes(values.only))
const total = queue.length
let caught = 0
async function worker() {
  for (let bug = queue.shift(); bug !== undefined; bug = queue.shift()) {
    const { played, failure } = await tryBug(bug)
    if (failure !== undefined) caught += 1
    const verdict = failure === undefined ? `NOT CAUGHT in ${played}` : `caught after ${failure.index + 1}`
    console.log(`${verdict.padEnd(24)} ${bug.name}\n${''.padEnd(24)}   seen: ${bug.from}`)
    if (failure !== undefined) console.log(`${''.padEnd(24)}   by: ${failure.complaints[0]?.slice(0, 110)}`)
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, worker))
console.log(`${total} planted bugs, ${caught} caught, seed ${values.seed}, at most ${values.schedules} schedules each`)
process.exit(caught === total ? 0 : 1)
