import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from './support/free-port.ts'

const repository = path.resolve(import.meta.dirname, '..')
const isRoot = process.getuid?.() === 0
/** A user without rights here: `nobody` when the tests run as root. */
const stranger = isRoot ? { uid: 65_534, gid: 65_534 } : {}
const parts = ['package.json', 'package-lock.json', 'scripts']
let clone: string

beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'clone-'))
  chmodSync(clone, 0o755)
  for (const part of parts) {
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

/** Runs the clone's launcher directly, not through npm. */
function startClone({ path: searchPath = '', nodeArguments = [], as = {} }: Circumstances = {}) {
  const run = spawnSync(process.execPath, [...nodeArguments, path.join(clone, 'scripts/start.mjs')], {
    ...as,
    cwd: clone,
    env: { PATH: searchPath, HOME: clone },
    encoding: 'utf8',
  })
  return { code: run.status, line: run.stderr.trim() }
}

function failingNpm(words: string): string {
  const folder = path.join(clone, 'programs')
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'npm'), `#!/bin/sh\necho 'npm error ${words}' >&2\nexit 1\n`, { mode: 0o755 })
  return folder
}

describe('an obstacle before the start is one clear line and a non-zero exit', () => {
  it('a start with a Node that is too old ends with one clear line and code 1', () => {
    const old = `Object.defineProperty(process, 'versions', { value: { node: '20.18.9' } })`
    const { code, line } = startClone({
      nodeArguments: ['--import', `data:text/javascript,${encodeURIComponent(old)}`],
    })
    expect(line).toMatch(/^✗ This product needs Node 20\.19 or newer; this is Node 20\.18\.9\.[^\n]*$/)
    expect(code).toBe(1)
  })

  it('the scripts that a start reads first have no syntax that a very old Node cannot read', () => {
    for (const name of ['start.mjs', 'test.mjs', 'dev.mjs', 'require-node.mjs']) {
      const source = readFileSync(path.join(repository, 'scripts', name), 'utf8').replaceAll(/\/\/.*/g, '')
      expect(source, name).not.toMatch(/\?\.|\?\?|await|'node:|#\w|\|\|=|=>/)
    }
  })

  it('a start without npm ends with one clear line and code 1', () => {
    const { code, line } = startClone()
    expect(line).toMatch(/^✗ npm is not on the path[^\n]*$/)
    expect(code).toBe(1)
  })

  it.each([
    ['no space on the disk', 'code ENOSPC', /no space left on the disk/],
    ['no network', 'network request to https://registry.npmjs.org failed: ENOTFOUND', /registry cannot be reached/],
    ['a folder that npm cannot write', 'code EACCES', /cannot be written/],
    ['anything else that npm says', 'code EBADENGINE', /npm ci\): code EBADENGINE/],
  ])('a start whose installation fails ends with one clear line and code 1: %s', (_what, words, expected) => {
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
  ])('a start ends with one clear line and code 1 on a disk that %s', (_what, lie, expected) => {
    const preload = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; ${lie}; syncBuiltinESMExports()`
    const { code, line } = startClone({
      nodeArguments: ['--import', `data:text/javascript,${encodeURIComponent(preload)}`],
    })
    expect(line).toMatch(/^✗ [^\n]*$/)
    expect(line).toMatch(expected)
    expect(code).toBe(1)
  })

  it.each(['#', '?', '\n'])(
    'a start ends with one clear line and code 1 in a path with a %j, at which the build would end it',
    (mark) => {
      const around = clone
      clone = path.join(around, `tests${mark}1`)
      mkdirSync(clone)
      for (const part of parts) renameSync(path.join(around, part), path.join(clone, part))
      const { code, line } = startClone()
      clone = around
      expect(line).toMatch(/^✗ The path "[^\n]*" has a "[^\n]+", at which the build would end it\. Move [^\n]*$/)
      expect(line).toContain(JSON.stringify(mark))
      expect(code).toBe(1)
    },
  )

  it('a start in a folder that cannot be written ends with one clear line and code 1', () => {
    chmodSync(clone, 0o555)
    const { code, line } = startClone({ as: stranger })
    expect(line).toMatch(/^✗ The folder \S+ cannot be written \(EACCES\)[^\n]*$/)
    expect(code).toBe(1)
  })
})

describe('an installation that was broken off', () => {
  it('a start installs again if an installation was broken off', () => {
    mkdirSync(path.join(clone, 'node_modules/react'), { recursive: true })
    expect(startClone({ path: failingNpm('code E') }).line).toContain('npm ci')
    writeFileSync(path.join(clone, 'node_modules/.package-lock.json'), '{"packages": {"node_modules/re')
    expect(startClone({ path: path.join(clone, 'programs') }).line).toContain('npm ci')
  })

  it('a start installs again if the installed versions are not those of the lock file', () => {
    mkdirSync(path.join(clone, 'node_modules'))
    const lock = JSON.parse(readFileSync(path.join(clone, 'package-lock.json'), 'utf8'))
    lock.packages['node_modules/react'].version = '0.0.1'
    writeFileSync(path.join(clone, 'node_modules/.package-lock.json'), JSON.stringify(lock))
    expect(startClone({ path: failingNpm('code E') }).line).toContain('npm ci')
  })
})

describe('starts from one folder at the same time', () => {
  /** An npm that takes a while, notes if it met another one, and fails in the end. */
  function slowNpm(): string {
    const folder = path.join(clone, 'programs')
    mkdirSync(folder)
    const lines = [
      'PATH=/usr/bin:/bin',
      'mkdir "$HOME/installing" 2>/dev/null || echo met >> "$HOME/met"',
      'sleep 1.5',
      'rmdir "$HOME/installing"',
      `echo 'npm error code SLOW' >&2`,
      'exit 1',
    ]
    writeFileSync(path.join(folder, 'npm'), `#!/bin/sh\n${lines.join('\n')}\n`, { mode: 0o755 })
    return folder
  }

  async function startWithOther(searchPath: string): Promise<{ said: string; line: string }> {
    const child = spawn(process.execPath, [path.join(clone, 'scripts/start.mjs')], {
      cwd: clone,
      env: { PATH: searchPath, HOME: clone },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [said, line] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { said, line: line.trim() }
  }

  it('three simultaneous starts from one folder install one after another, and the waiting ones say so @full', async () => {
    const npm = slowNpm()
    const started = await Promise.all([1, 2, 3].map(() => startWithOther(npm)))
    expect(existsSync(path.join(clone, 'met'))).toBe(false)
    for (const { line } of started) expect(line).toContain('npm ci): code SLOW')
    const waited = started.filter(({ said }) => said.includes('Waiting for another start from this folder…'))
    expect(waited).toHaveLength(2)
    expect(readdirSync(path.join(clone, 'build/starting'))).toEqual([])
  })

  it('a start does not wait for another one that was killed', () => {
    const claim = path.join(clone, 'build/starting/of-the-dead')
    mkdirSync(path.dirname(claim), { recursive: true })
    writeFileSync(claim, '')
    const aMinuteAgo = new Date(Date.now() - 60_000)
    utimesSync(claim, aMinuteAgo, aMinuteAgo)
    expect(startClone({ path: failingNpm('code E') }).line).toContain('npm ci')
    expect(existsSync(claim)).toBe(false)
  })
})

describe("an operator's command", () => {
  const runAdmin = (...words: string[]) =>
    spawnSync(process.execPath, [path.join(clone, 'scripts/admin.mjs'), ...words], {
      cwd: tmpdir(),
      env: { HOME: clone, VITE_MESSAGES: 'other than those of the build' },
      encoding: 'utf8',
    })

  it('an operator’s command says in one line that nothing is built in a folder that was never started', () => {
    const { status, stderr } = runAdmin('owed')
    expect(stderr.trim()).toMatch(/^✗ Nothing is built here[^\n]*npm start[^\n]*$/)
    expect(status).toBe(1)
    expect(existsSync(path.join(clone, 'build'))).toBe(false)
  })

  it('an operator’s command runs an existing build, however old, and builds nothing, because servers run on those files', () => {
    const commandFile = path.join(clone, 'build/server/admin-command.js')
    mkdirSync(path.dirname(commandFile), { recursive: true })
    writeFileSync(commandFile, `console.log(process.cwd(), process.argv.slice(2).join(' '))`)
    const page = path.join(clone, 'dist/index.html')
    mkdirSync(path.dirname(page))
    writeFileSync(page, 'the page of the running release')
    const { status, stdout, stderr } = runAdmin('find', 'somebody')
    expect([status, stdout, stderr]).toEqual([0, `${realpathSync(clone)} find somebody\n`, ''])
    expect(readFileSync(page, 'utf8')).toBe('the page of the running release')
  })
})

describe('a folder in which nothing was ever started', () => {
  it('a folder in which nothing was ever started becomes a running product, whose demo account logs in and has a paid test', async () => {
    for (const part of [
      'build/server',
      'dist',
      'content/fonts',
      'content/legal',
      'content/manual',
      'content/media',
      'server/db/migrations',
    ]) {
      cpSync(path.join(repository, part), path.join(clone, part), { recursive: true })
    }
    symlinkSync(path.join(repository, 'node_modules'), path.join(clone, 'node_modules'))
    const product = spawn(process.execPath, ['build/server/main.js'], {
      cwd: clone,
      env: { PATH: process.env.PATH, HOME: clone, PORT: String(await freePort()) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = once(product, 'exit')
    try {
      let said = ''
      const isUp = new Promise<void>((resolve, reject) => {
        const hear = (words: Buffer) => {
          said += words.toString()
          if (said.includes('Ctrl-C stops everything.')) resolve()
        }
        product.stdout.on('data', hear)
        product.stderr.on('data', hear)
        product.once('exit', () => reject(new Error(`it ended: ${said}`)))
      })
      await isUp
      const origin = /→ (http\S+)/.exec(said)![1]!
      const [, email, password] = /Demo account\s+(\S+)\s+password (\S+)/.exec(said)!
      const login = await fetch(`${origin}/api/auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      const { access } = (await login.json()) as { access: string }
      const shelf = await fetch(`${origin}/api/owned-tests/`, { headers: { authorization: `Bearer ${access}` } })
      expect(await shelf.json()).toMatchObject({ count: 1, results: [{ status: 'paid' }] })
      expect(await (await fetch(origin)).text()).toContain('Тестування IQ')
      const letters = path.join(clone, '.data/mail')
      await expect.poll(() => readdirSync(letters), { timeout: 20_000 }).toHaveLength(1)
      product.kill('SIGTERM')
      expect((await ended)[0]).toBe(0)
    } finally {
      product.kill('SIGTERM')
      await ended
    }
  }, 120_000)
})
