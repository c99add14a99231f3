import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Of a page's text, which is the same in all of them. */
type Encoding = 'br' | 'gzip' | 'identity'
interface AddressedPage {
  etag: string
  bodies: Record<Encoding, Buffer>
}

/** By file, version and address: a page is completed and packed once. */
const known = new Map<string, Promise<AddressedPage>>()

/** Names the picture that every link preview shows, 1200×630, drawn by `npm run link-picture`. */
const picture = '/link-preview.png'

/**
 * Sends a drawn page with what only a running server knows: its whole address, and that of the picture for link previews,
 * which messengers take as absolute addresses only. The file itself stays as it was built, for that is what the worker
 * keeps, by the file's name and its content.
 */
export async function sendAddressedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, origin, path }: { file: string; origin: string; path: string },
): Promise<unknown> {
  const { etag, bodies } = await addressedPage(file, origin, path)
  reply.header('etag', etag).header('vary', 'accept-encoding').type('text/html; charset=utf-8')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const encoding = wanted(request)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bodies[encoding])
}

function addressedPage(file: string, origin: string, path: string): Promise<AddressedPage> {
  // A new build may come while the server runs.
  const version = `${file} ${statSync(file).mtimeMs} ${origin}`
  const page = known.get(version) ?? complete(readFileSync(file, 'utf8'), origin, path)
  known.set(version, page)
  return page
}

async function complete(html: string, origin: string, path: string): Promise<AddressedPage> {
  const text = html.replace('</head>', () => `  ${addresses(origin, path)}\n  </head>`)
  const identity = Buffer.from(text)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity, { level: 9 })])
  // Weak: the same text travels in several encodings.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 32)}"`
  return { etag, bodies: { br, gzip: gz, identity } }
}

function addresses(origin: string, path: string): string {
  return [
    `<link rel="canonical" href="${origin}${path}">`,
    `<meta property="og:url" content="${origin}${path}">`,
    `<meta property="og:image" content="${origin}${picture}">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
  ].join('\n    ')
}

function wanted({ headers }: FastifyRequest): Encoding {
  const accepted = (headers['accept-encoding'] ?? '').split(',').map((each) => each.trim())
  const takes = (encoding: string) =>
    accepted.some((each) => each.split(';')[0] === encoding && !/;\s*q=0(\.0*)?$/.test(each))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}
