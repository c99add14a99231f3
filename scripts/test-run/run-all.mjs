import { existsSync, rmSync } from 'node:fs'
import { testServerBundle, testServerEntry } from '../bundle/test-server-bundle.mjs'
import { buildWhenStale } from '../launch/build-when-stale.mjs'
import { installWhenNeeded } from '../launch/install.mjs'
import { requireUsableFolder } from '../launch/preconditions.mjs'
import { inProject, Obstacle, orExplain, projectRoot } from '../launch/project.mjs'
import { startClock } from './clock.mjs'
import { announceEngines, runEngineSuite } from './engine-suite.mjs'
import { findChromiumEarly, findChromiumLate } from './find-chromium.mjs'
import { findEngines } from './find-engines.mjs'
import { chooseNodes, runOnOtherNodes } from './other-nodes.mjs'
import { concludeRun, readResults } from './report.mjs'
import { withSecondTry } from './second-try.mjs'
import { installForLongTests } from './system-packages.mjs'

const SUITES = ['check', 'unit', 'api', 'system', 'load', 'browser', 'engines', 'nodes']
/** Suites that npm test plays only if they are named. */
const REST_ALONE = ['engines', 'nodes']
/** Suites of which npm test leaves out tests. */
const WITH_A_REST = ['unit', 'api', 'system', 'load', 'browser', 'engines', 'nodes']
/** Variables that a developer's shell may have and a test must not inherit. */
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

/**
 * Runs the suites named in `args` (all without names), plays failures again, and prints the results, the counts last. `--full`
 * adds the long tests. `--rest` plays only what `npm test` left out and adds to its results. `--node=26` narrows the suite
 * `nodes` down.
 */
export async function runAll(args) {
  const extent = args.includes('--rest') ? 'rest' : args.includes('--full') ? 'full' : 'quick'
  const named = args.filter((word) => !word.startsWith('-'))
  const suites = named.length ? named : suitesOf(extent)
  const clock = startClock()
  const startedAt = Date.now()
  const [earlier, found] = await orExplain(async () => {
    const unknown = named.find((name) => !SUITES.includes(name))
    if (unknown) throw new Obstacle(`There is no suite "${unknown}"; there are ${SUITES.join(', ')}.`)
    process.chdir(projectRoot)
    requireUsableFolder()
    const results = extent === 'rest' ? readResults() : { whole: true, tests: [], parts: [] }
    const mayInstall = args.includes('--install-browser') || Boolean(process.env.CI)
    // A call that names the suite plays every Node. Otherwise only Nodes of another major than the running one play.
    const majors = args.flatMap((word) => (word.startsWith('--node=') ? [word.slice('--node='.length)] : []))
    const nodes = chooseNodes(majors, { all: named.includes('nodes') })
    return [results, { nodes, ...(await prepare(suites, extent, mayInstall, clock)) }]
  })
  if (extent !== 'rest') rmSync(inProject('test-results'), { recursive: true, force: true })
  const results = await runSuites(suites, extent, found, clock)
  clock.parts.push({ part: extent === 'quick' ? 'npm test' : `npm test, ${extent}`, seconds: secondsSince(startedAt) })

  const tests = [...earlier.tests, ...results]
  const parts = [...earlier.parts, ...clock.parts]
  const exitCode = concludeRun({ whole: named.length === 0 && earlier.whole, extent, tests, parts })
  process.exit(results.length > 0 ? exitCode : 1)
}

function suitesOf(extent) {
  if (extent === 'rest') return WITH_A_REST
  return extent === 'full' ? SUITES : SUITES.filter((suite) => !REST_ALONE.includes(suite))
}

const secondsSince = (startedAt) => Math.round((Date.now() - startedAt) / 1000)

/** Finds or installs a browser and system packages for the suites, then npm's packages. Announces steps that take long. */
async function prepare(suites, extent, mayInstall, clock) {
  const wantsBrowser = suites.includes('browser')
  const early = wantsBrowser ? await clock.time('finding a browser', () => findChromiumEarly({ mayInstall })) : null
  if (extent !== 'quick') await clock.time('system packages', () => installForLongTests(suites))
  const engines = suites.includes('engines') ? await findEngines() : []
  announceEngines(engines)
  await clock.time('packages', () => installWhenNeeded())
  return { engines, browser: wantsBrowser ? (early ?? (await findChromiumLate({ mayInstall }))) : null }
}

async function runSuites(suites, extent, { nodes, engines, browser }, clock) {
  // Imported here, because these need packages that may have just been installed.
  const { runChecks } = await import('./checks.mjs')
  const { runBrowser, runVitest } = await import('./suites.mjs')
  const checks = async () => (suites.includes('check') ? await runChecks({ isQuick: extent === 'quick' }) : [])
  const inVitest = ['unit', 'api', 'system'].filter((name) => suites.includes(name))
  if (!suites.some((name) => name !== 'check')) return await clock.time('checks', checks)

  const { startTestDatabase } = await import('./test-database.mjs')
  const databaseStarts = startTestDatabase()
  // The checks keep one core busy, the build the other.
  const preparations = await clock.time('checks and build', () =>
    Promise.all([
      checks(),
      asTest('build', () => buildWhenStale()),
      asTest('server process for the tests', buildTestServer),
      asTest('document for the tests', () =>
        suites.includes('unit') || suites.includes('nodes') ? buildTestDocument() : undefined,
      ),
      asTest('PostgreSQL for the tests', () => databaseStarts),
    ]),
  )
  const runs = [{ tests: preparations.flat() }]
  const database = await databaseStarts.catch(() => null)
  if (!database) return preparations.flat()
  const stopOnSignal = () => void database.stop().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stopOnSignal)
  try {
    const env = { ...process.env, TEST_DATABASE_URL: database.url, TEST_SERVER_ENTRY: testServerEntry }
    for (const name of NOT_FOR_TESTS) delete env[name]
    const after = extent === 'quick' ? '' : `, ${extent}`
    if (inVitest.length) {
      const projects = inVitest.flatMap((name) => (name === 'unit' ? ['pure', 'unit'] : [name]))
      runs.push(await clock.time(`${inVitest.join(', ')}${after}`, () => runVitest(projects, { extent, env })))
    }
    // A measurement needs the machine to itself.
    if (suites.includes('load') && extent !== 'quick') {
      runs.push(await clock.time('load', () => runVitest(['load'], { extent, env })))
    }
    if (browser) {
      const browserRun = () => runBrowser({ extent, env: { ...env, ...browserEnv(browser) } })
      runs.push(await clock.time(`browser${after}`, browserRun))
    }
    // Alone, because a driver on a busy machine times out.
    if (suites.includes('engines')) {
      runs.push(await clock.time('engines', () => runEngineSuite({ env, engines })))
    }
    if (suites.includes('nodes')) {
      runs.push(...(await clock.time('other Nodes', () => runOnOtherNodes({ env, nodes }))))
    }
    return await clock.time('second try', () => withSecondTry(runs))
  } finally {
    await database.stop()
  }
}

async function buildTestServer() {
  const { build } = await import('vite')
  await build(testServerBundle)
}

/** Builds the document once for each version of its package: the file's name has the version. */
async function buildTestDocument() {
  const { documentBundle, oneFileDocument } = await import('../bundle/document-bundle.mjs')
  if (existsSync(oneFileDocument)) return
  const { build } = await import('vite')
  await build(documentBundle)
}

const browserEnv = ({ file, isShell }) => ({ CHROMIUM_PATH: file, CHROMIUM_IS_SHELL: isShell ? '1' : '' })

/** A failed preparation counts as one failed test, a successful one as none. */
async function asTest(title, prepareIt) {
  try {
    await prepareIt()
    return []
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return [{ suite: 'preparation', title, status: 'failed', detail }]
  }
}
