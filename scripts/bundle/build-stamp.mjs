import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inProject, projectRoot } from '../launch/project.mjs'

/** Everything that the build reads. Tests next to the files are left out: they change nothing in the product. */
const INPUTS = [
  'contract',
  'content',
  'src',
  'office',
  'sw',
  'embedded-postgres',
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
const STAMP = inProject('build/inputs.sha256')
const PRODUCTS = [inProject('dist/index.html'), inProject('build/server/main.js')]

/** Whether the last build finished, from the current sources and settings (VITE_*). */
export function isBuilt() {
  return PRODUCTS.every((file) => existsSync(file)) && stampedWith() === fingerprint()
}

/** Marks a build as begun: an interrupted one counts as none. The returned function ends it; later changes make it stale. */
export function beginBuild() {
  const inputs = fingerprint()
  rmSync(STAMP, { force: true })
  return function finishBuild() {
    mkdirSync(path.dirname(STAMP), { recursive: true })
    writeFileSync(STAMP, inputs)
  }
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
