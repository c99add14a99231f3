import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '../../server/config/config.ts'

const project = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

export interface EarlierRelease {
  commit: string
  /** Its folder: sources, migrations, content. */
  projectRoot: string
  /** Its server-process.ts, built: for `spawnServer`. */
  entry: string
  /** Its own `testConfig` at this database: today's lacks what it reads, and its calls would be answered by 500. */
  config(databaseUrl: string): Config
  remove(): void
}

/**
 * The release before the newest migration, or the commit that EARLIER_RELEASE names, out of this repository's history, with
 * its own packages. Null where the history does not reach so far: a shallow clone, or no clone.
 */
export async function buildEarlierRelease(): Promise<EarlierRelease | null> {
  const commit = process.env.EARLIER_RELEASE ?? (await lastBeforeTheNewestMigration().catch(() => null))
  if (commit === null) return null
  const projectRoot = mkdtempSync(path.join(tmpdir(), 'iq-earlier-release-'))
  const archive = path.join(projectRoot, 'release.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: project })
  await run('tar', ['-xf', archive, '-C', projectRoot])
  await bringPackages(projectRoot)
  const build = `import { build } from 'vite'
    import { testServerBundle } from './scripts/bundle/test-server-bundle.mjs'
    await build(testServerBundle)`
  await run(process.execPath, ['--input-type=module', '--eval', build], { cwd: projectRoot })
  const print = `import { testConfig } from './tests/support/build-server.ts'
    console.log(JSON.stringify(testConfig('', process.argv[1])))`
  const node = ['--import', 'tsx', '--input-type=module', '--eval', print, tmpdir()]
  const ownConfig: Config = JSON.parse((await run(process.execPath, node, { cwd: projectRoot })).stdout)
  return {
    commit,
    projectRoot,
    entry: path.join(projectRoot, 'build/test-server/server-process.js'),
    config: (databaseUrl) => ({ ...ownConfig, databaseUrl }),
    remove: () => rmSync(projectRoot, { recursive: true, force: true }),
  }
}

/** Today's packages lack what a release since then does without, and have other versions. */
async function bringPackages(projectRoot: string): Promise<void> {
  const [today, then] = [project, projectRoot].map((root) => readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  if (today === then) symlinkSync(path.join(project, 'node_modules'), path.join(projectRoot, 'node_modules'))
  else
    await run('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: projectRoot,
    })
}

/** Rejects where git, the repository or the commit is not there. */
async function lastBeforeTheNewestMigration(): Promise<string> {
  const git = async (...words: string[]) => (await run('git', words, { cwd: project })).stdout.trim()
  const newest = await git('log', '--diff-filter=A', '--format=%H', '-1', '--', 'server/db/migrations/*.sql')
  return git('rev-parse', '--verify', `${newest}^`)
}
