import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inProject, projectRoot } from '../launch/project.mjs'

/** Tests with this in their title run only in `npm run test:full`. */
const LONG = '@full'

/** The named projects of Vitest; `files` narrows them down further (all when empty). */
export async function runVitest(projects, { full, env, files = [] }) {
  const report = inProject(`test-results/${projects.join('-')}.json`)
  const args = [
    'run',
    ...files,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  for (const project of projects) args.push('--project', project)
  if (!full) args.push('-t', `^((?!${LONG}).)*$`)
  const code = await runTool('vitest/vitest.mjs', args, env, report)
  const found = existsSync(report) ? fromVitest(JSON.parse(readFileSync(report, 'utf8')), full) : []
  return orUnfinished('vitest', code, found)
}

/** Stories in a real browser by Playwright. */
export async function runBrowser({ full, env }) {
  const report = inProject('test-results/browser.json')
  const args = ['test', '--pass-with-no-tests']
  if (!full) args.push('--grep-invert', LONG)
  const code = await runTool('@playwright/test/cli.js', args, full ? { ...env, TEST_FULL: '1' } : env, report)
  const found = existsSync(report) ? fromPlaywright(JSON.parse(readFileSync(report, 'utf8'))) : []
  return orUnfinished('browser', code, found)
}

function runTool(script, args, env, report) {
  rmSync(report, { force: true })
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [inProject('node_modules', script), ...args], {
      cwd: projectRoot,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** A runner that failed without naming a failed test (a crash, a leak, a broken configuration) has failed all the same. */
function orUnfinished(suite, code, found) {
  if (code === 0 || found.some(({ status }) => status === 'failed')) return found
  return [
    ...found,
    { suite, title: `${suite} ended with exit code ${code}`, status: 'failed', detail: 'see its output above' },
  ]
}

function fromVitest({ testResults }, full) {
  return testResults.flatMap((file) => {
    const suite = path.relative(projectRoot, file.name)
    if (file.status === 'failed' && file.assertionResults.length === 0) {
      return [{ suite, title: 'the file can be loaded', status: 'failed', detail: file.message }]
    }
    return file.assertionResults
      .filter(({ fullName }) => full || !fullName.includes(LONG))
      .map(({ fullName, status, failureMessages }) => ({
        suite,
        title: fullName,
        status: status === 'passed' || status === 'failed' ? status : 'skipped',
        detail: (failureMessages ?? []).join('\n'),
      }))
  })
}

function fromPlaywright({ suites, errors = [] }) {
  const walk = (node, titles) => [
    ...(node.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({
        suite: `${node.file ?? spec.file} (${test.projectName})`,
        title: [...titles, spec.title].join(' '),
        status: { expected: 'passed', skipped: 'skipped' }[test.status] ?? 'failed',
        detail: [
          ...test.annotations.filter(({ type }) => type === 'skip').map(({ description }) => description ?? ''),
          ...test.results.flatMap((result) => result.errors.map(({ message }) => message)),
        ].join('\n'),
      })),
    ),
    ...(node.suites ?? []).flatMap((inner) => walk(inner, [...titles, inner.title])),
  ]
  const broken = errors.map(({ message }) => ({
    suite: 'browser',
    title: 'the files can be loaded',
    status: 'failed',
    detail: message,
  }))
  // The outermost title is the file's name, which is said already.
  return [...suites.flatMap((file) => walk(file, [])), ...broken]
}
