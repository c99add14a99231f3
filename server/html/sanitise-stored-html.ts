import sanitizeHtml from 'sanitize-html'

const mostRounds = 3

const plainFormatting =
  'h2 h3 h4 p br hr ul ol li dl dt dd b strong i em u s sub sup small blockquote code pre table caption thead tbody tr th td a img figure figcaption'

/**
 * Sanitises HTML before it is stored: plain formatting, links (http, https, mailto, tel) with rel="noopener", images of /media/
 * only. Readers of stored HTML unescape it, so text that is escaped up to three times is unescaped first. Throws RangeError
 * beyond that, which no honest editor writes.
 */
export function sanitiseStoredHtml(html: string): string {
  return sanitizeHtml(unescapeToFixedPoint(html), {
    allowedTags: plainFormatting.split(' '),
    allowedAttributes: {
      a: ['href', 'rel', 'title'],
      img: ['src', 'alt', 'width', 'height'],
      th: ['scope', 'colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      ol: ['start'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    allowProtocolRelative: false,
    transformTags: { a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener' } }) },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isMediaPath(attribs.src ?? ''),
    nestingLimit: 20,
  })
}

/** A plain path below /media/ that cannot climb out of it. */
function isMediaPath(src: string): boolean {
  return /^\/media\/[\w./-]+$/.test(src) && !src.includes('..') && !src.includes('//')
}

function unescapeToFixedPoint(html: string): string {
  let text = html
  for (let round = 0; round < mostRounds; round++) {
    const plainer = unescapeOnce(text)
    if (plainer === text) return text
    text = plainer
  }
  if (unescapeOnce(text) !== text) throw new RangeError(`HTML is escaped more than ${mostRounds} times over`)
  return text
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/** Decodes the references that can make a tag. The parser knows all others (&nbsp; &laquo;). */
function unescapeOnce(html: string): string {
  return html.replace(
    /&(?:#x([0-9a-f]{1,8})|#(\d{1,8})|(lt|gt|amp|quot));?/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
    },
  )
}
