import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { policyWithInline } from '../../server/plugins/inline-parts.ts'
import { pagePolicy } from '../../server/plugins/security-headers.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

const drawnPages: Record<string, string> = { '/': 'index.html', '/examples': 'examples.html' }

export interface ServedClient {
  origin: string
  /** File for an address that is neither a file nor a prerendered page; a plain static host has only index.html. */
  fallback: 'shell.html' | 'index.html'
  close: () => Promise<void>
}

/** Serves a built client from a folder, as a static host does, under the policy for its API's origin. */
export async function serveClient(folder: string, apiOrigin: string): Promise<ServedClient> {
  const policy = Object.entries(pagePolicy({ apiOrigin }))
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://client')
    const type = types[path.extname(pathname)]
    const file = type === undefined ? (drawnPages[pathname] ?? served.fallback) : path.normalize(pathname)
    readFile(path.join(folder, file)).then(
      (bytes) => {
        const isPage = file.endsWith('.html')
        response.writeHead(200, {
          'content-type': type ?? 'text/html; charset=utf-8',
          'content-security-policy': isPage ? policyWithInline(policy, bytes.toString()) : policy,
        })
        response.end(bytes)
      },
      () => response.writeHead(404).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const served: ServedClient = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fallback: 'shell.html',
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return served
}
