// `npm run faults:model`: plays seeded schedules of faults against the exam's real client code, and ends with one line.
//   --schedules N (default 20000)  --seed S (default 1)  --replay SEED:INDEX  --parts P (processes; default: the cores)
//   --first N (default 0): begins at that schedule, a multiple of 250, to continue an interrupted campaign
//   --plant PART-OF-A-NAME: with that bug of tests/model/planted/bugs.ts in it, in a campaign or a replay
//   --shrink SECONDS (default 20): how long a failed replay looks for a smaller schedule that fails as well
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { plantedBug } from './faults/planted-bug.mjs'
import { playInProcesses } from './faults/play-in-processes.mjs'
import { replayOne } from './faults/replay-one.mjs'
import { helpWhenAsked } from './launch/help.mjs'
import { orExplain } from './launch/project.mjs'

helpWhenAsked(import.meta.filename)

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    replay: { type: 'string' },
    first: { type: 'string', default: '0' },
    parts: { type: 'string', default: String(availableParallelism()) },
    plant: { type: 'string' },
    shrink: { type: 'string', default: '20' },
  },
})

const bug = values.plant === undefined ? null : await orExplain(() => plantedBug(values.plant))
if (bug !== null) console.log(`planted: ${bug.name}`)
const plants = bug?.plants ?? []

if (values.replay !== undefined)
  process.exit(await replayOne(values.replay, { plants, shrinkSeconds: Number(values.shrink) }))

const order = {
  seed: Number(values.seed),
  schedules: Number(values.schedules),
  first: Number(values.first),
  parts: Number(values.parts),
}
const ordered = order.schedules - order.first
const startedAt = Date.now()
let shownAt = startedAt
const { counts, failures, reports } = await playInProcesses({ ...order, plants }, ({ schedules }, failed) => {
  // Prints a failure immediately, so that an interrupted campaign has printed its failures.
  for (const { seed, index } of failed) console.log(`failed: --replay ${seed}:${index}`)
  if (Date.now() - shownAt < 10_000) return
  shownAt = Date.now()
  const perSecond = Math.round((1000 * schedules) / (Date.now() - startedAt))
  console.log(`${schedules} of ${ordered} schedules, ${perSecond} a second`)
})

for (const { seed, index, complaints } of failures.slice(0, 10)) {
  console.log(`\nfailed: --replay ${seed}:${index}`)
  for (const complaint of complaints.slice(0, 5)) console.log(`  ${complaint}`)
}
for (const [report, times] of Object.entries(reports)) console.log(`a page reported, ${times} times: ${report}`)
console.log(
  `seed ${order.seed}${order.first > 0 ? ` from ${order.first}` : ''}: ${counts.schedules} schedules, ${counts.exams} exams, ${counts.device} answers acknowledged on the device, ` +
    `${counts.server} on the server, ${counts.lost} lost, ${counts.gradedTwice} graded twice, ${counts.wrongUser} wrong user, ` +
    `${counts.notConverged} not converged, ${counts.sessionsEnded} sessions ended by nobody, ` +
    `${counts.settledTooEarly} settled too early, in ${Math.round((Date.now() - startedAt) / 1000)} s`,
)
process.exit(failures.length === 0 && counts.schedules === ordered ? 0 : 1)
