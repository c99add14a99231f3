import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const repository = path.resolve(import.meta.dirname, '..')
const isRoot = process.getuid?.() === 0
/** Somebody without rights here: `nobody` when the tests run as root. */
const stranger = isRoot ? { uid: 65_534, gid: 65_534 } : {}
let clone: string

beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'clone-'))
  chmodSync(clone, 0o755)
  for (const part of ['package.json', 'package-lock.json', 'scripts']) {
    cpSync(path.join(repository, part), path.join(clone, part), { recursive: true })
  }
})

afterEach(() => {
  chmodSync(clone, 0o755)
  rmSync(clone, { recursive: true, force: true })
})

interface Circumstances {
  path?: string
  nodeArguments?: string[]
  as?: { uid?: number; gid?: number }
}

/** Runs the launcher of the clone, without an npm around it. */
function startClone({ path: searchPath = '', nodeArguments = [], as = {} }: Circumstances = {}) {
  const run = spawnSync(process.execPath, [...nodeArguments, path.join(clone, 'scripts/start.mjs')], {
    ...as,
    cwd: clone,
    env: { PATH: searchPath, HOME: clone },
    encoding: 'utf8',
  })
  return { code: run.status, line: run.stderr.trim() }
}

/** An npm of our own making, which fails with the given words. */
function failingNpm(words: string): string {
  const folder = path.join(clone, 'programs')
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'npm'), `#!/bin/sh\necho 'npm error ${words}' >&2\nexit 1\n`, { mode: 0o755 })
  return folder
}

describe('an obstacle before the start is one clear line and a non-zero exit', () => {
  it('a Node that is too old', () => {
    const old = `Object.defineProperty(process, 'versions', { value: { node: '20.18.9' } })`
    const { code, line } = startClone({
      nodeArguments: ['--import', `data:text/javascript,${encodeURIComponent(old)}`],
    })
    expect(line).toMatch(/^✗ This product needs Node 20\.19 or newer; this is Node 20\.18\.9\.[^\n]*$/)
    expect(code).toBe(1)
  })

  it('a Node so old that it could not read the rest: what it reads first has no newer syntax', () => {
    for (const name of ['start.mjs', 'test.mjs', 'dev.mjs', 'require-node.mjs']) {
      const source = readFileSync(path.join(repository, 'scripts', name), 'utf8').replaceAll(/\/\/.*/g, '')
      expect(source, name).not.toMatch(/\?\.|\?\?|await|'node:|#\w|\|\|=|=>/)
    }
  })

  it('a machine without npm', () => {
    const { code, line } = startClone()
    expect(line).toMatch(/^✗ npm is not on the path[^\n]*$/)
    expect(code).toBe(1)
  })

  it.each([
    ['no space on the disk', 'code ENOSPC', /no space left on the disk/],
    ['no network', 'network request to https://registry.npmjs.org failed: ENOTFOUND', /registry cannot be reached/],
    ['a folder that npm cannot write', 'code EACCES', /cannot be written/],
    ['anything else that npm says', 'code EBADENGINE', /npm ci\): code EBADENGINE/],
  ])('an installation that fails: %s', (_what, words, expected) => {
    const { code, line } = startClone({ path: failingNpm(words) })
    expect(line).toMatch(/^✗ [^\n]*$/)
    expect(line).toMatch(expected)
    expect(code).toBe(1)
  })

  it.each([
    ['is nearly full', 'fs.statfsSync = () => ({ bavail: 40_000, bsize: 4096 })', /200 MB are needed/],
    ['has no room for packages', 'fs.statfsSync = () => ({ bavail: 200_000, bsize: 4096 })', /1200 MB are needed/],
    [
      'takes not even a page',
      `fs.writeFileSync = () => { throw Object.assign(new Error('x'), { code: 'ENOSPC' }) }`,
      /no space left on the disk/,
    ],
  ])('a disk that %s', (_what, lie, expected) => {
    const preload = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; ${lie}; syncBuiltinESMExports()`
    const { code, line } = startClone({
      nodeArguments: ['--import', `data:text/javascript,${encodeURIComponent(preload)}`],
    })
    expect(line).toMatch(/^✗ [^\n]*$/)
    expect(line).toMatch(expected)
    expect(code).toBe(1)
  })

  it('a folder that cannot be written', () => {
    chmodSync(clone, 0o555)
    const { code, line } = startClone({ as: stranger })
    expect(line).toMatch(/^✗ The folder \S+ cannot be written \(EACCES\)[^\n]*$/)
    expect(code).toBe(1)
  })
})

describe('an installation that was broken off', () => {
  it('counts as none', () => {
    mkdirSync(path.join(clone, 'node_modules/react'), { recursive: true })
    expect(startClone({ path: failingNpm('code E') }).line).toContain('npm ci')
    writeFileSync(path.join(clone, 'node_modules/.package-lock.json'), '{"packages": {"node_modules/re')
    expect(startClone({ path: path.join(clone, 'programs') }).line).toContain('npm ci')
  })

  it('of other versions than those of the lock file counts as none', () => {
    mkdirSync(path.join(clone, 'node_modules'))
    const lock = JSON.parse(readFileSync(path.join(clone, 'package-lock.json'), 'utf8'))
    lock.packages['node_modules/react'].version = '0.0.1'
    writeFileSync(path.join(clone, 'node_modules/.package-lock.json'), JSON.stringify(lock))
    expect(startClone({ path: failingNpm('code E') }).line).toContain('npm ci')
  })
})
