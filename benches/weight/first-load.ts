/**
 * `npm run bench:size`: bytes that a first visit must load before it can run, next to a floor of the same run: the libraries
 * alone. Needs a built dist/ (npm run build). Prints a table; asserts nothing. `-- --lower` lowers the budgets to this build's
 * weights.
 */
import { lowerBudgets } from './budgets.ts'
import { floorSize } from './floor-size.ts'
import { printWeights } from './weights.ts'

if (process.argv.includes('--lower')) lowerBudgets()
printWeights(await floorSize())
