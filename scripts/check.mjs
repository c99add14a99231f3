// `npm run check`: types, lint, format and walls; what fails is shown in full.
import { runChecks } from './test-run/checks.mjs'

const results = await runChecks()
const failed = results.filter(({ status }) => status === 'failed')
for (const { title, detail } of failed) console.error(`\n── ${title}\n${detail}`)
process.exit(failed.length ? 1 : 0)
