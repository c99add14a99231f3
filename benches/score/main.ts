/**
 * The tables of docs/scoring.md: simulated people, real papers, the product's own grading, fixed seeds. Run by
 * `npm run bench:score`; `-- blind` for what blind solvers reach; `-- quick` for a tenth of the people. Ends in one line and
 * fails where a promise of decision 0048 is not kept.
 */
import { tellBlind } from './blind.ts'
import { tellCoverage } from './coverage.ts'
import { papersOnSale } from './people.ts'
import { tellPrecision } from './precision.ts'
import { tellWithheld } from './withheld.ts'

const isQuick = process.argv.includes('quick')

if (process.argv.includes('blind')) {
  tellBlind(isQuick ? 600 : 4000)
} else {
  const tests = papersOnSale(isQuick ? 10 : 40)
  tellPrecision(tests, isQuick ? 200 : 2000)
  const { least, leastOnAverage } = tellCoverage(tests, isQuick ? 100 : 1000)
  const { fewestGuessers, mostHonest, worst } = tellWithheld(tests, isQuick ? 200 : 2000)
  const isKept = least >= 93 && leastOnAverage >= 93 && fewestGuessers >= 95 && mostHonest <= 3
  console.log(
    `\n${isKept ? 'KEPT' : 'NOT KEPT'}: least coverage of a band under shifts of ½ ${least.toFixed(1)} % (≥ 93), average under N(0, 1)`,
    `${leastOnAverage.toFixed(1)} % (≥ 93), guessers withheld ${fewestGuessers.toFixed(1)} % (≥ 95), honest at θ ≥ −.5`,
    `${mostHonest.toFixed(1)} % (≤ 3 where no shift is drawn); the worst row of these: ${worst.test}, ${worst.who}, ${worst.share.toFixed(1)} %`,
  )
  if (!isKept && !isQuick) process.exitCode = 1
}
