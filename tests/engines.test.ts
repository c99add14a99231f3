import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

const repository = path.resolve(import.meta.dirname, '..')
/** Runs the engines as `npm test` does. The last line of output is the list of tests. */
const run = `
  import { runEngineSuite } from './scripts/test-run/engine-suite.mjs'
  const { tests } = await runEngineSuite({ env: process.env })
  console.log('\\n' + JSON.stringify(tests))`
let programs: string

beforeEach(() => void (programs = mkdtempSync(path.join(tmpdir(), 'programs-'))))
afterEach(() => rmSync(programs, { recursive: true }))

function putProgram(name: string, script: string) {
  writeFileSync(path.join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

async function runEngines(): Promise<string[]> {
  const { TEST_DATABASE_URL } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', run], {
    cwd: repository,
    env: { PATH: programs, HOME: programs, ...(TEST_DATABASE_URL && { TEST_DATABASE_URL }) },
  })
  const results = JSON.parse(stdout.trim().split('\n').at(-1)!) as { title: string; status: string }[]
  return results.map(({ status, title }) => `${status}: ${title}`)
}

it('the test run skips an engine that it cannot drive, by its name and with the missing program', async () => {
  putProgram('WebKitWebDriver', 'exit 0')
  expect(await runEngines()).toEqual([
    expect.stringMatching(/^skipped: Firefox cannot be driven without firefox-esr: apt-get install/),
    expect.stringMatching(/^skipped: WebKitGTK cannot be driven without Xvfb: apt-get install/),
  ])
  putProgram('firefox', 'echo "firefox needs a package that is to come" >&2; exit 1')
  expect((await runEngines())[0]).toMatch(
    /^skipped: Firefox cannot be driven without a \S+firefox that tells its version: apt-get/,
  )
})

it('an engine that is installed and does not start fails its test @full', async () => {
  putProgram('firefox-esr', '[ "$1" = --version ]')
  expect(await runEngines()).toEqual([
    expect.stringMatching(/^skipped: WebKitGTK cannot be driven without WebKitWebDriver/),
    'failed: Firefox, which was found, starts',
  ])
})
