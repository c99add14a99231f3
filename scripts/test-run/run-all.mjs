import { rmSync } from 'node:fs'
import { buildWhenStale } from '../launch/build-when-stale.mjs'
import { installWhenNeeded } from '../launch/install.mjs'
import { requireUsableFolder } from '../launch/preconditions.mjs'
import { inProject, Obstacle, orExplain, projectRoot } from '../launch/project.mjs'
import { announceEngines, runEngineSuite } from './engine-suite.mjs'
import { findChromiumEarly, findChromiumLate } from './find-chromium.mjs'
import { findEngines } from './find-engines.mjs'
import { countLine, keepResults, printFailures, printSkipped } from './report.mjs'

const SUITES = ['check', 'unit', 'api', 'system', 'browser', 'engines']
/** What a developer's shell may hold and a test must not inherit. */
const NOT_FOR_TESTS = [
  'DATABASE_URL',
  'PORT',
  'HOST',
  'PUBLIC_ORIGIN',
  'SMTP_URL',
  'MAIL_DIR',
  'AUTH_SECRET',
  'WORK_MODE',
  'NODE_ENV',
]

/** Runs the suites named in `args` (all when none is), prints what failed and, as the last line, the counts. */
export async function runAll(args) {
  const full = args.includes('--full')
  const named = args.filter((word) => !word.startsWith('-'))
  const suites = named.length ? named : SUITES
  const found = await orExplain(async () => {
    const unknown = named.find((name) => !SUITES.includes(name))
    if (unknown) throw new Obstacle(`There is no suite "${unknown}"; there are ${SUITES.join(', ')}.`)
    process.chdir(projectRoot)
    requireUsableFolder()
    return await prepare(suites, args.includes('--install-browser') || Boolean(process.env.CI))
  })
  rmSync(inProject('test-results'), { recursive: true, force: true })
  const results = await runSuites(suites, full, found)
  keepResults(results, named.length === 0)
  printFailures(results)
  printSkipped(results)
  console.log(`\n${countLine(results)}`)
  process.exit(results.every(({ status }) => status !== 'failed') && results.length > 0 ? 0 : 1)
}

/** What the suites need of this machine, found and said before anything that takes long; then the packages. */
async function prepare(suites, mayInstall) {
  const engines = suites.includes('engines') ? await findEngines() : []
  announceEngines(engines)
  const wantsBrowser = suites.includes('browser')
  const early = wantsBrowser ? await findChromiumEarly() : null
  await installWhenNeeded()
  return { engines, browser: wantsBrowser ? (early ?? (await findChromiumLate({ mayInstall }))) : null }
}

async function runSuites(suites, full, { engines, browser }) {
  const results = []
  // Imported here, because these need packages that may have been installed a moment ago.
  const { runChecks } = await import('./checks.mjs')
  const { runBrowser, runVitest } = await import('./suites.mjs')
  if (suites.includes('check')) results.push(...(await runChecks()))
  const projects = ['unit', 'api', 'system'].filter((name) => suites.includes(name))
  if (!suites.some((name) => name !== 'check')) return results

  results.push(...(await asTest('build', () => buildWhenStale())))
  const { startTestDatabase } = await import('./test-database.mjs')
  let database
  results.push(...(await asTest('PostgreSQL for the tests', async () => void (database = await startTestDatabase()))))
  if (!database) return results
  const stopOnSignal = () => void database.stop().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stopOnSignal)
  try {
    const env = { ...process.env, TEST_DATABASE_URL: database.url }
    for (const name of NOT_FOR_TESTS) delete env[name]
    if (projects.length) results.push(...(await runVitest(projects, { full, env })))
    if (browser) results.push(...(await runBrowser({ full, env: { ...env, ...browserEnv(browser) } })))
    if (suites.includes('engines')) results.push(...(await runEngineSuite({ full, env, engines })))
  } finally {
    await database.stop()
  }
  return results
}

const browserEnv = ({ file, isShell }) => ({ CHROMIUM_PATH: file, CHROMIUM_IS_SHELL: isShell ? '1' : '' })

/** A preparation that fails counts as one failed test; one that works is not worth counting. */
async function asTest(title, prepare) {
  try {
    await prepare()
    return []
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return [{ suite: 'preparation', title, status: 'failed', detail }]
  }
}
