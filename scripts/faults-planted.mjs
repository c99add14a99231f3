// `npm run faults:planted`: puts each planted bug into the exam's client (in memory, never on the disk) and lets the
// model look for it. Prints a table; fails when a bug is not caught.
//   --schedules N at most for each bug (default 20000: the rarest is found after 6,500)  --seed S (default 1)  --only PART-OF-A-NAME
//   --without-hints: from the first schedule on, also if bugs.ts names the schedule that finds the bug
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
    'without-hints': { type: 'boolean', default: false },
  },
})
const most = Number(values.schedules)
const seed = Number(values.seed)

/** Size of a batch. A campaign begins only at a batch's first schedule (tests/model/campaign.ts). */
const BATCH = 250
const usesHints = seed === 1 && !values['without-hints']

/** Ranges in which a bug is looked for: first the batch that found it last, then all. */
function rangesFor({ foundBy }) {
  const all = { first: 0, schedules: most }
  if (!usesHints || foundBy === undefined || foundBy >= most) return [all]
  const first = foundBy - (foundBy % BATCH)
  return [{ first, schedules: first + BATCH }, all]
}

async function tryBug(bug) {
  let played = 0
  for (const range of rangesFor(bug)) {
    const order = { ...range, seed, parts: 1, plants: bug.plants, stopsAtFailure: true }
    const { counts, failures } = await playInProcesses(order)
    played += counts.schedules
    const failure = failures[0]
    // A bug is caught only by a schedule that passes without it.
    if (failure !== undefined && (await replayOne(nameOf(failure), { stdio: 'ignore' })) === 0)
      return { played, failure }
    if (failure !== undefined) console.log(`the product itself fails in ${nameOf(failure)}`)
  }
  return { played }
}

const nameOf = ({ seed: ofCampaign, index }) => `${ofCampaign}:${index}`

const queue = plantedBugs.filter(({ name }) => name.includes(values.only))
const total = queue.length
let caught = 0
async function worker() {
  for (let bug = queue.shift(); bug !== undefined; bug = queue.shift()) {
    const { played, failure } = await tryBug(bug)
    if (failure !== undefined) caught += 1
    const verdict = failure === undefined ? `NOT CAUGHT in ${played}` : `caught by ${nameOf(failure)}`
    console.log(`${verdict.padEnd(24)} ${bug.name}\n${''.padEnd(24)}   seen: ${bug.from}`)
    if (failure === undefined) continue
    console.log(`${''.padEnd(24)}   by: ${failure.complaints[0]?.slice(0, 110)}`)
    if (usesHints && played > BATCH)
      console.log(`${''.padEnd(24)}   after ${played} schedules: write foundBy: ${failure.index} in bugs.ts`)
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, worker))
console.log(`${total} planted bugs, ${caught} caught, seed ${values.seed}, at most ${values.schedules} schedules each`)
process.exit(caught === total ? 0 : 1)
