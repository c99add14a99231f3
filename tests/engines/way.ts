import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openGate } from '../support/gate.ts'

/** A separate address of the site: what a browser keeps for one address is out of reach for another. */
export interface Way {
  /** http://127.0.0.1:PORT for its whole life. */
  origin: string
  /** Breaks open connections and refuses new ones. */
  shut(): Promise<void>
  open(): Promise<void>
  /** Lets the next request of this method and path reach the server, and breaks the connection before its reply. */
  dropReply(method: string, path: string): void
  /** Replies with this to all later requests of this kind, without asking the server. */
  answer(method: string, path: string, json: unknown): void
  /** Number of such requests. A browser may send one twice without telling the page. */
  heard(method: string, path: string): number
  /** The latest calls and their replies, a clue to a story's failure. */
  lastCalls(): readonly string[]
  close(): Promise<void>
}

export async function openWay(site: string): Promise<Way> {
  const requests: string[] = []
  const ended: string[] = []
  const toDrop: string[] = []
  const answers = new Map<string, string>()
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    requests.push(call)
    response.once('close', () => ended.push(`${call} ${response.writableFinished ? response.statusCode : 'broke off'}`))
    const answer = [...answers].find(([beginning]) => call.startsWith(beginning))?.[1]
    if (answer !== undefined) return void response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
    const fated = toDrop.findIndex((beginning) => call.startsWith(beginning))
    if (fated !== -1) toDrop.splice(fated, 1)
    passOn(site, request, response, fated !== -1)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const gate = await openGate(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  let isOpen = true
  return {
    origin: gate.origin,
    async shut() {
      isOpen = false
      await gate.shut()
    },
    async open() {
      isOpen = true
      await gate.open()
    },
    dropReply: (method, path) => void toDrop.push(`${method} ${path}`),
    answer: (method, path, json) => void answers.set(`${method} ${path}`, JSON.stringify(json)),
    heard: (method, path) => requests.filter((call) => call.startsWith(`${method} ${path}`)).length,
    lastCalls: () => ended.filter((call) => call.includes(' /api/')).slice(-20),
    async close() {
      if (isOpen) await gate.shut()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function passOn(site: string, request: IncomingMessage, response: ServerResponse, isDropped: boolean): void {
  const upstream = ask(site + request.url, { method: request.method!, headers: request.headers }, (reply) => {
    if (isDropped) return void reply.resume().once('end', () => request.socket.destroy())
    response.writeHead(reply.statusCode!, reply.headers)
    reply.pipe(response)
  })
  upstream.on('error', () => request.socket.destroy())
  request.pipe(upstream)
}
