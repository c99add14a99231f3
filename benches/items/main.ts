/**
 * `npm run items:report -- --seeds N` (default 10,000) judges the questions. Of N items of each family it counts different ones
 * and ones with a second defensible answer; it measures blind solvers by level, repeats in 3 exams for every ten seeds, and each
 * test's reliability, error and coverage (as in content/manual/manual.en.md, with fewer people if N is small). Ends in one line.
 * Fails if a promise of decisions 0046 and 0047 is broken, and from N = 10,000 on (1,000 people a band) one of decision 0048. N =
 * 10,000 takes about five minutes, N = 400 half a minute.
 */
import { offersOf } from '#content/generators/verbal/analogy.ts'
import { type BlindAnswer, blindAnswers } from '../score/blind.ts'
import { tellCoverage } from '../score/coverage.ts'
import { papersOnSale } from '../score/people.ts'
import { tellPrecision } from '../score/precision.ts'
import { tellGlances } from './glances.ts'
import { measureRepeats } from './repeats.ts'
import { measureStock } from './stock.ts'

const given = process.argv.indexOf('--seeds')
const seeds = given < 0 ? 10_000 : Number(process.argv[given + 1])
if (!Number.isInteger(seeds) || seeds < 100) throw new Error('--seeds takes a whole number from 100 on.')

const stock = measureStock(seeds)
console.log(`Of ${seeds} items      distinct   repeats   second answers`)
for (const { family, distinct, drawn, secondAnswers } of stock) {
  console.log(
    `  ${family}`.padEnd(22),
    String(distinct).padStart(8),
    String(drawn - distinct).padStart(9),
    String(secondAnswers ?? 'one grammar').padStart(16),
  )
}

const offers = offersOf('exam')
const offered = offers.reduce((sum, { wrong }) => sum + wrong.length, 0)
console.log(
  `  words are counted by what readers judged: ${offers.length} asked words in relations, ${offered} words that may stand beside them`,
)

console.log(
  '  one grammar: conclusions, figures and orders are proved by the rules that make them; others, such as equal row totals or a − b + k, are not sought',
)

console.log(
  '\nBlind, per cent ± 1.96 errors, by level (a logit learnt on options, and for analogies associates of the asked word)',
)
const blind = blindAnswers(Math.min(seeds, 4000))
for (const { family, answered } of blind) {
  tellBlindly(family, answered, (answer) => answer.isRight)
  if (family !== 'verbal-analogy') continue
  tellBlindly('  by associates', answered, (answer) => answer.byAssociates)
  tellBlindly('  that look alike', answered, (answer) => answer.byLook)
}

const betraying = tellGlances(Math.min(seeds, 4000))

const repeats = measureRepeats(Math.max(10, Math.ceil(seeds / 20)))
console.log(
  '\nTwice            exams   with a pair twice   a rule twice   second exam: asked, %   words, %   looks, %   rule met, %   seen in ten trainings, % (people)',
)
for (const each of repeats) {
  console.log(
    `  ${each.test}`.padEnd(14),
    String(each.exams).padStart(7),
    String(each.withPairTwice).padStart(19),
    String(each.withRuleTwice).padStart(14),
    each.secondExamAsks.toFixed(1).padStart(23),
    each.secondExamWords.toFixed(1).padStart(10),
    each.secondExamLooks.toFixed(1).padStart(10),
    each.rulesMet.toFixed(1).padStart(12),
    `${each.seenInTrainings.toFixed(1)} (${each.people})`.padStart(33),
  )
}

const tests = papersOnSale(Math.min(40, Math.ceil(seeds / 50)))
tellPrecision(tests, Math.min(2000, seeds))
const coverage = tellCoverage(tests, Math.min(1000, Math.ceil(seeds / 10)))
const [least, leastOnAverage] = coverage.map(({ value }) => value) as [number, number]

const secondAnswers = stock.reduce((sum, each) => sum + (each.secondAnswers ?? 0), 0)
const twice = repeats.reduce((sum, { withPairTwice }) => sum + withPairTwice, 0)
const rulesTwice = repeats.reduce((sum, { withRuleTwice }) => sum + withRuleTwice, 0)
const mathLooks = repeats.find(({ test }) => test === 'math')!.secondExamLooks
const most = (of: 'secondExamAsks' | 'secondExamWords' | 'seenInTrainings' | 'rulesMet') =>
  Math.max(...repeats.map((each) => each[of]))
const [asks, words, trained, met] = [
  most('secondExamAsks'),
  most('secondExamWords'),
  most('seenInTrainings'),
  most('rulesMet'),
]
/** With fewer people the figures vary by more than a point. */
const isCoverageSure = seeds >= 10_000
const isCovered = least >= 93 && leastOnAverage >= 93
const isKept =
  secondAnswers === 0 &&
  betraying.length === 0 &&
  twice === 0 &&
  asks <= 5 &&
  words <= 10 &&
  trained <= 2 &&
  met <= 60 &&
  (isCovered || !isCoverageSure)
console.log(
  `\n${isKept ? 'KEPT' : 'NOT KEPT'}: ${secondAnswers} second answers (0), ${betraying.length} glances that tell too much (0), ${twice} exams with a pair twice (0), ${rulesTwice} with a rule by the same numbers twice (0), ${mathLooks.toFixed(1)} % of a second math exam look like the first (≤ 25), a second exam asks`,
  `${asks.toFixed(1)} % again (≤ 5) and prints ${words.toFixed(1)} % of its words again (≤ 10), ${trained.toFixed(1)} % of an exam seen in`,
  `ten trainings (≤ 2), ${met.toFixed(1)} % of a second exam goes by a rule met before (≤ 60); least coverage ${least.toFixed(1)} % and ${leastOnAverage.toFixed(1)} % on average (≥ 93${isCoverageSure ? '' : ' from 10,000 seeds on'})`,
)
if (!isKept) process.exitCode = 1

function tellBlindly(name: string, answered: readonly BlindAnswer[], isRight: (answer: BlindAnswer) => boolean): void {
  const levels = [...new Set(answered.map(({ item }) => item.difficulty))].sort((a, b) => a - b)
  const lines = levels.map((level) => {
    const own = answered.filter(({ item }) => item.difficulty === level)
    return `${level}: ${share(own, isRight)}`
  })
  const chance = (100 * answered.reduce((sum, answer) => sum + answer.chance, 0)) / answered.length
  console.log(`  ${name}`.padEnd(22), share(answered, isRight), `(chance ${chance.toFixed(1)})  `, lines.join('  '))
}

function share(answered: readonly BlindAnswer[], isRight: (answer: BlindAnswer) => boolean): string {
  const p = answered.filter(isRight).length / answered.length
  return `${(100 * p).toFixed(1)} ± ${(196 * Math.sqrt((p * (1 - p)) / answered.length)).toFixed(1)}`
}
