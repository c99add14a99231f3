import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { sleepsOf } from './support/fixed-sleeps.mjs'

const project = path.resolve(import.meta.dirname, '..')

/** Files that test time itself, each with its reason. */
const played: Readonly<Record<string, string>> = {
  'tests/api/late-renewal.test.ts': 'lets a radio be dead for so long; the kernel sends again by its own clock',
  'tests/api/hurried-database.test.ts': 'holds a lock for longer than the time limits of the database that it shows',
  'tests/api/pooler.test.ts': 'migrates for longer than the time limits that docs/operations.md sets',
  'tests/faults/fault-proxy.ts': 'is the fault «a slow network»',
  'tests/support/mortal-server.ts': 'lets a server live for so long',
}

const rooms = ['contract', 'content', 'embedded-postgres', 'server', 'src', 'office', 'sw', 'scripts', 'benches']

function filesOfTests(): string[] {
  const under = (folder: string) =>
    readdirSync(path.join(project, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
  const ofRooms = rooms.flatMap(under).filter((file) => /\.(test|spec)\.tsx?$/.test(file))
  return [...ofRooms, ...under('tests').filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))].sort()
}

it('no test sleeps for a fixed time: it pauses only between two looks at the event that it waits for', () => {
  const found = filesOfTests()
    .filter((file) => !(file in played))
    .flatMap((file) => {
      const source = readFileSync(path.join(project, file), 'utf8')
      if (!/setTimeout|timers\/promises|waitForTimeout/.test(source)) return []
      return sleepsOf(source, file).map((line) => `${file}:${line}`)
    })
  expect(found).toEqual([])
})

it.each([
  ['a promise of a timer', 'await new Promise((resolve) => setTimeout(resolve, 50))'],
  ['a page that waits', 'await page.waitForTimeout(3500)'],
  ['a pause of Node’s', "import { setTimeout as rest } from 'node:timers/promises'\nawait rest(20)"],
  ['a pause in a function of a loop', 'for (;;) await go(async () => { await sleep(5) })'],
])('the search for fixed sleeps finds %s', (_what, source) => {
  expect(sleepsOf(source, 'planted.ts')).toHaveLength(1)
})

it.each([
  ['between two looks', 'while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 20))'],
  ['for the next turn', 'await new Promise((resolve) => setTimeout(resolve))'],
  ['of no time', 'await sleep(0)'],
])('the search for fixed sleeps accepts a pause %s', (_what, source) => {
  expect(sleepsOf(source, 'planted.ts')).toEqual([])
})
