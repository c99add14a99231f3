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

/** `12 passed, 0 failed`, with the skipped ones where there are any. */
export function countLine(results) {
  const count = (wanted) => results.filter(({ status }) => status === wanted).length
  const skipped = count('skipped')
  return `${count('passed')} passed, ${count('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`
}
