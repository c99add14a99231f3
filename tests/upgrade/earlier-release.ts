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
  /** Its built server-process.ts, for `spawnServer`. */
  entry: string
  /** Its own `testConfig` with this database. Today's may lack values that it reads, and its calls would get a 500. */
  config(databaseUrl: string): Config
  remove(): void
}

/** Builds the commit of EARLIER_RELEASE, or the one before the newest migration. Null if the history lacks it. */
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

/** Installs the release's own packages: today's may lack some, and have other versions. */
async function bringPackages(projectRoot: string): Promise<void> {
  const [today, then] = [project, projectRoot].map((root) => readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  if (today === then) symlinkSync(path.join(project, 'node_modules'), path.join(projectRoot, 'node_modules'))
  else
    await run('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: projectRoot,
    })
}

/** Rejects without git, the repository or the commit. */
async function lastBeforeTheNewestMigration(): Promise<string> {
  const git = async (...words: string[]) => (await run('git', words, { cwd: project })).stdout.trim()
  const newest = await git('log', '--diff-filter=A', '--format=%H', '-1', '--', 'server/db/migrations/*.sql')
  return git('rev-parse', '--verify', `${newest}^`)
}
