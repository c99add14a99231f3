import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'iq-spec-'))
afterAll(() => rmSync(folder, { recursive: true }))

const idsIn = (file: string) =>
  [...readFileSync(path.join(project, 'docs/spec', file), 'utf8').matchAll(/^- (\S+) /gm)].map(([, id]) => id!)
const security = idsIn('security-cases.md')
const rows = [...idsIn('catalogue.md').filter((id) => /^(S\d+|C)\.\d+$/.test(id)), ...idsIn('reliability-cases.md')]

type Result = { title: string; status: 'passed' | 'failed' | 'skipped' }
const passed = (ids: string[]): Result[] => ids.map((id) => ({ title: `[${id}] holds`, status: 'passed' }))

function list(tests: Result[], whole = true, extent = 'full') {
  const file = path.join(folder, 'summary.json')
  writeFileSync(file, JSON.stringify({ whole, extent, tests }))
  const { stdout, stderr, status } = spawnSync('node', ['scripts/spec.mjs', file], { cwd: project, encoding: 'utf8' })
  return { lines: stdout.split('\n'), warnings: stderr, status }
}

it('the listing of proven cases has the 48 cases of security with the rows and the cases of reliability', () => {
  expect(security).toEqual(Array.from({ length: 48 }, (_, n) => `S${String(n + 1).padStart(2, '0')}`))
  const { lines, warnings, status } = list(passed([...rows, ...security]))
  expect([status, warnings]).toEqual([0, ''])
  expect(lines.join('\n')).toMatch(/^✓ S31 A lost reply to a renewal.*\n {4}✓ \[S31\] holds$/m)
  expect(lines.at(-2)).toMatch(/ rows proven; R: 32 of 32; S: 48 of 48$/)
})

it.each<[string, Result[]]>([
  ['is claimed by no test', []],
  ['is claimed by a row of the catalogue with the same digits', passed(['S1.01', 'S10.02', 'S3.05'])],
  ['was skipped', [{ title: '[S10] holds', status: 'skipped' }]],
  [
    'failed once',
    [
      { title: '[S10] holds', status: 'passed' },
      { title: '[S10] holds elsewhere', status: 'failed' },
    ],
  ],
])('a whole run, and only a whole run, fails if a case of security %s', (_what, about) => {
  const others = passed([...rows, ...security.filter((id) => id !== 'S10')])
  const { lines, status } = list([...others, ...about])
  expect(status).toBe(1)
  expect(lines.filter((line) => /^[✗·] /.test(line))).toEqual([expect.stringMatching(/^[✗·] S10 No step/)])
  expect(list([...others, ...about], false).status).toBe(0)
})

it('a run without the long tests lacks no proof, because they may hold it, but a failed test fails it', () => {
  const [first, ...others] = [...rows, ...security]
  const { status, warnings } = list(passed(others), true, 'quick')
  expect([status, warnings]).toEqual([0, 'The long tests are still to be played: npm run test:full -- --rest.\n'])
  expect(list(passed(others)).status).toBe(1)
  const failed: Result = { title: `[${first}] holds`, status: 'failed' }
  expect(list([...passed(others), failed], true, 'quick').status).toBe(1)
})
