// `npm run money:model`: plays seeded schedules of buyers, banks, prices, operators and dying processes against the shop's
// real code and a real PostgreSQL, and ends with one line.
//   --schedules N (default 20000)  --seed S (default 1)  --first N (default 0): begins at that schedule
//   --parts P (processes; default: the cores)
//   --replay SEED:INDEX: that schedule alone, with all that is wrong with it
//   --plant PART-OF-A-NAME: with that bug of tests/money/planted/bugs.ts in it
//   --planted: each planted bug in turn, at most N schedules each (default 2000); fails when one is not caught
//   --without-hints: planted bugs from the first schedule on, also if bugs.ts names the schedule that finds a bug
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { helpWhenAsked } from './launch/help.mjs'
import { startTestDatabase } from './test-run/test-database.mjs'
import './faults/typescript.mjs'

helpWhenAsked(import.meta.filename)

const { values } = parseArgs({
  options: {
    schedules: { type: 'string' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    parts: { type: 'string', default: String(availableParallelism()) },
    replay: { type: 'string' },
    plant: { type: 'string' },
    planted: { type: 'boolean', default: false },
    'without-hints': { type: 'boolean', default: false },
  },
})

const { plantedBugs } = await import('../tests/money/planted/bugs.ts')
// `npm test` has a running database.
const database = process.env.TEST_DATABASE_URL === undefined ? await startTestDatabase() : null
if (database !== null) process.env.TEST_DATABASE_URL = database.url
const { playSchedules } = await import('./money/play-schedules.mjs')

/** Schedules whose days pass together (tests/money/campaign.ts). */
const BATCH = 40

try {
  process.exitCode = values.planted ? await tryAll() : await playOne()
} finally {
  await database?.stop()
}

async function playOne() {
  const bug = plantedBugs.filter(({ name }) => values.plant !== undefined && name.includes(values.plant))
  if (values.plant !== undefined && bug.length !== 1)
    throw new Error(`--plant fits ${bug.length} planted bugs, not one`)
  if (bug.length > 0) console.log(`planted: ${bug[0].name}`)
  const [seed, index] = values.replay?.split(':').map(Number) ?? [Number(values.seed), null]
  const range = index === null ? rangeOf(20_000) : { first: index, schedules: 1, parts: 1 }
  const startedAt = Date.now()
  let shownAt = startedAt
  const { schedules, payments, counts, failures } = await playSchedules(
    { ...range, seed, plants: bug[0]?.plants ?? [] },
    (played) => {
      if (Date.now() - shownAt < 10_000) return
      shownAt = Date.now()
      console.log(`${played} of ${range.schedules} schedules`)
    },
  )
  for (const { index: at, complaints } of failures.slice(0, 10)) {
    console.log(`\nfailed: --replay ${seed}:${at}`)
    for (const complaint of complaints.slice(0, 5)) console.log(`  ${complaint}`)
  }
  const found = Object.entries(counts).map(([fault, count]) => `${count} ${fault}`)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(`seed ${seed}: ${schedules} schedules, ${payments} payments, ${found.join(', ')}, in ${seconds} s`)
  return failures.length === 0 && schedules === range.schedules ? 0 : 1
}

function rangeOf(usual) {
  return {
    first: Number(values.first),
    schedules: Number(values.schedules ?? usual),
    parts: Number(values.parts),
  }
}

async function tryAll() {
  const bugs = plantedBugs.filter(({ name }) => name.includes(values.plant ?? ''))
  let caught = 0
  for (const bug of bugs) {
    const { played, failure } = await tryBug(bug)
    if (failure !== undefined) caught += 1
    const name = failure && `${failure.seed}:${failure.index}`
    console.log(`${name ? `caught by ${name}, after ${played}` : `NOT CAUGHT in ${played}`}: ${bug.name}`)
    console.log(`  seen: ${bug.from}`)
    if (failure !== undefined) console.log(`  by: ${failure.complaints[0].slice(0, 140)}`)
  }
  console.log(`${bugs.length} planted bugs, ${caught} caught, seed ${values.seed}`)
  return caught === bugs.length ? 0 : 1
}

async function tryBug(bug) {
  let played = 0
  for (const range of rangesFor(bug)) {
    const order = { ...range, parts: 1, seed: Number(values.seed), plants: bug.plants, stopsAtFailure: true }
    const { schedules, failures } = await playSchedules(order)
    played += schedules
    if (failures.length > 0) return { played, failure: failures[0] }
  }
  return { played }
}

/** Ranges in which a bug is looked for: first around the schedule that found it last (of seed 1), then in all. */
function rangesFor({ foundBy }) {
  const { first, schedules } = rangeOf(2000)
  const all = { first, schedules }
  if (values['without-hints'] || Number(values.seed) !== 1 || foundBy === undefined) return [all]
  return [{ first: foundBy - (foundBy % BATCH), schedules: BATCH }, all]
}
