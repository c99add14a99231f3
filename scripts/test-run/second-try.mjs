import { stripVTControlCharacters } from 'node:util'

/** With more failures something is broken, and each may take its three minutes again. */
const MOST_TRIED_AGAIN = 20
/** One line of an error may be a whole page of HTML. */
const CHARACTERS_OF_A_REASON = 200

/**
 * Plays each failed test again after all others, and returns the results of all `runs`. A test that passes alone is `passed` and
 * carries the first line of its failure as `flaky`. A run is `{ tests, playAgain }`: `playAgain` gets the failed tests and
 * returns their new results. A run without it (checks, builds) is never repeated, nor is a test with `isFinal` (a broken file, a
 * broken runner).
 */
export async function withSecondTry(runs) {
  const count = runs.flatMap(failedOnce).length
  if (count > MOST_TRIED_AGAIN) {
    console.log(`\n${count} tests failed: more than ${MOST_TRIED_AGAIN} are not played once more.`)
  }
  if (count === 0 || count > MOST_TRIED_AGAIN) return runs.flatMap(({ tests }) => tests)
  console.log(`\nA second try, one at a time: ${count} failed.`)
  const results = []
  for (const run of runs) {
    const failed = failedOnce(run)
    results.push(...(failed.length ? afterSecondTry(run.tests, await run.playAgain(failed)) : run.tests))
  }
  return results
}

const failedOnce = ({ tests, playAgain }) =>
  playAgain ? tests.filter(({ status, isFinal }) => status === 'failed' && !isFinal) : []

/** A run's results with those of its second try. Hooks have passed if nothing of their file failed again. */
function afterSecondTry(first, second) {
  const known = new Set(first.map(keyOf))
  const settled = first.map((test) => {
    if (test.isFinal || test.status === 'passed') return test
    const replies = second.filter((reply) => keyOf(reply) === keyOf(test))
    const failure = replies.find(({ status }) => status === 'failed')
    if (failure) return { ...failure, detail: `${failure.detail}\nAt the first try: ${firstLine(test.detail)}` }
    if (test.status === 'skipped') return replies[0] ?? test
    const proof = test.isHook ? second.filter(({ suite }) => suite === test.suite) : replies
    return hasPassed(proof) ? { ...test, status: 'passed', flaky: firstLine(test.detail) } : test
  })
  return [...settled, ...second.filter((reply) => reply.status === 'failed' && !known.has(keyOf(reply)))]
}

const keyOf = ({ suite, title }) => `${suite}\n${title}`

/** Skipped tests alone prove nothing. */
const hasPassed = (tests) =>
  tests.some(({ status }) => status === 'passed') && tests.every(({ status }) => status !== 'failed')

function firstLine(detail) {
  const lines = stripVTControlCharacters(detail).split('\n')
  const line = lines.find((each) => each.trim() !== '') ?? 'no reason was given'
  return line.trim().slice(0, CHARACTERS_OF_A_REASON)
}
