import { stripVTControlCharacters } from 'node:util'

/** With more failures than this something is broken; each of them may take its three minutes once more. */
const MOST_TRIED_AGAIN = 20
/** One line of an error may be a whole page of HTML. */
const CHARACTERS_OF_A_REASON = 200

/**
 * Plays once more, after all else, each test that failed, and gives the results of all `runs` as they are then. A test that
 * passes alone is `passed` and carries as `flaky` the first line of what it failed with. A run is `{ tests, playAgain }`:
 * `playAgain` gets the failed tests and gives what became of them; a run without it (checks, builds) is never repeated,
 * nor is a test with `isFinal` (a file that does not load, a runner that broke off).
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

/**
 * The results of a run with those of its second try in their places. What the second try does not speak of is as it was;
 * what it alone speaks of (its runner broke off) is added. Hooks have passed where nothing of their file failed again.
 */
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

/** One that is left out proves nothing. */
const hasPassed = (tests) =>
  tests.some(({ status }) => status === 'passed') && tests.every(({ status }) => status !== 'failed')

function firstLine(detail) {
  const lines = stripVTControlCharacters(detail).split('\n')
  const line = lines.find((each) => each.trim() !== '') ?? 'no reason was given'
  return line.trim().slice(0, CHARACTERS_OF_A_REASON)
}
