/** A text from the server: markup, or plain text with normal line breaks. */
export type Content = { form: 'html'; html: string } | { form: 'text'; text: string }

/** Content was seen escaped twice. More than three times is no accident, and stays text. */
const mostDecodings = 3

/**
 * Decides between markup and plain text (S2.24): tags or escaped tags make it markup. If decoding produces new tags, the
 * decoded text is the markup; else escapes are meant (1 &lt; 2) and stay. Decode before sanitising, never after: the other
 * order lets a script through.
 */
export function readContent(raw: string): Content {
  const decoded = decodeToFixedPoint(raw)
  if (tagsIn(decoded) > tagsIn(raw)) return { form: 'html', html: decoded }
  if (tagsIn(raw) > 0) return { form: 'html', html: raw }
  return { form: 'text', text: normaliseLineBreaks(decoded) }
}

function decodeToFixedPoint(raw: string): string {
  let text = raw
  for (let round = 0; round < mostDecodings; round += 1) {
    const decoded = decodeEntities(text)
    if (decoded === text) break
    text = decoded
  }
  return text
}

function tagsIn(text: string): number {
  return text.match(/<\/?[a-z][^<>]*>/gi)?.length ?? 0
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Decodes one level of escaping in a single pass: a decoded `&` belongs to the next level. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? entity
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })
}

/** One kind of line break, no blanks at line ends, at most one empty line between paragraphs. */
function normaliseLineBreaks(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
