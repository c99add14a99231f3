import { isBuilt } from '../bundle/build-stamp.mjs'
import { inProject, Obstacle } from './project.mjs'
import { showProgress } from './progress.mjs'
import { runQuietly } from './run-quietly.mjs'

export async function buildWhenStale(step = '') {
  if (isBuilt()) return
  const progress = showProgress(`${step}Building`)
  const { ok, output } = await runQuietly(process.execPath, [inProject('scripts/build.mjs')])
  progress.done(ok ? 'done' : 'failed')
  if (ok) return
  if (/ENOSPC|no space left/i.test(output)) throw new Obstacle('The build failed: there is no space left on the disk.')
  throw new Obstacle(`The build failed:\n${reasonIn(output)}`)
}

/** The bundler lists its faults after this headline, and successes before it. */
function reasonIn(output) {
  const headline = output.lastIndexOf('Build failed with')
  return output.slice(Math.max(headline, 0)).trim().split('\n').slice(0, 20).join('\n')
}
