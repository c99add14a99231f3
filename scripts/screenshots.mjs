// `npm run screenshots`: every stop of the tour into docs/screens. Arguments narrow the stops down.
import './require-node.mjs'
import { runInBrowserRig } from './test-run/browser-rig.mjs'

process.exitCode = await runInBrowserRig('tests/tour/take-screenshots.ts', process.argv.slice(2))
