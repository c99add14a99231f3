import { assembleExam } from '#content/assemble-exam.ts'
import { Blueprint } from '#content/blueprint.ts'
import { splitItem } from '#content/split-item.ts'
import { seededTests } from '../../server/seed/seeded-tests.ts'

/**
 * The CPU that one paper takes, in milliseconds: the average of these tests (slugs, as arguments), as the server makes
 * them: all items, each parted into question and key. Prints it as JSON: { "ms": 12.3, "papers": 300 }.
 */
const rounds = Number(process.argv[2])
const blueprints = process.argv.slice(3).map((slug) => {
  const test = seededTests.find((one) => one.slug === slug)
  if (test === undefined) throw new Error(`There is no test ${slug}.`)
  return Blueprint.parse(test.blueprint)
})

function makeRound(round: string): void {
  for (const blueprint of blueprints) {
    for (const item of assembleExam({ blueprint, seed: `bench ${round}`, partition: 'exam' })) splitItem(item)
  }
}

for (let round = 0; round < Math.min(20, rounds); round += 1) makeRound(`warm ${round}`)
const before = process.cpuUsage()
for (let round = 0; round < rounds; round += 1) makeRound(String(round))
const { user, system } = process.cpuUsage(before)
const papers = rounds * blueprints.length
console.log(JSON.stringify({ ms: (user + system) / 1000 / papers, papers }))
