import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { CallFault } from './schedule.ts'

/** The site's address for one device. No code of the browser knows what the proxy does to calls and connections. */
export interface FaultProxy {
  /** http://127.0.0.1:PORT for its whole life. */
  origin: string
  /** Hits the next calls of the API with this fault. */
  hit(fault: CallFault, calls: number): void
  /** Breaks connections and refuses new ones until `mend`. */
  darken(): void
  /** Ends all faults. */
  mend(): void
  close(): Promise<void>
}

interface Reply {
  response: IncomingMessage
  body: Buffer
}

const delayMs = 1_200
const portal = '<!doctype html><title>Wi-Fi</title><h1>Session expired</h1><p>Log in to the network. Token revoked.'

/** Opens a proxy to the server's current origin; `target` returns it, or null while there is no server. */
export async function openFaultProxy(target: () => string | null): Promise<FaultProxy> {
  const waiting: CallFault[] = []
  const sockets = new Set<Socket>()
  let isDark = false

  const server = createServer((request, response) => {
    const isCall = request.url!.startsWith('/api/')
    const fault = isCall ? waiting.shift() : undefined
    // Whatever the reason, the browser sees a broken connection, which is this proxy's purpose.
    serve(request, response, fault).catch(() => request.socket.destroy())
  })
  server.on('connection', (socket) => {
    if (isDark) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  })

  async function serve(request: IncomingMessage, response: ServerResponse, fault: CallFault | undefined) {
    const body = await bytesOf(request)
    if (fault === 'cut before') return void request.socket.destroy()
    if (fault === 'bad gateway') return void response.writeHead(502, { 'content-type': 'text/html' }).end('Bad gateway')
    if (fault === 'captive portal') return void response.writeHead(200, { 'content-type': 'text/html' }).end(portal)
    if (fault === 'delay') await pause(delayMs)
    const reply = await forward(request, body)
    if (fault === 'cut after') return void request.socket.destroy()
    response.writeHead(reply.response.statusCode!, headersOf(reply))
    if (fault !== 'truncate') return void response.end(reply.body)
    response.write(reply.body.subarray(0, reply.body.length / 2), () => request.socket.destroy())
  }

  function forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const origin = target()
      if (origin === null) return reject(new Error('no server'))
      const upstream = ask(origin + url, { method, headers, agent: false }, (response) => {
        bytesOf(response).then((whole) => resolve({ response, body: whole }), reject)
      })
      upstream.on('error', reject)
      upstream.end(body)
    })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hit: (fault, calls) => void waiting.push(...Array.from({ length: calls }, () => fault)),
    darken() {
      isDark = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isDark = false
      waiting.length = 0
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Headers for the whole body. By its length a browser distinguishes a truncated reply from a short one. */
function headersOf({ response, body }: Reply) {
  const { 'transfer-encoding': _chunked, connection: _hop, 'keep-alive': _idle, ...headers } = response.headers
  return { ...headers, ...(body.length > 0 && { 'content-length': body.length }) }
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
