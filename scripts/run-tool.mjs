// `npm run mutation`, `npm run db:generate`: a command of a package in tools/, which the first call installs. Passes on
// the arguments after `--`. stryker.config.mjs lists the mutated files, drizzle.config.ts the tables.
import './require-node.mjs'
import { spawnSync } from 'node:child_process'
import { installWhenNeeded } from './launch/install.mjs'
import { inProject, orExplain, projectRoot } from './launch/project.mjs'

const [script, ...args] = process.argv.slice(2)
await orExplain(async () => {
  await installWhenNeeded()
  await installWhenNeeded('', 'tools')
})
const { status } = spawnSync(process.execPath, [inProject('tools/node_modules', script), ...args], {
  cwd: projectRoot,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
