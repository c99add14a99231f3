import type { Plugin } from 'vite'

/** Parts of an endpoint that only the server reads: its checks of a call, and the text for the API's page. */
const ofTheServer = new Set(['name', 'summary', 'params', 'query', 'body'])

/** A node of an ESTree; `start` and `end` are places in the text. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/**
 * Removes parts of the contract's endpoints that no browser reads, and marks the calls that make schemas as pure. A bundler
 * cannot know that an unused chain of them (`z.string().check(…)`) has no effect, and keeps it.
 */
export function shakeEndpoints(): Plugin {
  return {
    name: 'shake-endpoints',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/[^/]*\.ts$/ },
      handler(code) {
        return { code: forBrowsers(code, this.parse(code) as unknown as Node), map: null }
      },
    },
  }
}

/** Returns `code` without the server's parts of endpoints. Marks the calls of its constants as pure. `tree` is its ESTree. */
export function forBrowsers(code: string, tree: Node): string {
  const pieces: string[] = []
  let copiedTo = 0
  const copy = (to: number) => {
    pieces.push(code.slice(copiedTo, to))
    copiedTo = to
  }
  const visit = (node: Node, isEndpoint: boolean) => {
    // Calls inside a function do not run when the module loads.
    if (/Function/.test(node.type)) return
    if (node.type === 'CallExpression') {
      copy(node.start)
      pieces.push('/* @__PURE__ */ ')
    }
    const children = childrenOf(node)
    for (const [index, child] of children.entries()) {
      if (isEndpoint && ofTheServer.has(nameIn(child, 'key'))) {
        copy(child.start)
        copiedTo = children[index + 1]?.start ?? child.end
      } else visit(child, nameIn(node, 'callee') === 'endpoint')
    }
  }
  // Visits constants only: a bare statement exists for its effect.
  const declarations = childrenOf(tree).map((one) =>
    one.type === 'ExportNamedDeclaration' ? childrenOf(one)[0]! : one,
  )
  for (const one of declarations) if (one.type === 'VariableDeclaration') visit(one, false)
  copy(code.length)
  return pieces.join('')
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const nameIn = (node: Node, field: string): string => {
  const named = node[field]
  return isNode(named) ? String(named.name) : ''
}
