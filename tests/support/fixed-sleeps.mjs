import { parseSync, traverse, types as t } from '@babel/core'

/** Returns the lines on which `source` awaits a fixed time outside of a polling loop. */
export function sleepsOf(source, filename) {
  // A sleep under fake timers takes no time.
  if (/useFakeTimers\(/.test(source)) return []
  const tree = parseSync(source, {
    filename,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript', 'jsx'] },
  })
  const pauses = new Set(['sleep', 'waitForTimeout'])
  const lines = []
  traverse(tree, {
    ImportDeclaration({ node }) {
      if (!/^(node:)?timers\/promises$/.test(node.source.value)) return
      for (const { local } of node.specifiers) pauses.add(local.name)
    },
    AwaitExpression(awaited) {
      if (isSleep(awaited.node.argument, pauses) && !isInLoop(awaited)) lines.push(awaited.node.loc.start.line)
    },
  })
  return lines
}

function isSleep(node, pauses) {
  if (t.isCallExpression(node)) {
    const { callee } = node
    const name = t.isMemberExpression(callee) ? callee.property : callee
    return t.isIdentifier(name) && pauses.has(name.name) && !t.isNumericLiteral(node.arguments[0], { value: 0 })
  }
  if (!t.isNewExpression(node) || !t.isIdentifier(node.callee, { name: 'Promise' })) return false
  const [work] = node.arguments
  if (!t.isArrowFunctionExpression(work) || !t.isCallExpression(work.body)) return false
  const [resolve] = work.params
  const [called, milliseconds] = work.body.arguments
  return (
    t.isIdentifier(work.body.callee, { name: 'setTimeout' }) &&
    t.isIdentifier(resolve) &&
    t.isIdentifier(called, { name: resolve.name }) &&
    milliseconds !== undefined
  )
}

const isInLoop = (node) => node.findParent((parent) => parent.isLoop() || parent.isFunction())?.isLoop() === true
