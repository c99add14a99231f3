import { tellVerdict } from '../score/promised.ts'
import { compareWithWorld } from './world.ts'

const { compared, promises } = compareWithWorld()
console.log('Beside the world'.padEnd(32), 'published'.padStart(10), 'ours'.padStart(8))
for (const { what, published, ours } of compared) {
  console.log(`  ${what}`.padEnd(32), published.toFixed(2).padStart(10), ours.toFixed(2).padStart(8))
}
if (!tellVerdict(promises)) process.exitCode = 1
