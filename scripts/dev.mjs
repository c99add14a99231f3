// `npm run dev`: restarts the API when its files change; the page reloads its parts in place.
import './require-node.mjs'

// A dynamic import: an old Node would fail at the syntax of later modules before it could print its message.
import('./launch/develop.mjs').then(function (launch) {
  return launch.develop()
})
