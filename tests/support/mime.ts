/** A letter of two alternative parts (RFC 2046): a mail program shows the HTML and falls back to the text. */
export interface LetterParts {
  /** Types of the parts in their order, without parameters. */
  types: string[]
  text: string
  html: string
}

/** Parses a letter from SMTP or from a file. Throws if it has no alternative parts. */
export function partsOf(letter: string): LetterParts {
  const [, boundary] = /^Content-Type: multipart\/alternative;\s+boundary="([^"]+)"/m.exec(letter) ?? []
  if (boundary === undefined) throw new Error('this letter has no alternatives')
  const parts = letter.split(`--${boundary}`).slice(1, -1).map(readPart)
  const contentOf = (type: string) => parts.find((part) => part.type === type)!.content
  return { types: parts.map(({ type }) => type), text: contentOf('text/plain'), html: contentOf('text/html') }
}

function readPart(part: string): { type: string; content: string } {
  const end = part.indexOf('\r\n\r\n')
  const headers = part.slice(0, end)
  const body = part.slice(end + 4)
  const encoding = /^Content-Transfer-Encoding: (\S+)/m.exec(headers)?.[1]
  return { type: /^Content-Type: ([\w/]+)/m.exec(headers)![1]!, content: decode(body, encoding).replace(/\r\n$/, '') }
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
