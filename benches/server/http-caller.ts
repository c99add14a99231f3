import { connect, type Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

export interface Sample {
  kind: string
  /** Milliseconds from the first sent byte to the last received one. */
  ms: number
  status: number
}

/** Times of a phase's requests, and bytes of the replies, headers included. */
export interface Trace {
  samples: Sample[]
  bytes: number
}

export const newTrace = (): Trace => ({ samples: [], bytes: 0 })

export interface Answer {
  status: number
  ms: number
  retryAfter: number | null
  /** The body before compression. */
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
 * A person's browser: one kept connection, and a separate address by X-Forwarded-For, as a proxy sends it. One call at a time; a
 * call without a reply rejects. Speaks only the needed HTTP/1.1, on a bare socket: Node's own client would take as much of the
 * machine as the measured servers, and its delays would count as theirs.
 */
export class Caller {
  readonly #origin: URL
  readonly #headers: string
  #socket: Socket | null = null
  #answered: ((head: string, body: Buffer, bytes: number) => void) | null = null
  #failed: ((error: Error) => void) | null = null

  constructor(origin: string, address: string, encoding: string) {
    this.#origin = new URL(origin)
    this.#headers = [
      `host: ${this.#origin.host}`,
      `x-forwarded-for: ${address}`,
      `accept-encoding: ${encoding}`,
      'accept: application/json',
    ].join('\r\n')
  }

  call(trace: Trace, kind: string, { method, path, bearer, body, timeoutMs = 120_000 }: Call): Promise<Answer> {
    const sent = body === undefined ? '' : JSON.stringify(body)
    let head = `${method} ${path} HTTP/1.1\r\n${this.#headers}\r\n`
    if (bearer !== undefined) head += `authorization: Bearer ${bearer}\r\n`
    if (body !== undefined) head += `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(sent)}\r\n`
    return new Promise((resolve, reject) => {
      const begun = performance.now()
      const timer = setTimeout(() => this.#end(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
      const settle = () => {
        clearTimeout(timer)
        this.#answered = null
        this.#failed = null
      }
      this.#failed = (error) => {
        settle()
        reject(error)
      }
      this.#answered = (reply, bytes, size) => {
        const ms = performance.now() - begun
        settle()
        const status = Number(reply.slice(9, 12))
        trace.bytes += size
        trace.samples.push({ kind, ms, status })
        const retryAfter = field(reply, 'retry-after')
        if (field(reply, 'connection') === 'close') this.close()
        resolve({
          status,
          ms,
          retryAfter: retryAfter === null ? null : Number(retryAfter),
          text: () => expand(bytes, field(reply, 'content-encoding')),
        })
      }
      this.#socket ??= this.#connect()
      this.#socket.write(`${head}\r\n${sent}`)
    })
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = null
  }

  #connect(): Socket {
    const socket = connect({ host: this.#origin.hostname, port: Number(this.#origin.port), noDelay: true })
    let pieces: Buffer[] = []
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece)
      const bytes = pieces.length === 1 ? piece : Buffer.concat(pieces)
      const reply = wholeReply(bytes)
      if (reply === null) return
      pieces = []
      this.#answered?.(reply.head, reply.body, bytes.length)
    })
    socket.on('error', (error) => this.#end(error))
    socket.on('close', () => {
      if (this.#socket === socket) this.#end(new Error('the connection was closed'))
    })
    return socket
  }

  #end(error: Error): void {
    this.close()
    this.#failed?.(error)
  }
}

function field(head: string, name: string): string | null {
  return new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head)?.[1] ?? null
}

/** The reply in these bytes; null while it is incomplete. */
function wholeReply(bytes: Buffer): { head: string; body: Buffer } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const length = field(head, 'content-length')
  const start = end + 4
  if (length !== null) {
    return bytes.length < start + Number(length) ? null : { head, body: bytes.subarray(start, start + Number(length)) }
  }
  if (field(head, 'transfer-encoding') !== 'chunked') throw new Error(`a reply without a length:\n${head}`)
  const chunks: Buffer[] = []
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (bytes.length < lineEnd + 4 + size) return null
    if (size === 0) return { head, body: Buffer.concat(chunks) }
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 4 + size
  }
}

function expand(bytes: Buffer, encoding: string | null): string {
  switch (encoding) {
    case 'br':
      return brotliDecompressSync(bytes).toString()
    case 'gzip':
      return gunzipSync(bytes).toString()
    case 'deflate':
      return inflateSync(bytes).toString()
    case null:
      return bytes.toString()
    default:
      throw new Error(`a body came as ${encoding}`)
  }
}
