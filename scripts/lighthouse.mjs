// `npm run lighthouse`: Lighthouse on a phone's view of the pages that strangers open first. Lighthouse is in tools/, and is
// installed at the first call.
import './require-node.mjs'
import { installWhenNeeded } from './launch/install.mjs'
import { orExplain } from './launch/project.mjs'
import { runInBrowserRig } from './test-run/browser-rig.mjs'

await orExplain(() => installWhenNeeded('', 'tools'))
process.exitCode = await runInBrowserRig('benches/lighthouse.ts', process.argv.slice(2))
