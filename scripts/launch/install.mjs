import { existsSync, readFileSync } from 'node:fs'
import { inProject, Obstacle } from './project.mjs'
import { requireSpace } from './preconditions.mjs'
import { showProgress } from './progress.mjs'
import { runQuietly } from './run-quietly.mjs'

const SPACE_FOR_PACKAGES_MB = 1200

/** Whether exactly the locked packages are installed. npm writes its record last, so an interrupted installation has none. */
export function isInstalled(folder = '.') {
  const record = inProject(folder, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = readPackages(inProject(folder, 'package-lock.json'))
  const present = readPackages(record)
  return Object.entries(wanted).every(
    // Optional packages are for other platforms, or failed harmlessly.
    ([place, { version, optional }]) => place === '' || optional || present[place]?.version === version,
  )
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    // An installation that was killed has left half a file. The file counts as missing.
    return {}
  }
}

export async function installWhenNeeded(step = '', folder = '.') {
  if (isInstalled(folder)) return
  requireSpace(SPACE_FOR_PACKAGES_MB)
  const progress = showProgress(`${step}Installing packages${folder === '.' ? '' : ` of ${folder}/`}`)
  const { program, prefix } = findNpm()
  const { ok, output } = await runQuietly(
    program,
    // No package needs its script (package.json names those that have one); npm 10 does not read that.
    [
      ...prefix,
      'ci',
      '--ignore-scripts',
      '--include=dev',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      ...where(folder),
    ],
    // The build needs the development packages, even if the product will start in production mode.
    { env: { ...process.env, NODE_ENV: 'development' } },
  )
  progress.done(ok ? 'done' : 'failed')
  if (!ok) throw new Obstacle(explain(output))
}

/** With --prefix npm also reads the .npmrc of that folder. */
const where = (folder) => (folder === '.' ? [] : ['--prefix', inProject(folder)])

/** The npm that started this script, else the one on the path. */
export function findNpm() {
  const own = process.env.npm_execpath
  if (own && /npm-cli\.[cm]?js$/.test(own)) return { program: process.execPath, prefix: [own] }
  return { program: process.platform === 'win32' ? 'npm.cmd' : 'npm', prefix: [] }
}

function explain(output) {
  if (/spawn npm(\.cmd)? ENOENT/.test(output)) return 'npm is not on the path; it comes with Node: https://nodejs.org/.'
  if (/ENOSPC|no space left/i.test(output)) return 'Packages cannot be installed: there is no space left on the disk.'
  if (/EROFS|EACCES|EPERM/.test(output))
    return 'Packages cannot be installed: the folder node_modules cannot be written.'
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|network/i.test(output)) {
    return 'Packages cannot be installed: the npm registry cannot be reached. Check the network and start again.'
  }
  const lines = output.split('\n').filter((line) => line.startsWith('npm error'))
  return `Packages cannot be installed (npm ci): ${lines[0]?.replace('npm error', '').trim() || output.trim().split('\n').at(-1)}`
}
