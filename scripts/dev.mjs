// `npm run dev`: the API restarts when its files change, the window reloads its parts in place.
import './require-node.mjs'

// Only a dynamic import: an old Node would stumble over the syntax of what follows before it could say so.
import('./launch/develop.mjs').then(function (launch) {
  return launch.develop()
})
