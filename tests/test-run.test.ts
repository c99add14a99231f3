import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const repository = path.resolve(import.meta.dirname, '..')
let folder: string

beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'test-run-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function runNode(args: string[], cwd = repository) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  return { code: status, said: stdout, complained: stderr.trim() }
}

/** The summary of a run in which these tests passed. */
function summaryOf(name: string, titles: string[]): string {
  const file = path.join(folder, name)
  const tests = titles.map((title) => ({ suite: 'tests/a.test.ts', title, status: 'passed', detail: '' }))
  writeFileSync(file, JSON.stringify({ whole: true, tests }))
  return file
}

describe('two lists of tests, compared,', () => {
  const before = ['is kept', 'catches a planted bug: one']

  it('are the same where a title has moved to the long ones', () => {
    const after = summaryOf('after.json', ['is kept @full', 'catches a planted bug: one', 'is new'])
    const { code, said } = runNode(['scripts/compare-tests.mjs', summaryOf('before.json', before), after])
    expect(said).toContain('2 titles before, 3 after: 0 gone, 1 new.\nOf planted bugs: 1 before, 1 after.\n')
    expect(code).toBe(0)
  })

  it('name what is gone, and fail', () => {
    const after = summaryOf('after.json', ['is kept'])
    const { code, said } = runNode(['scripts/compare-tests.mjs', summaryOf('before.json', before), after])
    expect(said).toContain('- catches a planted bug: one\n')
    expect(code).toBe(1)
  })
})

describe('a run of the tests', () => {
  it('adds its rest only to the results of an npm test', () => {
    for (const part of ['package.json', 'package-lock.json', 'scripts']) {
      cpSync(path.join(repository, part), path.join(folder, part), { recursive: true })
    }
    const { code, complained } = runNode(['scripts/test.mjs', '--full', '--rest'], folder)
    expect(complained).toMatch(/^✗ --rest adds to the results of npm test, and there are none: run it first\.$/)
    expect(code).toBe(1)
  })

  it('warns of a part that took longer than its budget, and of no other', () => {
    const tell = `
      import { printTimes } from './scripts/test-run/clock.mjs'
      printTimes([{ part: 'browser', seconds: 100000 }, { part: 'engines', seconds: 1 }])`
    const { said } = runNode(['--input-type=module', '--eval', tell])
    expect(said).toMatch(/^⚠ browser took 100000 s; its budget in docs\/testing\.md is \d+ s\.$/m)
    expect(said.match(/⚠/g)).toHaveLength(1)
  })

  it('ends with what failed and why, short enough for the end of a run that is kept', () => {
    const detail = `Error: \u001b[31mno result\u001b[39m to see\n${'a long story\n'.repeat(100)}`
    const failures = Array.from({ length: 30 }, (_, n) => ({
      suite: 'a.test.ts',
      title: `T${n}`,
      status: 'failed',
      detail,
    }))
    const { said } = tellOf('printFailuresAgain', failures)
    expect(said.length).toBeLessThan(4_500)
    expect(said).toContain('30 FAILED\n  ✗ a.test.ts: T0\n      Error: no result to see\n')
    expect(said).toContain('… and 10 more')
  })

  it('says how many tests of a file were skipped for which reason', () => {
    const skippedFor = (detail: string, title: string) => ({
      suite: 'a.spec.ts (phone)',
      title,
      status: 'skipped',
      detail,
    })
    const reasons = ['of wide windows', 'once is enough', 'of wide windows', '']
    const { said } = tellOf(
      'printSkipped',
      reasons.map((reason, n) => skippedFor(reason, `T${n}`)),
    )
    expect(said.trim().split('\n')).toEqual([
      '4 SKIPPED',
      '  - a.spec.ts (phone): 2: of wide windows',
      '  - a.spec.ts (phone): 1: once is enough',
      '  - a.spec.ts (phone): 1: T3',
    ])
  })
})

/** What a part of the report says of such results. */
function tellOf(part: string, results: object[]) {
  const tell = `
    import { ${part} } from './scripts/test-run/report.mjs'
    ${part}(${JSON.stringify(results)})`
  return runNode(['--input-type=module', '--eval', tell])
}
