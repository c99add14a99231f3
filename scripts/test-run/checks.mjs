import { inProject } from '../launch/project.mjs'
import { showProgress } from '../launch/progress.mjs'
import { runQuietly } from '../launch/run-quietly.mjs'

const tool = (...parts) => inProject('node_modules', ...parts)

/** What must hold of the sources themselves. */
const CHECKS = [
  { title: 'types', script: tool('typescript/bin/tsc'), args: ['-b'] },
  { title: 'lint', script: tool('oxlint/bin/oxlint'), args: ['--type-aware', '--deny-warnings'] },
  { title: 'format', script: tool('@biomejs/biome/bin/biome'), args: ['format', '.'] },
  { title: 'walls', script: inProject('scripts/check-walls.mjs'), args: [] },
  { title: 'floor', script: inProject('scripts/check-floor.mjs'), args: [] },
  { title: 'words', script: inProject('scripts/check-words.mjs'), args: [] },
]

/** Runs every check side by side, also where one fails; returns a result for each. */
export async function runChecks() {
  const progress = showProgress(`Checking ${CHECKS.map(({ title }) => title).join(', ')}`)
  const results = await Promise.all(CHECKS.map(runCheck))
  const failed = results.filter(({ status }) => status === 'failed').map(({ title }) => title)
  progress.done(failed.length ? `failed: ${failed.join(', ')}` : 'passed')
  return results
}

async function runCheck({ title, script, args }) {
  const { ok, output } = await runQuietly(process.execPath, [script, ...args])
  return { suite: 'check', title, status: ok ? 'passed' : 'failed', detail: ok ? '' : output.trim() }
}
