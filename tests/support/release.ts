import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { integrityOf } from '../../scripts/bundle/seal-pages.ts'

const project = path.resolve(import.meta.dirname, '../..')

/** A folder that a server can serve as its project; `deploy` replaces the built client under it, as a release does. */
export interface Release {
  projectRoot: string
  deploy(build: string): void
  remove(): void
}

export function startRelease(build: string): Release {
  const projectRoot = mkdtempSync(path.join(tmpdir(), 'iq-release-'))
  mkdirSync(path.join(projectRoot, 'server/db'), { recursive: true })
  for (const part of ['content', 'server/db/migrations']) {
    symlinkSync(path.join(project, part), path.join(projectRoot, part))
  }
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

/**
 * Copies a client as another release, without the time of a build: every hashed file gets a new name, so the worker has to
 * load all of it. Returns the new folder, without compressed copies.
 */
export function renamedRelease(build: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'iq-renamed-build-'))
  cpSync(build, folder, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) })
  const assets = path.join(folder, 'assets')
  const newNames = new Map(readdirSync(assets).map((name) => [name, name.replace(hashedName, mirrored)]))
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|html)$/.test(file)) continue
    const text = readFileSync(path.join(folder, file), 'utf8')
      .replace(/[\w-]+-[\w-]{8}\.\w+/g, (name) => newNames.get(name) ?? name)
      .replace(/(?<="revision":")[0-9a-f]{32}/g, mirrored)
    writeFileSync(path.join(folder, file), text)
  }
  for (const [name, newName] of newNames) renameSync(path.join(assets, name), path.join(assets, newName))
  resealPages(build, folder)
  return folder
}

/** Updates the hashes by which the worker knows its pages: the pages now name other files. */
function resealPages(build: string, folder: string): void {
  const worker = path.join(folder, 'sw.js')
  let text = readFileSync(worker, 'utf8')
  for (const page of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
    text = text.replaceAll(integrityOf(path.join(build, page)), integrityOf(path.join(folder, page)))
  }
  writeFileSync(worker, text)
}

const hashedName = /(?<=-)[\w-]{8}(?=\.\w+$)/
const mirrored = (text: string) => [...text].reverse().join('')
