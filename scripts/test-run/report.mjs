import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inProject, Obstacle } from '../launch/project.mjs'

const DETAIL_LINES = 30

const SUMMARY = inProject('test-results/summary.json')

/**
 * Keeps the results for `npm run spec` and for tools; `whole` says whether every suite ran, `extent` whether the long tests
 * did, `parts` how many seconds each part took.
 */
export function keepResults({ whole, extent, tests, parts }) {
  mkdirSync(inProject('test-results'), { recursive: true })
  writeFileSync(SUMMARY, `${JSON.stringify({ whole, extent, tests, parts }, null, 2)}\n`)
}

/** The results of the `npm test` before, which the rest is added to. */
export function readResults() {
  if (!existsSync(SUMMARY))
    throw new Obstacle('--rest adds to the results of npm test, and there are none: run it first.')
  const kept = JSON.parse(readFileSync(SUMMARY, 'utf8'))
  if (kept.extent !== 'quick') throw new Obstacle('The last run played the long tests: there is no rest of it.')
  return kept
}

export function printFailures(results) {
  for (const { suite, title, detail } of results.filter(({ status }) => status === 'failed')) {
    const lines = detail.split('\n')
    console.log(`\n✗ ${suite}: ${title}`)
    for (const line of lines.slice(0, DETAIL_LINES)) console.log(`    ${line}`)
    if (lines.length > DETAIL_LINES) console.log(`    … and ${lines.length - DETAIL_LINES} lines more`)
  }
}

/** Names what was skipped and why: nobody should take it for proven. */
export function printSkipped(results) {
  const skipped = results.filter(({ status }) => status === 'skipped')
  if (skipped.length) console.log(`\n${skipped.length} SKIPPED`)
  for (const { suite, title, detail } of skipped) console.log(`  - ${suite}: ${title}${detail && `: ${detail}`}`)
}

/** `12 passed, 0 failed`: the last line of every run. */
export function countLine(results) {
  const count = (wanted) => results.filter(({ status }) => status === wanted).length
  return `${count('passed')} passed, ${count('failed')} failed`
}
