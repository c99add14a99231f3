// Has no newer syntax and no node: imports: a Node that is far too old for the rest must still print the message below.
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
