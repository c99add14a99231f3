/** `npm run faults -- --planted`: puts each planted bug into a copy of the product and lets the rig look for it. */
import { plantedBugs } from './planted/bugs.ts'
import { tryBug } from './planted/try-bug.ts'

/** Returns the exit code: 0 if the rig saw every planted bug. */
export async function runPlanted(): Promise<number> {
  let seen = 0
  for (const bug of plantedBugs) {
    const complaint = (await tryBug(bug)).find((line) => bug.complaint.test(line))
    if (complaint !== undefined) seen += 1
    console.log(`${complaint === undefined ? 'NOT SEEN' : 'seen'} in ${bug.schedule.join(':')}: ${bug.name}`)
    if (complaint !== undefined) console.log(`  by: ${complaint}`)
  }
  console.log(`${plantedBugs.length} planted bugs, ${seen} seen`)
  return seen === plantedBugs.length ? 0 : 1
}
