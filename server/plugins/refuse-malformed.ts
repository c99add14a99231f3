import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { ErrorCode } from '#contract/error.ts'
import { Failure } from '../failure.ts'

const malformedAddress = '/api/malformed-address/'
/** Ids are held to their length by the contract: a router's limit would answer in a form of its own. Node reads no longer head. */
const maxParamLength = 16 * 1024

/**
 * Options of the server without which Fastify and Node answer by themselves, in English, with the address in it and without
 * the headers of every reply: an address that cannot be decoded (`/%zz`) becomes one of ours, which refuses in our form
 * behind all hooks; bytes that are no HTTP are answered on their socket.
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

/** Must be installed behind everything that puts headers on replies. */
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

/** Node's errors of a request that it could not read, by `code`; any other is `bad_request`. */
const refusals: Record<string, [status: number, code: ErrorCode, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'Запит ішов надто довго. Спробуйте ще раз.'],
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'Заголовки запиту завеликі.'],
}
const unreadable: (typeof refusals)[string] = [400, 'bad_request', 'Запит пошкоджений: це не HTTP.']

/** Answers what never became a request, with the headers that every other refusal carries, and ends the connection. */
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
  // What is still being sent by somebody who does not read is not waited for.
  socket.setTimeout(goodbyeMs, () => socket.destroy())
}

/** Milliseconds. */
const goodbyeMs = 2_000
/** Of one request only: its number in a count, and the marks of its body. */
const ofOneReply =
  /^(x-ratelimit-.*|content-.*length|content-encoding|date|connection|keep-alive|transfer-encoding|etag)$/

const learned = new WeakMap<FastifyInstance, Promise<Record<string, string>>>()

/** Asked of the server itself, once: a list of its own would be forgotten when a header is added. */
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
