import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

export interface Sample {
  kind: string
  /** From the first byte that was sent to the last that came, in milliseconds. */
  ms: number
  status: number
}

/** What the requests of a phase took, and how many bytes of answers came, headers included. */
export interface Trace {
  samples: Sample[]
  bytes: number
}

export const newTrace = (): Trace => ({ samples: [], bytes: 0 })

export interface Answer {
  status: number
  ms: number
  retryAfter: number | null
  /** The body as it was before it was compressed. */
  text(): string
}

interface Call {
  method: 'GET' | 'PUT' | 'POST'
  path: string
  bearer?: string | undefined
  body?: unknown
  timeoutMs?: number
}

/**
 * Somebody's browser: one kept connection, and an address of its own by X-Forwarded-For, as a proxy tells it. A call
 * that gets no answer rejects.
 */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #origin: URL
  readonly #headers: Record<string, string>

  constructor(origin: string, address: string, encoding: string) {
    this.#origin = new URL(origin)
    this.#headers = { 'x-forwarded-for': address, 'accept-encoding': encoding, accept: 'application/json' }
  }

  call(trace: Trace, kind: string, { method, path, bearer, body, timeoutMs = 120_000 }: Call): Promise<Answer> {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const headers: Record<string, string | number> = { ...this.#headers }
    if (bearer !== undefined) headers.authorization = `Bearer ${bearer}`
    if (sent !== undefined) {
      headers['content-type'] = 'application/json'
      headers['content-length'] = Buffer.byteLength(sent)
    }
    const { hostname, port } = this.#origin
    return new Promise((resolve, reject) => {
      const begun = performance.now()
      const asked = request({ hostname, port, method, path, headers, agent: this.#agent }, (reply) => {
        const chunks: Buffer[] = []
        // Later it may belong to nobody any more.
        const { socket } = reply
        const before = readBefore.get(socket) ?? 0
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('error', reject)
        reply.on('end', () => {
          const ms = performance.now() - begun
          const status = reply.statusCode ?? 0
          readBefore.set(socket, socket.bytesRead)
          trace.bytes += socket.bytesRead - before
          trace.samples.push({ kind, ms, status })
          const retryAfter = Number(reply.headers['retry-after'] ?? Number.NaN)
          resolve({
            status,
            ms,
            retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
            text: () => expand(Buffer.concat(chunks), reply.headers['content-encoding']),
          })
        })
      })
      asked.setTimeout(timeoutMs, () => asked.destroy(new Error(`no answer within ${timeoutMs} ms`)))
      asked.on('error', reject)
      asked.end(sent)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Bytes that a connection had brought when its last answer ended. */
const readBefore = new WeakMap<object, number>()

function expand(bytes: Buffer, encoding: string | undefined): string {
  switch (encoding) {
    case 'br':
      return brotliDecompressSync(bytes).toString()
    case 'gzip':
      return gunzipSync(bytes).toString()
    case 'deflate':
      return inflateSync(bytes).toString()
    case undefined:
      return bytes.toString()
    default:
      throw new Error(`a body came as ${encoding}`)
  }
}
