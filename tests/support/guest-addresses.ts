import { endpoints } from '#contract/endpoints.ts'
import type { TestServer } from './build-server.ts'

/** What stands for the parameters of a route: addresses by its pattern. A pattern without an entry has none, or fails its test. */
const named: Record<string, string[]> = {
  '/api/test-info/': ['/api/test-info/?slug=logichnij'],
  '/api/test-info/:id/': ['/api/test-info/logichnij/'],
  '/api/search-tests/': ['/api/search-tests/?search=iq', '/api/search-tests/'],
  '/api/available-tests/': ['/api/available-tests/', '/api/available-tests/?limit=2'],
  '/test/:slug(^[\\w-]+).html': ['/test/logichnij.html', '/test/logichnij-proba.html'],
  '/bundle/:slug(^[\\w-]+).html': ['/bundle/usi-try.html'],
  // Its page is asked for by the tests of certificates; here by a code that is nobody's.
  '/sertyfikat/:file': [`/sertyfikat/${'x'.repeat(22)}.html`, `/sertyfikat/${'x'.repeat(22)}.1.status.json`],
}

/** Of routes that end with a star, which the table of routes does not name, and of the client's pages. */
const pages = ['/', '/examples', '/login', '/register', '/faq', '/tests/logichnij', '/sw.js', '/profile']

/** Addresses of GET by which a guest is answered, from the tables themselves: a new call or a new page is among them. */
export function guestAddresses({ app }: TestServer): string[] {
  const ofGuests = (path: string) => {
    const endpoint = endpoints.find((each) => each.method === 'GET' && each.path === path)
    return endpoint === undefined ? !path.startsWith('/api/malformed') : ['none', 'optional'].includes(endpoint.auth)
  }
  const found = routesOf(app.printRoutes({ commonPrefix: false })).filter(ofGuests)
  return [...found.flatMap((path) => named[path] ?? [path]), ...pages]
}

/** The patterns of all routes that are served by GET, from the tree of them that Fastify prints. */
function routesOf(tree: string): string[] {
  const above: string[] = []
  const found: string[] = []
  for (const [, indent = '', part = '', methods = ''] of tree.matchAll(/^([│ ]*)[├└]── (\S+) \(([^)]*)\)$/gm)) {
    above.length = indent.length / 4
    above.push(part)
    if (methods.split(', ').includes('GET')) found.push(above.join(''))
  }
  return found
}
