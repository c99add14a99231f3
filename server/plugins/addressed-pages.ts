import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../html/escape-html.ts'
import { addressTags, dataBlock, usualPicture, withLinkPreview } from '../html/link-preview.ts'
import type { PageClaims } from './structured-data.ts'

/** Of a page's text, which is the same in all of them. */
type Encoding = 'br' | 'gzip' | 'identity'
interface AddressedPage {
  etag: string
  bodies: Record<Encoding, Buffer>
}

/** By file, version, address and what it claims: a page is completed and packed once. */
const known = new Map<string, Promise<AddressedPage>>()
/** More than a shop has pages. What it says changes while the server runs, and what it said before is dropped. */
const mostKnown = 500

interface Address {
  file: string
  /** The whole address of the site, and the page's path in it. */
  origin: string
  path: string
  claims: PageClaims | null
}

/**
 * Sends a page with what only a running server knows: its whole address, that of the picture for link previews, which
 * messengers take as absolute addresses only, and what it claims of the shop. The file itself stays as it was built, for
 * that is what the worker keeps, by the file's name and its content.
 */
export async function sendAddressedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  address: Address,
): Promise<unknown> {
  const { etag, bodies } = await addressedPage(address)
  reply.header('etag', etag).header('vary', 'accept-encoding').type('text/html; charset=utf-8')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const encoding = wanted(request)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bodies[encoding])
}

function addressedPage(address: Address): Promise<AddressedPage> {
  // A new build may come while the server runs.
  const version = JSON.stringify([address, statSync(address.file).mtimeMs])
  const page = known.get(version) ?? complete(readFileSync(address.file, 'utf8'), address)
  if (known.size >= mostKnown) known.clear()
  known.set(version, page)
  return page
}

async function complete(html: string, address: Address): Promise<AddressedPage> {
  const words = address.claims?.words
  const worded = words
    ? withLinkPreview(html, { title: escapeHtml(words.title), about: escapeHtml(words.about) })
    : html
  const text = worded.replace('</head>', () => `  ${addresses(address)}\n  </head>`)
  const identity = Buffer.from(text)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity, { level: 9 })])
  // Weak: the same text travels in several encodings.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 32)}"`
  return { etag, bodies: { br, gzip: gz, identity } }
}

function addresses({ origin, path, claims }: Address): string {
  const own = origin + (claims?.publicPath ?? path)
  return [
    `<link rel="canonical" href="${escapeHtml(own)}">`,
    ...addressTags(own, origin + (claims?.picture ?? usualPicture)),
    ...(claims?.data ? [dataBlock(claims.data)] : []),
  ].join('\n    ')
}

function wanted({ headers }: FastifyRequest): Encoding {
  const accepted = (headers['accept-encoding'] ?? '').split(',').map((each) => each.trim())
  const takes = (encoding: string) =>
    accepted.some((each) => each.split(';')[0] === encoding && !/;\s*q=0(\.0*)?$/.test(each))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}
