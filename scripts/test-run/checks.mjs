import { inProject } from '../launch/project.mjs'
import { showProgress } from '../launch/progress.mjs'
import { runQuietly } from '../launch/run-quietly.mjs'

const tool = (...parts) => inProject('node_modules', ...parts)

/** What must hold of the sources themselves, before anything runs. */
const CHECKS = [
  { title: 'types', script: tool('typescript/bin/tsc'), args: ['-b'] },
  { title: 'lint', script: tool('oxlint/bin/oxlint'), args: ['--type-aware', '--deny-warnings'] },
  { title: 'format', script: tool('@biomejs/biome/bin/biome'), args: ['format', '.'] },
  { title: 'walls', script: inProject('scripts/check-walls.mjs'), args: [] },
]

/** Runs every check, also after one has failed; returns a result for each. */
export async function runChecks() {
  const results = []
  for (const { title, script, args } of CHECKS) {
    const progress = showProgress(title)
    const { ok, output } = await runQuietly(process.execPath, [script, ...args])
    progress.done(ok ? 'passed' : 'failed')
    results.push({ suite: 'check', title, status: ok ? 'passed' : 'failed', detail: ok ? '' : output.trim() })
  }
  return results
}
