import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The floor of a first paint: the words in plain HTML, without a style, script or font. Returns its address and `close`. */
export async function serveFloor(words: string): Promise<{ url: string; close(): void }> {
  const page = `<!doctype html><html lang="uk"><meta charset="utf-8"><title>Floor</title><h1>${words.slice(0, 60)}</h1><p>${words}</p></html>`
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(page)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => void server.close(),
  }
}
