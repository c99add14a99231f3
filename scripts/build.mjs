// `npm run build`: the client into dist/, compressed copies of its files next to them, the back office into dist-office/, the
// server into build/server/.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { build } from 'vite'
import { beginBuild } from './bundle/build-stamp.mjs'
import { compressFolder } from './bundle/compress-folder.mjs'
import { killSwitchBundle } from './bundle/kill-switch-bundle.mjs'
import { officeBundle } from './bundle/office-bundle.mjs'
import { serverBundle } from './bundle/server-bundle.mjs'
import { inProject, projectRoot } from './launch/project.mjs'

process.chdir(projectRoot)
process.env.NODE_ENV = 'production'

const finishBuild = beginBuild()

try {
  await build({ logLevel: 'warn' })
  await build(killSwitchBundle)
  writeVerifyPage()
  await compressFolder(inProject('dist'))
  await build(officeBundle)
  rmSync(inProject('build/server'), { recursive: true, force: true })
  await build(serverBundle)
  finishBuild()
} catch (error) {
  // The message shows the place in our sources; the stacks in it would only show the bundler's.
  const text = error instanceof Error ? error.message : String(error)
  console.error(stripVTControlCharacters(text).split(/\n(?:Stack backtrace|\s+at )/)[0])
  process.exit(1)
}

/**
 * Writes the page and the script by which anybody computes a score again. The page includes the script's arithmetic, so a saved
 * copy works, too. Runs after the build of the worker's list of files, so a browser loads the page only when it is opened.
 */
function writeVerifyPage() {
  const script = readFileSync(inProject('scripts/verify-score.mjs'), 'utf8')
  const arithmetic = script
    .slice(0, script.indexOf('// Node alone'))
    .replace(/^#!.*\n/, '')
    .replaceAll(/^export /gm, '')
  const page = readFileSync(inProject('scripts/verify-score.html'), 'utf8')
  writeFileSync(
    inProject('dist/pererakhunok.html'),
    page.replace('/* verify-score.mjs */', () => arithmetic),
  )
  copyFileSync(inProject('scripts/verify-score.mjs'), inProject('dist/verify-score.mjs'))
}
