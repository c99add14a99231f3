// `npm test`: everything that must hold, from a fresh clone to one line of counts.
import './require-node.mjs'

// A dynamic import: an old Node would fail at the syntax of later modules before it could print its message.
import('./test-run/run-all.mjs').then(function (run) {
  return run.runAll(process.argv.slice(2))
})
