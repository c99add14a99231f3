import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inProject, projectRoot } from '../launch/project.mjs'

const LONG = '@full'
/** Folders that may have tests. */
const TEST_FOLDERS = ['tests', 'contract', 'content', 'embedded-postgres', 'server', 'src', 'office', 'sw', 'scripts']
/** Vitest's `-t` for each extent. */
const PATTERNS = { quick: `^((?!${LONG}).)*$`, rest: LONG, full: '.' }

/**
 * Plays the named projects of Vitest; `files` narrows them down further (all when empty). `extent`: 'quick' leaves out the long
 * tests, 'rest' plays only those, 'full' all. `node` is the program that plays them, and `under` begins the names of its reports.
 * Returns a run for `withSecondTry`.
 */
export async function runVitest(projects, { extent = 'quick', env, files = [], node = process.execPath, under = '' }) {
  const wanted = extent === 'rest' && files.length === 0 ? filesWithLongTests() : files
  const play = async (args, report) => ofExtent(await playVitest(node, args, env, report), extent)
  const args = [...wanted, '--passWithNoTests', ...projects.flatMap((name) => ['--project', name])]
  return {
    tests: await play([...args, '-t', PATTERNS[extent]], reportOf(`${under}${projects.join('-')}`, extent)),
    async playAgain(failed) {
      const results = []
      for (const file of new Set(failed.map(({ suite }) => suite))) {
        const ofFile = failed.filter(({ suite }) => suite === file)
        // A failed hook kept all its tests from being played, so the whole file is played again.
        const pattern = ofFile.some(({ isHook }) => isHook) ? PATTERNS[extent] : patternOf(ofFile)
        const alone = [inProject(file), '--project', ofFile[0].project, '--maxWorkers=1', '-t', pattern]
        results.push(...(await play(alone, secondReportOf(`${under}${file.replaceAll('/', '-')}`, extent))))
      }
      return results
    },
  }
}

/** Plays stories by Playwright, as playwright.config.ts selects them. Returns a run for `withSecondTry`. */
export async function runBrowser({ extent = 'quick', env }) {
  return {
    tests: await playPlaywright(['--pass-with-no-tests'], env, extent, reportOf('browser', extent)),
    playAgain() {
      // Pictures and traces of the first try must stay.
      const args = ['--last-failed', '--workers=1', '--output=test-results/second-try/browser']
      return playPlaywright(args, env, extent, secondReportOf('browser', extent))
    },
  }
}

/** The rest of a run keeps the reports of the quick part next to its own. */
const reportOf = (name, extent) => inProject(`test-results/reports/${extent === 'rest' ? 'rest-' : ''}${name}.json`)
const secondReportOf = (name, extent) => reportOf(`second-try/${name}`, extent)

/** A pattern for exactly these titles. */
function patternOf(tests) {
  return `^(?:${tests.map(({ title }) => title.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|')})$`
}

/** Files with long tests. Vitest would load every file to find out that a file has none. */
function filesWithLongTests() {
  return TEST_FOLDERS.flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  ).filter((file) => readFileSync(inProject(file), 'utf8').includes(LONG))
}

async function playVitest(node, args, env, report) {
  const reporters = ['--reporter=default', `--reporter=${inProject('scripts/test-run/vitest-report.mjs')}`]
  const code = await runTool(
    node,
    'vitest/vitest.mjs',
    ['run', ...args, ...reporters],
    { ...env, TEST_REPORT: report },
    report,
  )
  return orUnfinished('vitest', code, saidIn(report, fromVitest))
}

async function playPlaywright(args, env, extent, report) {
  const partEnv = {
    ...env,
    TEST_EXTENT: extent,
    TEST_BROWSER_REPORT: report,
    PLAYWRIGHT_LAST_RUN_OUTPUT_FILE: inProject('test-results/last-browser-run.json'),
  }
  const code = await runTool(process.execPath, '@playwright/test/cli.js', ['test', ...args], partEnv, report)
  return orUnfinished('browser', code, saidIn(report, fromPlaywright))
}

/** Reads a report; null if the runner has left none. */
const saidIn = (report, read) => (existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : null)

function runTool(node, script, args, env, report) {
  mkdirSync(path.dirname(report), { recursive: true })
  rmSync(report, { force: true })
  return new Promise((resolve) => {
    const child = spawn(node, [inProject('node_modules', script), ...args], {
      cwd: projectRoot,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** A runner that failed without a failed test (a crash, a leak, a broken configuration) counts as a failure. */
function orUnfinished(suite, code, found) {
  if (found === null) return [finalFailure(suite, `${suite} has left no report`, `It ended with exit code ${code}.`)]
  if (code === 0 || found.some(({ status }) => status === 'failed')) return found
  return [...found, finalFailure(suite, `${suite} ended with exit code ${code}`, 'see its output above')]
}

/** A failure outside of tests, which is not played again. */
const finalFailure = (suite, title, detail) => ({ suite, title, status: 'failed', detail, isFinal: true })

function fromVitest({ tests, broken }) {
  return [...tests, ...broken.map((detail) => finalFailure('vitest', 'nothing fails outside of a test', detail))]
}

/** Leaves out the tests that Vitest's pattern left out: Vitest lists them as skipped. */
function ofExtent(tests, extent) {
  const isMeant = ({ title }) => extent === 'full' || title.includes(LONG) === (extent === 'rest')
  return tests.filter((test) => test.isHook || test.isFinal || isMeant(test))
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
  const broken = errors.map(({ message }) => finalFailure('browser', 'nothing fails outside of a story', message))
  // The outermost title is the file's name, which the report says already.
  return [...suites.flatMap((file) => walk(file, [])), ...broken]
}
