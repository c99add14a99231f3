/**
 * How long a paper of each test takes, against a floor measured in the same run: making and hashing as many random
 * strings as the paper has options. Ratios travel between machines; the milliseconds beside them do not.
 * Run by `npm run bench:paper`.
 */
import { createHash } from 'node:crypto'
import { assembleExam } from '#content/assemble-exam.ts'
import { Blueprint } from '#content/blueprint.ts'
import * as blueprints from '#content/blueprints.ts'

const rounds = 20

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}

function measure(work: (round: number) => void): number {
  return median(
    Array.from({ length: rounds }, (_, round) => {
      const start = performance.now()
      work(round)
      return performance.now() - start
    }),
  )
}

const floor = measure((round) => {
  for (let option = 0; option < 30 * 8; option += 1) createHash('sha256').update(`${round}:${option}`).digest('hex')
})
console.log(`floor                 ${floor.toFixed(2)} ms`)
for (const [name, value] of Object.entries(blueprints)) {
  const parsed = Blueprint.safeParse(value)
  if (!parsed.success) continue
  const time = measure((round) => {
    for (const _item of assembleExam({ blueprint: parsed.data, seed: `bench ${round}`, partition: 'exam' })) {
      // The generator is lazy: each step is the work that is measured.
    }
  })
  console.log(`${name.padEnd(20)}  ${time.toFixed(2)} ms   ${(time / floor).toFixed(0)} × floor`)
}
