/** `npm run faults`: whole exams in a real Chromium under real faults; ends with one line. */
import { parseArgs } from 'node:util'
import { playCampaign, summary } from './campaign.ts'
import { runPlanted } from './run-planted.ts'

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    replay: { type: 'string' },
    paused: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
  },
})
if (values.planted) process.exit(await runPlanted())

const [seed, index] = (values.replay ?? values.seed).split(':').map(Number)
const indices = index === undefined ? Array.from({ length: Number(values.schedules) }, (_, n) => n) : [index]

const startedAt = Date.now()
const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(1)
const { counts, failures, deaths } = await playCampaign(
  seed!,
  { indices, isPaused: values.paused },
  (name, { complaints }, { schedules }) => {
    if (complaints.length > 0) console.log(`failed: --replay ${name}\n  ${complaints.join('\n  ')}`)
    if (schedules % 5 === 0) console.log(`${schedules} schedules, ${seconds()} s`)
  },
  index === undefined ? undefined : (line) => console.log(`${seconds()} s: ${line}`),
)
if (deaths > 0) console.log(`a server process ended by itself ${deaths} times`)
console.log(summary(seed!, counts))
process.exit(failures.length === 0 && deaths === 0 ? 0 : 1)
