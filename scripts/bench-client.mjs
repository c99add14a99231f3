// `npm run bench:client`: what a person waits for in the browser, with its floors.
import './require-node.mjs'
import { runInBrowserRig } from './test-run/browser-rig.mjs'

process.exitCode = await runInBrowserRig('benches/client/run.ts', process.argv.slice(2))
