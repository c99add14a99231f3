import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inProject, projectRoot } from '../launch/project.mjs'

/** Tests with this in their title run only in `npm run test:full`. */
const LONG = '@full'
/** Where a test may stand. */
const TEST_FOLDERS = ['tests', 'contract', 'content', 'server', 'src', 'sw', 'scripts']

/**
 * The named projects of Vitest; `files` narrows them down further (all when empty). `extent`: 'quick' leaves out the long
 * tests, 'rest' plays only those, 'full' all.
 */
export async function runVitest(projects, { extent = 'quick', env, files = [] }) {
  const wanted = extent === 'rest' && files.length === 0 ? filesWithLongTests() : files
  const report = reportOf(projects.join('-'), extent)
  const args = [
    'run',
    ...wanted,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  for (const project of projects) args.push('--project', project)
  if (extent === 'quick') args.push('-t', `^((?!${LONG}).)*$`)
  if (extent === 'rest') args.push('-t', LONG)
  const code = await runTool('vitest/vitest.mjs', args, env, report)
  const found = existsSync(report) ? fromVitest(JSON.parse(readFileSync(report, 'utf8')), extent) : []
  return orUnfinished('vitest', code, found)
}

/** Stories in a real browser by Playwright; playwright.config.ts knows what belongs to an `extent`. */
export async function runBrowser({ extent = 'quick', env }) {
  const report = reportOf('browser', extent)
  const partEnv = { ...env, TEST_EXTENT: extent, TEST_BROWSER_REPORT: report }
  const code = await runTool('@playwright/test/cli.js', ['test', '--pass-with-no-tests'], partEnv, report)
  const found = existsSync(report) ? fromPlaywright(JSON.parse(readFileSync(report, 'utf8'))) : []
  return orUnfinished('browser', code, found)
}

/** The rest of a run keeps the reports of the quick part beside its own. */
const reportOf = (name, extent) => inProject(`test-results/${extent === 'rest' ? 'rest-' : ''}${name}.json`)

/** Vitest would load every file to learn that nothing in it is meant. */
function filesWithLongTests() {
  return TEST_FOLDERS.flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  ).filter((file) => readFileSync(inProject(file), 'utf8').includes(LONG))
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

function fromVitest({ testResults }, extent) {
  return testResults.flatMap((file) => {
    const suite = path.relative(projectRoot, file.name)
    if (file.status === 'failed' && file.assertionResults.length === 0) {
      return [{ suite, title: 'the file can be loaded', status: 'failed', detail: file.message }]
    }
    return file.assertionResults
      .filter(({ fullName }) => extent === 'full' || fullName.includes(LONG) === (extent === 'rest'))
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
