// `npm start`: from a fresh clone, or from yesterday's, to a running product.
import './require-node.mjs'

// A dynamic import: an old Node would fail at the syntax of later modules before it could print its message.
import('./launch/start-product.mjs').then(function (launch) {
  return launch.startProduct()
})
