/**
 * `npm run bench:size`: what a first visit must load before it can run, against a floor built in the same run: the
 * libraries that the product is bound to, with nothing of ours. Needs a built dist/ (npm run build). Prints a table;
 * asserts nothing. `-- --lower` lowers the budgets to this build's weights.
 */
import { lowerBudgets } from './budgets.ts'
import { floorSize } from './floor-size.ts'
import { printWeights } from './weights.ts'

if (process.argv.includes('--lower')) lowerBudgets()
printWeights(await floorSize())
