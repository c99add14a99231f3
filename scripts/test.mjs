// `npm test`: everything that must hold, from a fresh clone to one line of counts.
import './require-node.mjs'

// Only a dynamic import: an old Node would stumble over the syntax of what follows before it could say so.
import('./test-run/run-all.mjs').then(function (run) {
  return run.runAll(process.argv.slice(2))
})
