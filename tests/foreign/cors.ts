import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

const allowed = ['authorization', 'content-type']

/** Headers that a browser adds by itself. The page has set all others. */
const byTheBrowser =
  /^(accept|accept-encoding|accept-language|cache-control|connection|content-length|host|origin|pragma|priority|referer|user-agent|access-control-request-\w+|if-(none-match|modified-since)|sec-.+|upgrade-insecure-requests|dnt|purpose)$/

/** Names of a request's headers that neither a browser adds nor this server allows. */
export function foreignHeaders(headers: IncomingHttpHeaders): string[] {
  return Object.keys(headers).filter((name) => !byTheBrowser.test(name) && !allowed.includes(name))
}

/** Allows a preflight only from the client's origin and with the two allowed headers. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse, clientOrigin: string): boolean {
  const asked = (request.headers['access-control-request-headers'] ?? '').split(',').map((name) => name.trim())
  const isFine = request.headers.origin === clientOrigin && asked.every((name) => name === '' || allowed.includes(name))
  if (!isFine) {
    response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>403 Forbidden</h1>')
    return false
  }
  response.writeHead(200, {
    'access-control-allow-origin': clientOrigin,
    'access-control-allow-headers': allowed.join(', '),
    'access-control-allow-methods': 'GET, POST, PUT, OPTIONS',
    'access-control-max-age': '600',
    vary: 'Origin',
  })
  response.end()
  return true
}
