import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVitest } from 'vitest/node'
import { longFiles } from './support/longest-first.ts'

const repository = path.resolve(import.meta.dirname, '..')
let folder: string

beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'test-run-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function runNode(args: string[], cwd = repository) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  return { code: status, said: stdout, complained: stderr.trim() }
}

function summaryOf(name: string, titles: string[]): string {
  const file = path.join(folder, name)
  const tests = titles.map((title) => ({ suite: 'tests/a.test.ts', title, status: 'passed', detail: '' }))
  writeFileSync(file, JSON.stringify({ whole: true, tests }))
  return file
}

describe('the comparison of two lists of tests', () => {
  const before = ['is kept', 'catches a planted bug: one']

  it('two lists of tests are the same if a title has moved to the long tests', () => {
    const after = summaryOf('after.json', ['is kept @full', 'catches a planted bug: one', 'is new'])
    const { code, said } = runNode(['scripts/compare-tests.mjs', summaryOf('before.json', before), after])
    expect(said).toContain('2 titles before, 3 after: 0 gone, 1 new.\nOf planted bugs: 1 before, 1 after.\n')
    expect(code).toBe(0)
  })

  it('the comparison of two lists of tests names a title that is gone, and fails', () => {
    const after = summaryOf('after.json', ['is kept'])
    const { code, said } = runNode(['scripts/compare-tests.mjs', summaryOf('before.json', before), after])
    expect(said).toContain('- catches a planted bug: one\n')
    expect(code).toBe(1)
  })
})

describe('a run of the tests', () => {
  it('a test run with --rest fails without the results of an npm test', () => {
    for (const part of ['package.json', 'package-lock.json', 'scripts']) {
      cpSync(path.join(repository, part), path.join(folder, part), { recursive: true })
    }
    const { code, complained } = runNode(['scripts/test.mjs', '--full', '--rest'], folder)
    expect(complained).toMatch(/^✗ --rest adds to the results of npm test, and there are none: run it first\.$/)
    expect(code).toBe(1)
  })

  it('a test run begins with its longest files, in this order, and then groups files by their environment', async () => {
    expect(longFiles.filter((file) => !existsSync(path.join(repository, file)))).toEqual([])
    const vitest = await createVitest('test', { root: repository, watch: false, project: ['api', 'pure', 'system'] })
    try {
      const files = await vitest.globTestSpecifications()
      const sorted = await new vitest.config.sequence.sequencer(vitest).sort(files)
      const names = sorted.map(({ moduleId }) => path.relative(repository, moduleId))
      expect(names.slice(0, longFiles.length)).toEqual(longFiles)
      expect(names.length).toBe(files.length)
      // A shared worker ends if the next file needs another environment than the last.
      const sharing = sorted.filter(({ project }) => project.name === 'pure')
      const withDocument = sharing.map(({ moduleId }) => readFileSync(moduleId, 'utf8').includes('@vitest-environment'))
      expect(new Set(withDocument).size).toBe(2)
      expect(withDocument).toEqual(withDocument.toSorted((one, other) => Number(one) - Number(other)))
    } finally {
      await vitest.close()
    }
  })

  it('a test run warns of a part that took longer than its budget, and of no other part', () => {
    const tell = `
      import { printTimes } from './scripts/test-run/clock.mjs'
      printTimes([{ part: 'browser', seconds: 100000 }, { part: 'engines', seconds: 1 }])`
    const { said } = runNode(['--input-type=module', '--eval', tell])
    expect(said).toMatch(/^⚠ browser took 100000 s; its budget in docs\/testing\.md is \d+ s\.$/m)
    expect(said.match(/⚠/g)).toHaveLength(1)
  })

  it('a test run ends with the failed tests and their reasons, in under 4,500 characters', () => {
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

  it('a test run says how many tests of a file were skipped for which reason', () => {
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

describe('a runner', () => {
  it('a runner that ends well and leaves no report has failed', () => {
    // Both runners are programs of node_modules, so the copy gets stand-ins for them.
    for (const part of ['package.json', 'scripts']) {
      cpSync(path.join(repository, part), path.join(folder, part), { recursive: true })
    }
    for (const [name, file] of [
      ['vitest', 'vitest.mjs'],
      ['@playwright/test', 'cli.js'],
    ] as const) {
      mkdirSync(path.join(folder, 'node_modules', name), { recursive: true })
      writeFileSync(path.join(folder, 'node_modules', name, file), '')
    }
    const play = `
      import { runBrowser, runVitest } from './scripts/test-run/suites.mjs'
      const runs = [await runVitest(['unit'], { env: process.env }), await runBrowser({ env: process.env })]
      console.log(JSON.stringify(runs.map(({ tests }) => tests.map(({ title, status }) => [title, status]))))`
    const { said } = runNode(['--input-type=module', '--eval', play], folder)
    expect(JSON.parse(said)).toEqual([
      [['vitest has left no report', 'failed']],
      [['browser has left no report', 'failed']],
    ])
  })
})

describe('a second try', () => {
  /** A test that fails `times` times. A file counts the tries, because each is a separate process. */
  const failing = (title: string, times: number) => `
    test(${JSON.stringify(title)}, () => {
      const file = ${JSON.stringify(path.join(folder, `${title}.tries`))}
      const tries = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
      writeFileSync(file, String(tries + 1))
      if (tries < ${times}) throw new Error('try ' + tries + ' of ${title}')
    })`
  const timesPlayed = (title: string) => Number(readFileSync(path.join(folder, `${title}.tries`), 'utf8'))
  const put = (name: string, lines: string[]) => writeFileSync(path.join(folder, 'tests', name), lines.join('\n'))
  const files = `import { existsSync, readFileSync, writeFileSync } from 'node:fs'`
  const forVitest = [files, `import { beforeAll, describe, expect, test } from 'vitest'`]
  const forPlaywright = [files, `import { test } from '@playwright/test'`]

  beforeEach(() => {
    for (const part of ['package.json', 'package-lock.json', 'scripts']) {
      cpSync(path.join(repository, part), path.join(folder, part), { recursive: true })
    }
    symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'))
    mkdirSync(path.join(folder, 'tests'))
    const project = `{ test: { name: 'unit', include: ['tests/*.test.ts'] } }`
    writeFileSync(path.join(folder, 'vitest.config.ts'), `export default { test: { projects: [${project}] } }`)
    writeFileSync(
      path.join(folder, 'playwright.config.ts'),
      `const outputFile = process.env.TEST_BROWSER_REPORT
       const projects = [{ name: 'phone' }]
       export default { testDir: 'tests', outputDir: 'test-results/browser', projects, reporter: [['json', { outputFile }]] }`,
    )
  })

  /** Plays the folder's tests as `npm test` does. Returns the exit code and its last lines. */
  function playRun(run: 'runVitest(["unit"], ' | 'runBrowser(') {
    const play = `
      import { concludeRun } from './scripts/test-run/report.mjs'
      import { withSecondTry } from './scripts/test-run/second-try.mjs'
      import { runBrowser, runVitest } from './scripts/test-run/suites.mjs'
      const tests = await withSecondTry([{ tests: [] }, await ${run}{ env: process.env })])
      process.exit(concludeRun({ whole: true, extent: 'quick', tests, parts: [] }))`
    const { code, said } = runNode(['--input-type=module', '--eval', play], folder)
    const flaky = JSON.parse(readFileSync(path.join(folder, 'test-results/flaky.json'), 'utf8')) as object[]
    return { code, said, flaky, last: said.trimEnd().split('\n').slice(-4) }
  }

  it('a second try rescues a test that failed by chance, and says so last before the counts', () => {
    const block = `describe('a block', () => {${failing('red at first (1 + 1 = $2)', 1)}})`
    put('a.test.ts', [...forVitest, block, failing('green', 0)])
    const { code, last, flaky } = playRun('runVitest(["unit"], ')
    const [title, error] = ['a block red at first (1 + 1 = $2)', 'Error: try 0 of red at first (1 + 1 = $2)']
    expect(last).toEqual([`  ~ tests/a.test.ts: ${title}`, `      ${error}`, '', '2 passed, 0 failed'])
    expect(flaky).toEqual([{ suite: 'tests/a.test.ts', title, error }])
    expect(code).toBe(0)
    expect(timesPlayed('green')).toBe(1)
  })

  it('a second try rescues no test that fails again, no file that cannot be loaded, and no error outside of tests @full', () => {
    put('a.test.ts', [...forVitest, failing('always red', 9), failing('red at first', 1)])
    put('b.test.ts', [`throw new Error('cannot be read')`])
    put('c.test.ts', [...forVitest, `test('leaks', () => void Promise.reject(new Error('nobody caught it')))`])
    const { code, said, last, flaky } = playRun('runVitest(["unit"], ')
    expect(last.at(-1)).toBe('2 passed, 3 failed')
    expect(code).toBe(1)
    expect(said).toMatch(
      /✗ tests\/a\.test\.ts: always red\n {4}Error: try 1 [^✗]*At the first try: Error: try 0 of always red\n/,
    )
    expect(said).toContain('tests/b.test.ts cannot be loaded: Error: cannot be read')
    expect(said).toMatch(/✗ vitest: nothing fails outside of a test\n {4}Error: nobody caught it/)
    expect(flaky).toHaveLength(1)
    expect(timesPlayed('always red')).toBe(2)
  })

  it('a second try that rescues more than three tests fails the run @full', () => {
    put('a.test.ts', [...forVitest, ...['one', 'two', 'three', 'four'].map((title) => failing(title, 1))])
    const { code, said, last, flaky } = playRun('runVitest(["unit"], ')
    expect(last.at(-1)).toBe('4 passed, 1 failed')
    expect(said).toContain('✗ second try: rescues at most 3 tests\n')
    expect([code, flaky.length]).toEqual([1, 4])
  })

  /** Number of tests that a successful second try leaves flaky, of `count` failures with this reason. */
  function flakyOf(count: number, detail: string) {
    const play = `
      import { withSecondTry } from './scripts/test-run/second-try.mjs'
      const tests = Array.from({ length: ${count} }, (_, n) => ({ title: 'T' + n, status: 'failed', detail: '${detail}' }))
      const playAgain = async (failed) => failed.map((test) => ({ ...test, status: 'passed' }))
      const results = await withSecondTry([{ tests, playAgain }])
      console.log('\\n' + JSON.stringify(results.flatMap(({ flaky }) => flaky ?? [])))`
    const { said } = runNode(['--input-type=module', '--eval', play], folder)
    return JSON.parse(said.trimEnd().split('\n').at(-1)!) as string[]
  }

  it('more than twenty failed tests get no second try', () => {
    expect(flakyOf(20, 'a reason')).toEqual(Array(20).fill('a reason'))
    expect(flakyOf(21, 'a reason')).toEqual([])
  })

  it('a second try cuts a reason of one long line to 200 characters', () => {
    expect(flakyOf(1, '<p>'.repeat(1_000))).toEqual(['<p>'.repeat(1_000).slice(0, 200)])
  })

  it('a second try plays a whole file again if a hook before its tests failed @full', () => {
    const hook = (title: string, times: number) => failing(title, times).replace(`test("${title}", `, 'beforeAll(')
    put('a.test.ts', [...forVitest, hook('a hook', 1), failing('first', 0), failing('second', 0)])
    put('b.test.ts', [...forVitest, `describe('a block', () => {`, hook('a broken hook', 9), failing('third', 0), '})'])
    const { code, last, flaky } = playRun('runVitest(["unit"], ')
    expect(last.at(-1)).toBe('3 passed, 1 failed')
    expect(flaky).toEqual([
      { suite: 'tests/a.test.ts', title: 'what runs before and after the tests', error: 'Error: try 0 of a hook' },
    ])
    expect([code, timesPlayed('a hook'), timesPlayed('a broken hook'), timesPlayed('second')]).toEqual([1, 2, 2, 1])
  })

  it('stories in the browser get a second try, too @full', () => {
    put('a.spec.ts', [...forPlaywright, failing('red at first', 1), failing('always red', 9), failing('green', 0)])
    const { code, last, flaky } = playRun('runBrowser(')
    expect(last.at(-1)).toBe('2 passed, 1 failed')
    const error = 'Error: try 0 of red at first'
    expect(flaky).toEqual([{ suite: 'a.spec.ts (phone)', title: 'red at first', error }])
    expect([code, timesPlayed('always red'), timesPlayed('green')]).toEqual([1, 2, 1])
  })

  it('stories that do not load get no second try @full', () => {
    put('a.spec.ts', [`throw new Error('cannot be read')`])
    const { code, said, last } = playRun('runBrowser(')
    expect([code, last.at(-1)]).toEqual([1, '0 passed, 1 failed'])
    expect(said).toMatch(/✗ browser: nothing fails outside of a story\n {4}Error: cannot be read/)
    expect(said).not.toContain('A second try')
  })
})

function tellOf(part: string, results: object[]) {
  const tell = `
    import { ${part} } from './scripts/test-run/report.mjs'
    ${part}(${JSON.stringify(results)})`
  return runNode(['--input-type=module', '--eval', tell])
}
