// `npm run check`: types, lint, format, walls, floor and words; what fails is shown in full.
import { installWhenNeeded } from './launch/install.mjs'
import { orExplain } from './launch/project.mjs'
import { runChecks } from './test-run/checks.mjs'

// With the packages of an earlier commit the checks would find fault with sources that are right.
await orExplain(() => installWhenNeeded())
const results = await runChecks()
const failed = results.filter(({ status }) => status === 'failed')
for (const { title, detail } of failed) console.error(`\n── ${title}\n${detail}`)
process.exit(failed.length ? 1 : 0)
