// `npm run lighthouse`: what Lighthouse says of the pages that strangers open first, as a phone sees them.
import './require-node.mjs'
import { runInBrowserRig } from './test-run/browser-rig.mjs'

process.exitCode = await runInBrowserRig('benches/lighthouse.ts', process.argv.slice(2))
