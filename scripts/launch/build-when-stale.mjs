import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inProject, Obstacle, projectRoot } from './project.mjs'
import { showProgress } from './progress.mjs'
import { runQuietly } from './run-quietly.mjs'

/** Everything that the build reads. Tests beside the files are left out: they change nothing in the product. */
const INPUTS = [
  'contract',
  'content',
  'src',
  'sw',
  'server',
  'public',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  'tsconfig.base.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/bundle',
]
const NOT_INPUTS = /\.test\.tsx?$|\.tsbuildinfo$/
/** Written last, so that a build that was broken off counts as none. */
const STAMP = inProject('build/inputs.sha256')
const PRODUCTS = [inProject('dist/index.html'), inProject('build/server/main.js')]

/** Builds client and server when their sources are not those of the last build. */
export async function buildWhenStale(step = '') {
  const wanted = fingerprint()
  if (PRODUCTS.every((file) => existsSync(file)) && stampedWith() === wanted) return
  const progress = showProgress(`${step}Building`)
  rmSync(STAMP, { force: true })
  const { ok, output } = await runQuietly(process.execPath, [inProject('scripts/build.mjs')])
  progress.done(ok ? 'done' : 'failed')
  if (!ok) {
    if (/ENOSPC|no space left/i.test(output))
      throw new Obstacle('The build failed: there is no space left on the disk.')
    throw new Obstacle(`The build failed:\n${reasonIn(output)}`)
  }
  mkdirSync(path.dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, wanted)
}

/** The bundler lists its faults after this headline; before it stands what went well. */
function reasonIn(output) {
  const headline = output.lastIndexOf('Build failed with')
  return output.slice(Math.max(headline, 0)).trim().split('\n').slice(0, 20).join('\n')
}

function stampedWith() {
  return existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : null
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap(filesOf).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(inProject(file)))
      .update('\0')
  }
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\0`)
  }
  return hash.digest('hex')
}

function filesOf(input) {
  if (!existsSync(inProject(input))) return []
  const entries = readdirSync(path.dirname(inProject(input)), { withFileTypes: true })
  if (entries.find((entry) => entry.name === path.basename(input))?.isFile()) return [input]
  return readdirSync(inProject(input), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_INPUTS.test(entry.name))
    .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)))
}
