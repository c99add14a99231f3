/**
 * `npm run bench:score`: the tables of content/manual/manual.en.md, from simulated people, real papers, the product's own grading
 * and fixed seeds. `-- blind` measures blind solvers; `-- quick` uses a tenth of the people; `-- precision` or another table's
 * name prints only that one. Ends in one line. Fails if a promise of decisions 0048, 0099 and 0136 is broken.
 */
import { tellBlankEnds } from './blank-ends.ts'
import { tellBlind } from './blind.ts'
import { tellCalibrated } from './calibrated.ts'
import { tellCoverage } from './coverage.ts'
import { tellHaste } from './haste.ts'
import { tellOverall } from './overall.ts'
import { type Papers, papersOnSale } from './people.ts'
import { tellPrecision } from './precision.ts'
import { type Promised, tellVerdict } from './promised.ts'
import { tellWithheld } from './withheld.ts'

const isQuick = process.argv.includes('quick')

const times = (count: number) => Math.round(isQuick ? count / 10 : count)

/** Each prints its table and returns its promises. */
const tables: Readonly<Record<string, (tests: readonly Papers[]) => Promised[]>> = {
  precision: (tests) => tellPrecision(tests, times(2000)),
  coverage: (tests) => tellCoverage(tests, times(1000)),
  withheld: (tests) => tellWithheld(tests, times(2000)),
  'blank-ends': (tests) => tellBlankEnds(tests, times(500)),
  haste: (tests) => tellHaste(tests, times(500)),
  overall: (tests) => tellOverall(tests, times(2000)),
  calibrated: (tests) => tellCalibrated(tests, times(1000)),
}

if (process.argv.includes('blind')) {
  tellBlind(isQuick ? 600 : 4000)
} else {
  const tests = papersOnSale(isQuick ? 10 : 40)
  const asked = Object.keys(tables).filter((name) => process.argv.includes(name))
  const promises = (asked.length > 0 ? asked : Object.keys(tables)).flatMap((name) => tables[name]!(tests))
  if (!tellVerdict(promises) && !isQuick) process.exitCode = 1
}
