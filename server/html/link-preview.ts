import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from './escape-html.ts'

export const siteName = 'Тестування IQ'

/** One for all pages that have none of their own. Drawn, as all of them, by `npm run link-picture`. */
export const usualPicture = '/link-preview.png'

/** The path of the picture, 1200×630, of a link to a test or bundle: its own where the site that is built in `dist` has one. */
export function pictureOfSold(dist: string, slug: string): string {
  const own = `/link-previews/${slug}.png`
  return existsSync(join(dist, own)) ? own : usualPicture
}

/** Of one page, both as HTML: who has plain text escapes it first. */
export interface LinkWords {
  title: string
  about: string
}

/**
 * The built shell with a page's own title and description in place of the site's, and the tags by which messengers preview
 * a link to it (Open Graph, https://ogp.me). Without its picture and address: those need the site's own address, which only
 * a running server knows.
 */
export function withLinkPreview(shell: string, { title, about }: LinkWords): string {
  const preview = [`<meta name="description" content="${about}">`, ...wordTags({ title, about })].join('\n    ')
  // By functions: a $ in the words must stay a $.
  return shell
    .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    .replace(/<meta\s+name="description"[^>]*>/, () => preview)
}

/** The tags of a preview that need the whole address of the page and of its picture, which is 1200×630. */
export function addressTags(address: string, picture: string): string[] {
  return [
    `<meta property="og:url" content="${escapeHtml(address)}">`,
    `<meta property="og:image" content="${escapeHtml(picture)}">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
  ]
}

/** The tags of a preview that have its words, which are HTML. */
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

/** What a page claims by the words of schema.org: a block of data, which is never run and which no policy forbids. */
export function dataBlock(data: object): string {
  // It ends no script element and begins no comment in one.
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}
