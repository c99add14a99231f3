// `npm run lighthouse`: what Lighthouse says of the pages that strangers open first, as a phone sees them. It is in tools/, and is
// installed when it is called for the first time.
import './require-node.mjs'
import { installWhenNeeded } from './launch/install.mjs'
import { orExplain } from './launch/project.mjs'
import { runInBrowserRig } from './test-run/browser-rig.mjs'

await orExplain(() => installWhenNeeded('', 'tools'))
process.exitCode = await runInBrowserRig('benches/lighthouse.ts', process.argv.slice(2))
