import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const project = path.resolve(import.meta.dirname, '../..')

/** A folder that a server can serve as its project; `deploy` replaces the built client under it, as a release does. */
export interface Release {
  projectRoot: string
  deploy(build: string): void
  remove(): void
}

export function startRelease(build: string): Release {
  const projectRoot = mkdtempSync(path.join(tmpdir(), 'iq-release-'))
  symlinkSync(path.join(project, 'content'), path.join(projectRoot, 'content'))
  const deploy = (from: string) => {
    rmSync(path.join(projectRoot, 'dist'), { recursive: true, force: true })
    cpSync(from, path.join(projectRoot, 'dist'), { recursive: true })
  }
  deploy(build)
  return { projectRoot, deploy, remove: () => rmSync(projectRoot, { recursive: true }) }
}

/** The build that the other stories run on. */
export const thisBuild = path.join(project, 'dist')

/** Builds the client once more, with all sentences in Ukrainian: another release, whose chunks have other names. */
export async function buildNextRelease(): Promise<string> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'iq-next-build-'))
  await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir], {
    cwd: project,
    env: { ...process.env, NODE_ENV: 'production', VITE_MESSAGES: 'uk' },
  })
  return outDir
}
