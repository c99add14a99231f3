import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { inProject, Obstacle } from '../launch/project.mjs'
import { printTimes } from './clock.mjs'

const DETAIL_LINES = 30
/** Bounds of `printFailuresAgain`: a service that keeps the end of a run keeps some 12,000 characters of it. */
const CHARACTERS_AGAIN = 4_000
const NAMED_AGAIN = 20
const LINES_AGAIN = 12

const SUMMARY = inProject('test-results/summary.json')
const FLAKY = inProject('test-results/flaky.json')
/** More tests than this that pass only at the second try are no accident: the run has failed. */
const MOST_FLAKY = 3

/** Prints and keeps a run's results. Returns the exit code. `whole`: every suite ran. `parts`: seconds of each part. */
export function concludeRun({ whole, extent, tests, parts }) {
  const results = [...tests, ...tooManyFlaky(tests)]
  keepResults({ whole, extent, tests, parts })
  printFailures(results)
  printSkipped(results)
  printTimes(parts)
  printFailuresAgain(results)
  printFlaky(results)
  console.log(`\n${countLine(results)}`)
  return failed(results).length === 0 ? 0 : 1
}

/** Writes files for `npm run spec` and other tools: all results, and the tests that passed only at the second try. */
function keepResults({ whole, extent, tests, parts }) {
  const flaky = tests.filter(isFlaky).map(({ suite, title, flaky: error }) => ({ suite, title, error }))
  mkdirSync(inProject('test-results'), { recursive: true })
  writeFileSync(SUMMARY, `${JSON.stringify({ whole, extent, tests, parts }, null, 2)}\n`)
  writeFileSync(FLAKY, `${JSON.stringify(flaky, null, 2)}\n`)
}

/** Results of the last `npm test`, to which the rest is added. */
export function readResults() {
  if (!existsSync(SUMMARY))
    throw new Obstacle('--rest adds to the results of npm test, and there are none: run it first.')
  const kept = JSON.parse(readFileSync(SUMMARY, 'utf8'))
  if (kept.extent !== 'quick') throw new Obstacle('The last run played the long tests: there is no rest of it.')
  return kept
}

/** Prints failures at length. A reader who sees only the end of a run reads `printFailuresAgain`. */
function printFailures(results) {
  for (const { suite, title, detail } of failed(results)) {
    const lines = linesOf(detail)
    console.log(`\n✗ ${suite}: ${title}`)
    for (const line of lines.slice(0, DETAIL_LINES)) console.log(`    ${line}`)
    if (lines.length > DETAIL_LINES) console.log(`    … and ${lines.length - DETAIL_LINES} lines more`)
  }
}

/**
 * Prints failures again, in short, right before the line of counts, so that the last few thousand characters have the reasons.
 */
export function printFailuresAgain(results) {
  const all = failed(results)
  const named = all.slice(0, NAMED_AGAIN)
  const room = Math.floor(CHARACTERS_AGAIN / Math.max(1, named.length))
  if (all.length) console.log(`\n${all.length} FAILED`)
  for (const failure of named) console.log(inShort(failure, room))
  if (all.length > named.length) console.log(`  … and ${all.length - named.length} more, told of above`)
}

function inShort({ suite, title, detail }, room) {
  const lines = linesOf(detail).filter((line) => line.trim() !== '')
  const text = [`  ✗ ${suite}: ${title}`, ...lines.slice(0, LINES_AGAIN).map((line) => `      ${line}`)].join('\n')
  return text.length > room ? `${text.slice(0, room)}…` : text
}

/** Prints how many tests of each file were skipped and why: nobody should count them as passed. summary.json has every title. */
export function printSkipped(results) {
  const skipped = results.filter(({ status }) => status === 'skipped')
  if (skipped.length) console.log(`\n${skipped.length} SKIPPED`)
  const groups = new Map()
  // If a test gives no reason, its title is the reason or names the subject.
  for (const { suite, title, detail } of skipped) {
    const reason = linesOf(detail || title)[0]
    const group = groups.get(`${suite} ${reason}`) ?? { suite, reason, count: 0 }
    groups.set(`${suite} ${reason}`, { ...group, count: group.count + 1 })
  }
  for (const { suite, reason, count } of groups.values()) console.log(`  - ${suite}: ${count}: ${reason}`)
}

/** Prints tests that passed only at the second try. Each is a fault to look for, first in the product. */
function printFlaky(results) {
  const flaky = results.filter(isFlaky)
  if (flaky.length) console.log(`\n${flaky.length} FLAKY: failed, and passed when played once more, alone`)
  for (const { suite, title, flaky: error } of flaky) console.log(`  ~ ${suite}: ${title}\n      ${error}`)
}

function tooManyFlaky(tests) {
  const count = tests.filter(isFlaky).length
  if (count <= MOST_FLAKY) return []
  const detail = `${count} passed at the second try only`
  return [{ suite: 'second try', title: `rescues at most ${MOST_FLAKY} tests`, status: 'failed', detail }]
}

const isFlaky = ({ flaky }) => flaky !== undefined

const failed = (results) => results.filter(({ status }) => status === 'failed')

const linesOf = (detail) => stripVTControlCharacters(detail).split('\n')

function countLine(results) {
  const count = (wanted) => results.filter(({ status }) => status === wanted).length
  return `${count('passed')} passed, ${count('failed')} failed`
}
