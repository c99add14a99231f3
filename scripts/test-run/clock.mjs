import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inProject } from '../launch/project.mjs'

const BUDGETS = 'docs/testing.md'
const SLOWEST = 10

/** Measures the parts of a run. `parts` are `{ part, seconds }`, in the order in which they ended. */
export function startClock() {
  const parts = []
  return {
    parts,
    /** Returns the result of `work`. */
    async time(part, work) {
      const startedAt = Date.now()
      try {
        return await work()
      } finally {
        parts.push({ part, seconds: Math.round((Date.now() - startedAt) / 1000) })
      }
    },
  }
}

/** Prints the time of each part and the slowest files. A part over its budget is a warning. */
export function printTimes(parts) {
  const budgets = readBudgets()
  console.log('\nTime of each part')
  for (const { part, seconds } of parts) console.log(`  ${String(seconds).padStart(5)} s  ${part}`)
  const slowest = fileTimes().slice(0, SLOWEST)
  if (slowest.length) console.log(`\nThe ${slowest.length} slowest files`)
  for (const { file, seconds } of slowest) console.log(`  ${seconds.toFixed(1).padStart(7)} s  ${file}`)
  for (const { part, seconds } of parts.filter((each) => each.seconds > (budgets.get(each.part) ?? Infinity))) {
    console.log(`\n⚠ ${part} took ${seconds} s; its budget in ${BUDGETS} is ${budgets.get(part)} s.`)
  }
}

/** The table of budgets: `| part | seconds |`. */
function readBudgets() {
  if (!existsSync(inProject(BUDGETS))) return new Map()
  const rows = readFileSync(inProject(BUDGETS), 'utf8').matchAll(/^\| ([^|]+?) +\| +(\d+) \|/gm)
  return new Map([...rows].map(([, part, seconds]) => [part, Number(seconds)]))
}

/** Times of all test files from the runners' reports, the slowest first. For stories the sum of their tests. */
function fileTimes() {
  const folder = inProject('test-results/reports')
  if (!existsSync(folder)) return []
  const reports = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
  const times = reports.flatMap((report) => report.files ?? ofPlaywright(report))
  return times.sort((one, other) => other.seconds - one.seconds)
}

function ofPlaywright({ suites = [] }) {
  const testsOf = (node) => [
    ...(node.specs ?? []).flatMap(({ tests }) => tests),
    ...(node.suites ?? []).flatMap(testsOf),
  ]
  return suites.map((file) => ({
    file: `tests/e2e/${file.file}`,
    seconds:
      testsOf(file).reduce((sum, { results }) => sum + results.reduce((all, { duration }) => all + duration, 0), 0) /
      1000,
  }))
}
