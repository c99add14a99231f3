import { assembleExam } from '#content/assemble-exam.ts'
import { Blueprint } from '#content/blueprint.ts'
import { splitItem } from '#content/split-item.ts'
import { seededTests } from '../../server/seed/seeded-tests.ts'
import type { PaperCost } from './figures.ts'

/**
 * Measures the CPU of drawing a paper of each test, alone and warm: all items, split into question and key. For comparing tests;
 * an exam's cost of papers is measured within the server (`paper-clock.ts`). `node paper-cost.js PAPERS SLUG…` prints a PaperCost
 * as JSON.
 */
const papers = Number(process.argv[2])
/** V8 compiles functions after thousands of calls. Before that a paper takes twice as long. */
const warmUp = 200

function makePaper(blueprint: Blueprint, seed: string): void {
  for (const item of assembleExam({ blueprint, seed, partition: 'exam' })) splitItem(item)
}

function measure(slug: string): number {
  const test = seededTests.find((one) => one.slug === slug)
  if (test === undefined) throw new Error(`There is no test ${slug}.`)
  const blueprint = Blueprint.parse(test.blueprint)
  for (let round = 0; round < warmUp; round += 1) makePaper(blueprint, `warm ${round}`)
  const before = process.cpuUsage()
  for (let round = 0; round < papers; round += 1) makePaper(blueprint, `bench ${round}`)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / papers
}

const bySlug = Object.fromEntries(process.argv.slice(3).map((slug) => [slug, measure(slug)]))
const all = Object.values(bySlug)
const cost: PaperCost = { ms: all.reduce((sum, ms) => sum + ms, 0) / all.length, papers: papers * all.length, bySlug }
console.log(JSON.stringify(cost))
