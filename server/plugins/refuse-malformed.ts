import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { ErrorCode } from '#contract/error.ts'
import { Failure } from '../failure.ts'

const malformedAddress = '/api/malformed-address/'
/** The contract checks the length of ids: a limit of the router would answer in a form of its own. Node reads no longer head. */
const maxParamLength = 16 * 1024

/**
 * Keeps Fastify and Node from answering by themselves, in English, with the address and without our headers. An address that
 * cannot be decoded (`/%zz`) becomes one of ours, refused behind all hooks. Bytes that are not HTTP are answered on their socket.
 */
export function malformedRequestOptions() {
  return {
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : malformedAddress),
    clientErrorHandler(this: FastifyInstance, error, socket) {
      void refuseBytes(this, error, socket)
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength },
  } satisfies FastifyServerOptions
}

/** Must be installed after every hook that adds headers to replies. */
export function installMalformedAddress(app: FastifyInstance): void {
  app.all(malformedAddress, { schema: { hide: true } }, () => {
    throw new Failure(400, 'bad_url', 'Адреса запиту пошкоджена.')
  })
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split(/[?#]/, 1)[0]!)
    return true
  } catch {
    return false
  }
}

/** Node's errors for a request that it could not read, by `code`; any other is `bad_request`. */
const refusals: Record<string, [status: number, code: ErrorCode, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'Запит ішов надто довго. Спробуйте ще раз.'],
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'Заголовки запиту завеликі.'],
}
const unreadable: (typeof refusals)[string] = [400, 'bad_request', 'Запит пошкоджений: це не HTTP.']

/** Answers bytes that never became a request, with the headers of every other refusal, and ends the connection. */
async function refuseBytes(app: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): Promise<void> {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy(error)
  const [status, code, detail] = refusals[error.code ?? ''] ?? unreadable
  const body = JSON.stringify(new Failure(status, code, detail).toBody())
  const headers = {
    ...(await headersOfRefusals(app)),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  // A sender who does not read is cut off after this time.
  socket.setTimeout(goodbyeMs, () => socket.destroy())
}

const goodbyeMs = 2_000
/** Headers of one request only: its count in a limit, and those of its body. */
const ofOneReply =
  /^(x-ratelimit-.*|content-.*length|content-encoding|date|connection|keep-alive|transfer-encoding|etag)$/

const learned = new WeakMap<FastifyInstance, Promise<Record<string, string>>>()

/** Asks the server itself, once: a separate list would be forgotten when a header is added. */
function headersOfRefusals(app: FastifyInstance): Promise<Record<string, string>> {
  const known = learned.get(app)
  if (known !== undefined) return known
  const asked = app
    .inject({ method: 'GET', url: malformedAddress })
    .then(({ headers }) =>
      Object.fromEntries(
        Object.entries(headers)
          .filter(([name]) => !ofOneReply.test(name))
          .map(([name, value]) => [name, String(value)]),
      ),
    )
    .catch(() => ({}))
  learned.set(app, asked)
  return asked
}
