// Written for Nodes that are far too old for the rest (no newer syntax, no node: imports), because it has to say so.
var needed = [20, 19]
var present = process.versions.node.split('.').map(Number)

if (present[0] < needed[0] || (present[0] === needed[0] && present[1] < needed[1])) {
  console.error(
    '✗ This product needs Node ' +
      needed.join('.') +
      ' or newer; this is Node ' +
      process.versions.node +
      '. See https://nodejs.org/.',
  )
  process.exit(1)
}
