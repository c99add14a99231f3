import type { FastifyInstance } from 'fastify'

/**
 * Learns every route that is added from here on, and returns what says by which methods an address is served: [] for one
 * that nothing is at. Routes for every address (`*`, `/*`) say nothing about any of them and do not count.
 */
export function learnMethods(app: FastifyInstance): (path: string) => string[] {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    if (url === '*' || url === '/*') return
    const methods = methodsOf.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    methodsOf.set(url, methods)
  })
  return (path) => {
    const fitting = [...methodsOf].filter(([pattern]) => asExpression(pattern).test(path))
    return [...new Set(fitting.flatMap(([, methods]) => [...methods]))].toSorted()
  }
}

/** A route's pattern (`/api/test-meta/:id/`, `/test/:slug(^\\w+).html`, `/media/*`) as an expression that its addresses match. */
function asExpression(pattern: string): RegExp {
  const fixed = pattern
    .split(/:\w+(?:\([^)]*\))?/)
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${fixed.join('[^/]+').replace('*', '.*')}$`)
}
