import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface MockProvider {
  url: string
  /** Every request that came, oldest first. */
  requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[]
  /** Closes every connection, so that the next request opens a new one. */
  hangUp(): void
  close(): Promise<void>
}

/** A stand-in for a payment provider's server: real HTTP on loopback. `answer` returns the JSON reply, or a bare status. */
export async function startMockProvider(
  answer: (request: { path: string; body: string }) => object | number | Promise<object | number>,
): Promise<MockProvider> {
  const requests: MockProvider['requests'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const path = request.url!
      requests.push({ method: request.method!, path, headers: request.headers, body })
      void Promise.resolve(answer({ path, body })).then((reply) => {
        if (typeof reply === 'number') response.writeHead(reply).end('<html>not JSON</html>')
        else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    hangUp: () => server.closeAllConnections(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
