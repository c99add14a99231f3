import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inProject, projectRoot } from '../launch/project.mjs'

/** Tests with this in their title run only in `npm run test:full`. */
const LONG = '@full'
/** Where a test may be. */
const TEST_FOLDERS = ['tests', 'contract', 'content', 'embedded-postgres', 'server', 'src', 'sw', 'scripts']
/** What Vitest's `-t` gets to play what belongs to an extent. */
const PATTERNS = { quick: `^((?!${LONG}).)*$`, rest: LONG, full: '.' }

/**
 * Plays the named projects of Vitest; `files` narrows them down further (all when empty). `extent`: 'quick' leaves out the
 * long tests, 'rest' plays only those, 'full' all. `node` is the program that plays them, and `under` begins the names of its reports.
 * Gives a run as `withSecondTry` takes it.
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
        // None of the tests behind a failed hook has been played: the whole file is.
        const pattern = ofFile.some(({ isHook }) => isHook) ? PATTERNS[extent] : patternOf(ofFile)
        const alone = [inProject(file), '--project', ofFile[0].project, '--maxWorkers=1', '-t', pattern]
        results.push(...(await play(alone, secondReportOf(`${under}${file.replaceAll('/', '-')}`, extent))))
      }
      return results
    },
  }
}

/**
 * Plays stories in a real browser by Playwright; playwright.config.ts knows what belongs to an `extent`. Gives a run as
 * `withSecondTry` takes it.
 */
export async function runBrowser({ extent = 'quick', env }) {
  return {
    tests: await playPlaywright(['--pass-with-no-tests'], env, extent, reportOf('browser', extent)),
    playAgain() {
      // Pictures and traces of the first try stay where they are.
      const args = ['--last-failed', '--workers=1', '--output=test-results/second-try/browser']
      return playPlaywright(args, env, extent, secondReportOf('browser', extent))
    },
  }
}

/** The rest of a run keeps the reports of the quick part beside its own. */
const reportOf = (name, extent) => inProject(`test-results/reports/${extent === 'rest' ? 'rest-' : ''}${name}.json`)
const secondReportOf = (name, extent) => reportOf(`second-try/${name}`, extent)

/** Exactly these titles. */
function patternOf(tests) {
  return `^(?:${tests.map(({ title }) => title.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|')})$`
}

/** Vitest would load every file to learn that nothing in it is meant. */
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

/** null where the runner has left no report. */
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

/** A runner that failed without naming a failed test (a crash, a leak, a broken configuration) has failed anyway. */
function orUnfinished(suite, code, found) {
  if (found === null) return [finalFailure(suite, `${suite} has left no report`, `It ended with exit code ${code}.`)]
  if (code === 0 || found.some(({ status }) => status === 'failed')) return found
  return [...found, finalFailure(suite, `${suite} ended with exit code ${code}`, 'see its output above')]
}

/** What is not a test's failure is not played once more. */
const finalFailure = (suite, title, detail) => ({ suite, title, status: 'failed', detail, isFinal: true })

function fromVitest({ tests, broken }) {
  return [...tests, ...broken.map((detail) => finalFailure('vitest', 'nothing fails outside of a test', detail))]
}

/** Vitest lists as skipped what its pattern leaves out. */
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
  // The outermost title is the file's name, which is said already.
  return [...suites.flatMap((file) => walk(file, [])), ...broken]
}
