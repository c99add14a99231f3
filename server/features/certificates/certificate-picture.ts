import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { areaBetween, scale, size as curve, xOf, yOf } from '#contract/bell-path.ts'
import { rangeIn } from '#contract/iq-named.ts'
import { escapeHtml } from '../../html/escape-html.ts'
import { siteName } from '../../html/link-preview.ts'
import { signCells } from '../../html/plain-page.ts'
import { tooMany } from '../../load/entrance.ts'
import { Line } from '../../load/line.ts'
import { cautionKey } from './certificate-facts.ts'
import { dayOf, renamed } from './certificate-page.ts'
import { type SignedCredential, nameOn, saidIn } from './make-credential.ts'

/** Draws a valid certificate for messengers: PNG, 1200×630. `network` is the caller's (`networkOf`). Throws 503 `overloaded`. */
export type DrawPicture = (credential: SignedCredential, network: string) => Promise<Buffer>

const files = ['cyrillic', 'latin', 'latin-ext'].map((subset) => `onest-600-${subset}.ttf`)
/** From `npm run fonts`: letter → advance in thousandths of an em. Onest cannot write other letters. */
type Widths = Readonly<Record<string, number>>

/** A messenger sends a few concurrent calls, for some 40 kB each. After a minute (ms) nothing about a person is in memory. */
const kept = { max: 60, ttl: 60_000, ttlAutopurge: true }
/** A picture takes some 20 ms of a thread of libuv's pool, which also hashes passwords, and 8 ms of the serving thread. */
const room = { atOnce: 1, waiting: 100, timeoutMs: 5000 }

export function createPictures(projectRoot: string): DrawPicture {
  const fonts = join(projectRoot, 'content/fonts')
  const widths = JSON.parse(readFileSync(join(fonts, 'onest-600-widths.json'), 'utf8')) as Widths
  const fontFiles = files.map((name) => join(fonts, name))
  const line = new Line(room, tooMany)
  const drawn = new LRUCache<string, Buffer>(kept)
  // The key is the drawing itself, so no picture is kept of data that is signed no more; each request checks the certificate.
  return async (credential, network) => {
    const drawing = drawingOf(credential, widths)
    const known = drawn.get(drawing)
    if (known !== undefined) return known
    return line.runFor({ network, person: null }, async () => {
      // Loaded with the first picture: most processes never draw one.
      const { renderAsync } = await import('@resvg/resvg-js')
      const image = await renderAsync(drawing, {
        font: { loadSystemFonts: false, defaultFontFamily: 'Onest', fontFiles },
      })
      const picture = image.asPng()
      drawn.set(drawing, picture)
      return picture
    })
  }
}

const size = { width: 1200, height: 630, margin: 72 }
const lineWidth = size.width - 2 * size.margin

/** Cuts nothing: a long name gets smaller letters and a second line. A name that Onest lacks is only in the link's words. */
export function drawingOf(credential: SignedCredential, widths: Widths): string {
  const { name: test, awardedDate } = credential
  const [iq, interval] = [saidIn(credential, 'iq'), renamed(saidIn(credential, 'interval'))]
  const name = nameOn(credential)
  const isWritten = Array.from(name).every((letter) => widths[letter] !== undefined)
  const lines = isWritten && name !== '' ? inLines(name, 68, widths) : []
  // A score of our first rules has too narrow an interval: every place that shows it says so.
  const caution = inLine(saidIn(credential, cautionKey), { most: 26, room: lineWidth }, widths)
  const { margin, width, height } = size
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#fff" font-family="Onest" font-weight="600">
<rect width="${width}" height="${height}" fill="#1f3fd0"/>
<style>.missing { fill: none; stroke: #ffc83d; stroke-width: 1.5; stroke-dasharray: 2.4 1.6 }</style>
<g transform="translate(${margin} 56) scale(1.6)">${signCells}</g>
${text({ words: siteName, size: 32 }, margin + 72, 92)}
${text({ words: 'Сертифікат', size: 32 }, width - margin, 92, 'end')}
${text(inLine(test, { most: 40, room: 680 }, widths), margin, 196)}
${text({ words: dayOf(awardedDate), size: 32 }, width - margin, 196, 'end')}
${lines.map((line, index) => text(line, margin, 224 + (index + 1) * 1.15 * line.size)).join('\n')}
${curveOf(iq, interval)}
${text(inLine(`IQ ${iq}`, { most: 120, room: 600 }, widths), margin, 506)}
${text({ words: `Імовірний діапазон: ${interval}`, size: 36 }, margin, 566)}
${text(caution, margin, 604)}
</svg>`
}

/** Draws the page's curve with the interval, and with the number if the scale has it. '' if the words are not ours. */
function curveOf(iq: string, interval: string): string {
  const range = rangeIn(interval)
  if (range === null) return ''
  const at = Number.parseInt(iq, 10)
  const mark = Number.isNaN(at)
    ? ''
    : `<path d="M${xOf(at)} ${yOf(at)}V${curve.ground}" stroke="#ffc83d" stroke-width="5"/>`
  return `<g transform="translate(${size.width - size.margin - 1.1 * curve.width} 396) scale(1.1)">
<path d="${areaBetween(scale.from, scale.to)}" fill-opacity=".25"/><path d="${areaBetween(range.low, range.high)}"/>${mark}</g>`
}

/** Words with the size of their letters, in pixels. */
interface Row {
  words: string
  size: number
}

const text = ({ words, size: letters }: Row, x: number, y: number, anchor = 'start') =>
  `<text x="${x}" y="${y}" font-size="${letters}" text-anchor="${anchor}">${escapeHtml(words)}</text>`

const widthOf = (words: string, widths: Widths) =>
  Array.from(words).reduce((sum, letter) => sum + (widths[letter] ?? 1000), 0) / 1000

/** The largest letters within `room`, `most` at most, both in pixels. */
function inLine(words: string, { most, room: across }: { most: number; room: number }, widths: Widths): Row {
  return { words, size: Math.min(most, Math.floor(across / widthOf(words, widths))) }
}

/** One line, or two if that makes the letters larger. */
function inLines(words: string, most: number, widths: Widths): Row[] {
  const parts = words.split(' ')
  const splits = parts.map((_, at) =>
    [parts.slice(0, at).join(' '), parts.slice(at).join(' ')].filter((line) => line !== ''),
  )
  const sized = splits.map((split) => {
    const rows = split.map((line) => inLine(line, { most, room: lineWidth }, widths))
    const smallest = Math.min(...rows.map((row) => row.size))
    return rows.map((row) => ({ ...row, size: smallest }))
  })
  // The first split is the whole name in one line.
  return sized.reduce((best, split) => (split[0]!.size > (best[0]?.size ?? 0) ? split : best), [])
}
