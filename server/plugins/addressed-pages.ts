import { readFileSync, statSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../html/escape-html.ts'
import { addressTags, dataBlock, usualPicture, withLinkPreview } from '../html/link-preview.ts'
import type { PageClaims } from './structured-data.ts'

/** `no-transform`: if a proxy changed a page, no worker could install, because the list of its files names the page's content. */
export const pageCaching = 'no-cache, no-transform'

interface Address {
  file: string
  /** The site's origin, and the page's path in it. */
  origin: string
  path: string
  claims: PageClaims | null
}

/**
 * Sends a page with the data that only a running server knows: its canonical address, the absolute address of its preview picture
 * (messengers take no other), and its claims. The file itself stays as built, because the worker keeps it by name and content.
 */
export function sendAddressedPage(reply: FastifyReply, address: Address): Promise<FastifyReply> {
  const { file, path } = address
  // A new build may come while the server runs.
  const version = JSON.stringify([address, statSync(file).mtimeMs])
  return reply.server.madeOnce.send(reply, { key: `page ${path} of ${file}`, version }, () => ({
    body: complete(readFileSync(file, 'utf8'), address),
    type: 'text/html; charset=utf-8',
    headers: { 'cache-control': pageCaching },
  }))
}

function complete(html: string, address: Address): string {
  const words = address.claims?.words
  const worded = words
    ? withLinkPreview(html, { title: escapeHtml(words.title), about: escapeHtml(words.about) })
    : html
  return worded.replace('</head>', () => `  ${addresses(address)}\n  </head>`)
}

function addresses({ origin, path, claims }: Address): string {
  const own = origin + (claims?.publicPath ?? path)
  return [
    `<link rel="canonical" href="${escapeHtml(own)}">`,
    ...addressTags(own, origin + (claims?.picture ?? usualPicture)),
    ...(claims?.data ? [dataBlock(claims.data)] : []),
  ].join('\n    ')
}
