import { inProject } from '../launch/project.mjs'
import { showProgress } from '../launch/progress.mjs'
import { runQuietly } from '../launch/run-quietly.mjs'

const tool = (...parts) => inProject('node_modules', ...parts)

/**
 * Checks of the sources. The linter builds each program to know its types, and reports the compiler's errors too. The compiler
 * itself takes half a minute of CPU more. It alone sees a project's settings, and files as another project's compiler reads them.
 */
const CHECKS = [
  { title: 'types, by project', script: tool('typescript/bin/tsc'), args: ['-b'], isLong: true },
  {
    title: 'types and lint',
    script: tool('oxlint/bin/oxlint'),
    args: ['--type-aware', '--type-check', '--deny-warnings'],
  },
  { title: 'format', script: tool('@biomejs/biome/bin/biome'), args: ['format', '.'] },
  { title: 'walls', script: inProject('scripts/check-walls.mjs'), args: [] },
  { title: 'floor', script: inProject('scripts/check-floor.mjs'), args: [] },
  { title: 'words', script: inProject('scripts/check-words.mjs'), args: [] },
]

/** Runs all checks in parallel, also if one fails. Returns a result for each. `isQuick` leaves out the long one. */
export async function runChecks({ isQuick = false } = {}) {
  const checks = CHECKS.filter(({ isLong }) => !(isQuick && isLong))
  const progress = showProgress(`Checking ${checks.map(({ title }) => title).join(', ')}`)
  const results = await Promise.all(checks.map(runCheck))
  const failed = results.filter(({ status }) => status === 'failed').map(({ title }) => title)
  progress.done(failed.length ? `failed: ${failed.join(', ')}` : 'passed')
  return results
}

async function runCheck({ title, script, args }) {
  const { ok, output } = await runQuietly(process.execPath, [script, ...args])
  return { suite: 'check', title, status: ok ? 'passed' : 'failed', detail: ok ? '' : output.trim() }
}
