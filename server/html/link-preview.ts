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
  const preview = [
    `<meta name="description" content="${about}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:locale" content="uk_UA">',
    '<meta property="og:site_name" content="Тестування IQ">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${about}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n    ')
  // By functions: a $ in the words must stay a $.
  return shell
    .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    .replace(/<meta\s+name="description"[^>]*>/, () => preview)
}
