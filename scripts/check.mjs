// `npm run check`: types, lint, format, walls, floor and words. Prints failures in full.
import { installWhenNeeded } from './launch/install.mjs'
import { orExplain } from './launch/project.mjs'
import { runChecks } from './test-run/checks.mjs'

// With the packages of an earlier commit the checks would blame correct sources.
await orExplain(() => installWhenNeeded())
const results = await runChecks()
const failed = results.filter(({ status }) => status === 'failed')
for (const { title, detail } of failed) console.error(`\n── ${title}\n${detail}`)
process.exit(failed.length ? 1 : 0)
