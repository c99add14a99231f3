import { endpoints } from '#contract/endpoints.ts'
import type { TestServer } from './build-server.ts'

/** Addresses by the pattern of a route with parameters. A test requests a pattern without an entry literally, and fails. */
const named: Record<string, string[]> = {
  '/api/test-info/': ['/api/test-info/?slug=logichnij'],
  '/api/test-info/:id/': ['/api/test-info/logichnij/'],
  '/api/search-tests/': ['/api/search-tests/?search=iq', '/api/search-tests/'],
  '/api/available-tests/': ['/api/available-tests/', '/api/available-tests/?limit=2'],
  '/test/:slug(^[\\w-]+).html': ['/test/logichnij.html', '/test/logichnij-proba.html'],
  '/bundle/:slug(^[\\w-]+).html': ['/bundle/usi-try.html'],
  // The tests of certificates ask for its page. This code belongs to nobody.
  '/sertyfikat/:file': [`/sertyfikat/${'x'.repeat(22)}.html`, `/sertyfikat/${'x'.repeat(22)}.1.status.json`],
}

/** The client's pages, and routes that end with a star, which the table of routes does not name. */
const pages = ['/', '/examples', '/login', '/register', '/faq', '/tests/logichnij', '/sw.js', '/profile']

/** The GET addresses that answer a guest. They come from the tables of routes, so a new call or page is among them. */
export function guestAddresses({ app }: TestServer): string[] {
  const ofGuests = (path: string) => {
    const endpoint = endpoints.find((each) => each.method === 'GET' && each.path === path)
    return endpoint === undefined ? !path.startsWith('/api/malformed') : ['none', 'optional'].includes(endpoint.auth)
  }
  const found = routesOf(app.printRoutes({ commonPrefix: false })).filter(ofGuests)
  return [...found.flatMap((path) => named[path] ?? [path]), ...pages]
}

/** Parses the patterns of all GET routes from the tree that Fastify prints. */
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
