import { mkdirSync, writeFileSync } from 'node:fs'
import { inProject } from '../launch/project.mjs'

const DETAIL_LINES = 30

/** Keeps the results for `npm run spec` and for tools; `whole` says whether every suite ran. */
export function keepResults(results, whole) {
  mkdirSync(inProject('test-results'), { recursive: true })
  writeFileSync(inProject('test-results/summary.json'), `${JSON.stringify({ whole, tests: results }, null, 2)}\n`)
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
