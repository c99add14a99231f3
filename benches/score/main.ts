/**
 * The tables of docs/scoring.md: simulated people, real papers, the product's own grading, fixed seeds. Run by
 * `npm run bench:score`; `-- blind` for what blind solvers reach; `-- quick` for a tenth of the people. Ends in one line and
 * fails where a promise of decisions 0048 and 0099 is not kept.
 */
import { tellBlankEnds } from './blank-ends.ts'
import { tellBlind } from './blind.ts'
import { tellCoverage } from './coverage.ts'
import { tellHaste } from './haste.ts'
import { papersOnSale } from './people.ts'
import { tellPrecision } from './precision.ts'
import { tellVerdict } from './promised.ts'
import { tellWithheld } from './withheld.ts'

const isQuick = process.argv.includes('quick')

if (process.argv.includes('blind')) {
  tellBlind(isQuick ? 600 : 4000)
} else {
  const tests = papersOnSale(isQuick ? 10 : 40)
  tellPrecision(tests, isQuick ? 200 : 2000)
  const { least, leastOnAverage } = tellCoverage(tests, isQuick ? 100 : 1000)
  const promises = [
    { what: 'least coverage of a band under shifts of ½, %', value: least, atLeast: 93 },
    { what: 'average coverage under N(0, 1), %', value: leastOnAverage, atLeast: 93 },
    ...tellWithheld(tests, isQuick ? 200 : 2000),
    ...tellBlankEnds(tests, isQuick ? 100 : 500),
    ...tellHaste(tests, isQuick ? 100 : 500),
  ]
  if (!tellVerdict(promises) && !isQuick) process.exitCode = 1
}
