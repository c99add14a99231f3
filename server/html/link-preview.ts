import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from './escape-html.ts'

export const siteName = 'Тестування IQ'

/** The picture of all pages without one of their own. `npm run link-picture` draws them all. */
export const usualPicture = '/link-preview.png'

/** The path of the picture (1200×630) for a link to a test or bundle: its own, if the site built in `dist` has one. */
export function pictureOfSold(dist: string, slug: string): string {
  const own = `/link-previews/${slug}.png`
  return existsSync(join(dist, own)) ? own : usualPicture
}

/** The words of a page, both as HTML: the caller escapes plain text. */
export interface LinkWords {
  title: string
  about: string
}

/**
 * The built shell with a page's own title, description and preview tags for messengers (Open Graph, https://ogp.me), without
 * picture and address: these need the site's address, which only a running server knows.
 */
export function withLinkPreview(shell: string, { title, about }: LinkWords): string {
  const preview = [`<meta name="description" content="${about}">`, ...wordTags({ title, about })].join('\n    ')
  // Functions, because `replace` would interpret a $ in the words.
  return shell
    .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    .replace(/<meta\s+name="description"[^>]*>/, () => preview)
}

/** The preview tags with the absolute addresses of the page and its picture (1200×630). */
export function addressTags(address: string, picture: string): string[] {
  return [
    `<meta property="og:url" content="${escapeHtml(address)}">`,
    `<meta property="og:image" content="${escapeHtml(picture)}">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
  ]
}

/** The preview tags with words, which are HTML. */
export function wordTags({ title, about }: LinkWords): string[] {
  return [
    '<meta property="og:type" content="website">',
    '<meta property="og:locale" content="uk_UA">',
    `<meta property="og:site_name" content="${siteName}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${about}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

/** The claims of a page in schema.org's words, as a data block: it is never run, and no policy forbids it. */
export function dataBlock(data: object): string {
  // Without `<` it can neither end the script element nor begin a comment.
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}
