import { existsSync } from 'node:fs'
import { inProject, Obstacle } from '../launch/project.mjs'
import { showProgress } from '../launch/progress.mjs'
import { runQuietly } from '../launch/run-quietly.mjs'
import { onPath } from './on-path.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
const DOWNLOADS = inProject('.data/browsers')

/**
 * The path of a Chromium that runs: CHROMIUM_PATH, one of the system, or one downloaded into the project. Throws an
 * Obstacle that names the command that helps.
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (await runs(named)) return named
    throw new Obstacle(`CHROMIUM_PATH=${named} is not a Chromium that runs.`)
  }
  for (const candidate of [...onPath(NAMES), ...ELSEWHERE]) if (await runs(candidate)) return candidate
  const downloaded = await download()
  if (downloaded) return downloaded
  throw new Obstacle(
    'No Chromium was found and none could be downloaded. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  )
}

/** A browser may be there and yet lack a library: only one that answers counts. */
async function runs(file) {
  if (!existsSync(file)) return false
  const { ok } = await runQuietly(file, ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom', 'about:blank'])
  return ok
}

async function download() {
  process.env.PLAYWRIGHT_BROWSERS_PATH = DOWNLOADS
  const { chromium } = await import('@playwright/test')
  const file = chromium.executablePath()
  if (await runs(file)) return file
  const progress = showProgress('Downloading Chromium')
  const { ok } = await runQuietly(process.execPath, [
    inProject('node_modules/@playwright/test/cli.js'),
    'install',
    'chromium',
  ])
  const works = ok && (await runs(file))
  progress.done(works ? 'done' : 'failed')
  return works ? file : null
}
