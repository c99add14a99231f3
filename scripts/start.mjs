// `npm start`: from a fresh clone, or from yesterday's, to a running product.
import './require-node.mjs'

// Only a dynamic import: an old Node would stumble over the syntax of what follows before it could say so.
import('./launch/start-product.mjs').then(function (launch) {
  return launch.startProduct()
})
