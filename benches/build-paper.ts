/**
 * CPU milliseconds of this process, garbage collection included, for a paper of each test: median and mean over papers of
 * different seeds, after as many to warm the compiler up; drawn, and then drawn and packed as they are stored. Last, packing
 * alone at each level of deflate, with the resulting bytes. Decision 0052 aims at 6 ms, and `npm run bench:server` measures
 * papers within the server.
 * Prints beside them a floor of the same run, making and hashing as many random strings as a paper has options: ratios are
 * comparable between machines, milliseconds are not. Run by `npm run bench:paper`, which plays what a release runs.
 */
import { createHash } from 'node:crypto'
import { assembleExam } from '#content/assemble-exam.ts'
import { Blueprint } from '#content/blueprint.ts'
import * as blueprints from '#content/blueprints.ts'
import { splitItem } from '#content/split-item.ts'
import { optionSeedOf } from '#content/stamp-item.ts'
import { paperOf } from '../server/features/exams/paper/draw-paper.ts'
import {
  createPaperFormat,
  packingLevel,
  storedKeyOf,
} from '../server/features/exams/paper/paper-formats/paper-format.ts'
import { newestDictionary } from '../server/features/exams/paper/paper-formats/pack-paper.ts'

const rounds = 300

function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function measure(work: (round: number) => void): { median: number; mean: number } {
  for (let round = 0; round < rounds; round += 1) work(-round)
  const each = Array.from({ length: rounds }, (_, round) => cpuMs(() => work(round)))
  const sum = each.reduce((total, time) => total + time, 0)
  return { median: each.toSorted((a, b) => a - b)[rounds >> 1]!, mean: sum / rounds }
}

const floor = measure((round) => {
  for (let option = 0; option < 30 * 8; option += 1) createHash('sha256').update(`${round}:${option}`).digest('hex')
})
console.log(`${'ms of CPU'.padEnd(14)}  median    mean`)
const line = (name: string, { median, mean }: typeof floor) =>
  `${name.padEnd(14)}  ${median.toFixed(2).padStart(6)}  ${mean.toFixed(2).padStart(6)}`
console.log(line('floor', floor))
for (const [name, value] of Object.entries(blueprints)) {
  const parsed = Blueprint.safeParse(value)
  if (!parsed.success) continue
  const drawn = (seed: string) => [...assembleExam({ blueprint: parsed.data, seed, partition: 'exam' })]
  const cost = measure((round) => {
    // As a server does it: properties that are computed on the first look are looked at here.
    for (const item of drawn(`bench ${round}`)) splitItem(item)
  })
  const packed = measure((round) => paperOf(`bench ${round}`, drawn(`bench ${round}`)))
  console.log(`${line(name, cost)}   ${(cost.median / floor.median).toFixed(1)} × floor`)
  console.log(line('  packed', packed))
}

const onSale = [blueprints.verbalTest, blueprints.mathTest, blueprints.logicTest]
const papers = onSale.flatMap((blueprint, test) =>
  Array.from({ length: 20 }, (_, number) => {
    const seed = `bench ${test}/${number}`
    const items = [...assembleExam({ blueprint, seed, partition: 'exam' })]
    const questions = items.map((item) => splitItem(item).question)
    return { questions, keys: items.map(storedKeyOf), optionSeed: optionSeedOf(seed) }
  }),
)
console.log(`\nPacking alone, by turns of the three tests on sale; in use is level ${packingLevel}`)
for (let level = 1; level <= 9; level += 1) {
  const format = createPaperFormat(newestDictionary, level)
  const pack = (round: number) => {
    const { questions, keys, optionSeed } = papers[Math.abs(round) % papers.length]!
    return format.pack(questions, keys, optionSeed)
  }
  const bytes = papers
    .map((_, at) => pack(at))
    .reduce((sum, paper) => sum + paper.questions.length + paper.keys.length, 0)
  console.log(`${line(`  level ${level}`, measure(pack))}   ${Math.round(bytes / papers.length)} bytes`)
}
