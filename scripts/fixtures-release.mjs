// `npm run fixtures:release -- NAME`: this release's data in PostgreSQL and in a browser, for later upgrade tests.
import './require-node.mjs'
import { runInBrowserRig } from './test-run/browser-rig.mjs'

process.exitCode = await runInBrowserRig('tests/upgrade/make-fixture.ts', process.argv.slice(2))
