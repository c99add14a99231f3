import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { inProject, Obstacle } from '../launch/project.mjs'
import { printTimes } from './clock.mjs'

const DETAIL_LINES = 30
/** What `printFailuresAgain` says at most: a service that keeps the end of a run keeps some 12,000 characters of it. */
const CHARACTERS_AGAIN = 4_000
const NAMED_AGAIN = 20
const LINES_AGAIN = 12

const SUMMARY = inProject('test-results/summary.json')
const FLAKY = inProject('test-results/flaky.json')
/** More tests than this that pass only at the second try are no chance: the run has failed. */
const MOST_FLAKY = 3

/**
 * Says what became of a run, the line of counts last, keeps it in `test-results`, and gives the exit code. `whole` says
 * whether every suite ran, `extent` whether the long tests did, `parts` how many seconds each part took.
 */
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

/** For `npm run spec` and for tools: all results, and those that passed at the second try as `{ suite, title, error }`. */
function keepResults({ whole, extent, tests, parts }) {
  const flaky = tests.filter(isFlaky).map(({ suite, title, flaky: error }) => ({ suite, title, error }))
  mkdirSync(inProject('test-results'), { recursive: true })
  writeFileSync(SUMMARY, `${JSON.stringify({ whole, extent, tests, parts }, null, 2)}\n`)
  writeFileSync(FLAKY, `${JSON.stringify(flaky, null, 2)}\n`)
}

/** The results of the `npm test` before, which the rest is added to. */
export function readResults() {
  if (!existsSync(SUMMARY))
    throw new Obstacle('--rest adds to the results of npm test, and there are none: run it first.')
  const kept = JSON.parse(readFileSync(SUMMARY, 'utf8'))
  if (kept.extent !== 'quick') throw new Obstacle('The last run played the long tests: there is no rest of it.')
  return kept
}

/** What failed, at length. Who sees only the end of a run reads `printFailuresAgain`. */
function printFailures(results) {
  for (const { suite, title, detail } of failed(results)) {
    const lines = linesOf(detail)
    console.log(`\n✗ ${suite}: ${title}`)
    for (const line of lines.slice(0, DETAIL_LINES)) console.log(`    ${line}`)
    if (lines.length > DETAIL_LINES) console.log(`    … and ${lines.length - DETAIL_LINES} lines more`)
  }
}

/**
 * What failed once more, in few words, right before the line of counts: where only the last few thousand characters of a
 * run are kept, the reasons are among them.
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

/** Says how many tests of which file were skipped and why: nobody should take them for proven. summary.json has every title. */
export function printSkipped(results) {
  const skipped = results.filter(({ status }) => status === 'skipped')
  if (skipped.length) console.log(`\n${skipped.length} SKIPPED`)
  const groups = new Map()
  // Where no reason was given, the title is one, or says what it is about.
  for (const { suite, title, detail } of skipped) {
    const reason = linesOf(detail || title)[0]
    const group = groups.get(`${suite} ${reason}`) ?? { suite, reason, count: 0 }
    groups.set(`${suite} ${reason}`, { ...group, count: group.count + 1 })
  }
  for (const { suite, reason, count } of groups.values()) console.log(`  - ${suite}: ${count}: ${reason}`)
}

/** What passed at the second try only: each is a fault to look for, first in the product. */
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

/** Without the colours that its program gave it. */
const linesOf = (detail) => stripVTControlCharacters(detail).split('\n')

/** `12 passed, 0 failed`: the last line of every run. */
function countLine(results) {
  const count = (wanted) => results.filter(({ status }) => status === wanted).length
  return `${count('passed')} passed, ${count('failed')} failed`
}
