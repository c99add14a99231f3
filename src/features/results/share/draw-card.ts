import { soon } from '../../../concurrency/soon.ts'
import { sideOf } from '#contract/iq-named.ts'
import type { Score } from '#contract/result.ts'
import { markCells } from '../../../ui/mark-cells.ts'
import { areaBetween, scale, size as curveSize, xOf, yOf } from '#contract/bell-path.ts'
import type { CardWords } from './card-words.ts'

/** In pixels: four to five, which phones show whole. */
export const cardSize = { width: 1080, height: 1350 } as const
const margin = 84
const inner = cardSize.width - 2 * margin
/** In the corner opposite the mark; the square is white, its quiet zone included. */
const code = { top: 56, edge: 220 } as const

/** One look in every theme: the site's own light one (ui/tokens.css). */
const colours = {
  paper: '#fbfaf6',
  ink: '#14171f',
  soft: '#4d5363',
  line: '#e2dfd6',
  accent: '#1f3fd0',
  wash: '#c9d3fa',
  missing: '#eda600',
} as const

const family = '"Onest", system-ui, -apple-system, "Segoe UI", sans-serif'

interface Style {
  size: number
  weight?: number
  colour?: string
  align?: CanvasTextAlign
}

/** Draws the card of a score. Rejects where the browser has no canvas to draw on. */
export async function drawCard(words: CardWords, score: Score): Promise<HTMLCanvasElement> {
  // A font that does not load is replaced by the system's, as on the page.
  await Promise.all(
    [600, 700].map((weight) => soon(document.fonts.load(`${weight} 40px "Onest"`, 'IQ Оцінка')).catch(() => [])),
  )
  const canvas = document.createElement('canvas')
  canvas.width = cardSize.width
  canvas.height = cardSize.height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('There is no canvas to draw on')

  pen.fillStyle = colours.paper
  pen.fillRect(0, 0, cardSize.width, cardSize.height)
  drawMark(pen, margin, 84, 88)
  write(pen, words.site, margin + 116, 146, { size: 48, weight: 700 })

  if (words.proof !== null) await drawCode(pen, words.proof)
  const width = words.proof === null ? inner : inner - code.edge - 32
  const lines = wrapped(pen, words.testTitle, { size: 52, weight: 600 }, width)
  lines.forEach((line, index) => write(pen, line, margin, 276 + index * 64, { size: 52, weight: 600 }, width))

  write(pen, words.label, margin, 438, { size: 40, colour: colours.soft })
  write(pen, words.iq, margin, 628, { size: 208, weight: 700 })
  write(pen, words.interval, margin, 716, { size: 50, weight: 600 })
  drawCurve(pen, words, score, 752)
  // Up to three: a late work of the earlier rules.
  const { first, step, size } =
    words.notes.length > 2 ? { first: 1144, step: 36, size: 30 } : { first: 1164, step: 42, size: 34 }
  words.notes.forEach((note, index) => write(pen, note, margin, first + index * step, { size, colour: colours.soft }))

  pen.fillStyle = colours.line
  pen.fillRect(margin, 1230, inner, 3)
  const day: Style = { size: 34, colour: colours.soft, align: 'right' }
  write(pen, words.day, cardSize.width - margin, 1292, day)
  const place = inner - widthOf(pen, words.day, day) - 32
  write(pen, words.address, margin, 1292, { size: 40, weight: 700, colour: colours.accent }, place)
  return canvas
}

/** The canvas as the bytes of a PNG. Rejects where the browser gives none. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('There is no picture')) : resolve(blob)), 'image/png'),
  )
}

function drawMark(pen: CanvasRenderingContext2D, left: number, top: number, edge: number): void {
  pen.save()
  pen.translate(left, top)
  pen.scale(edge / 32, edge / 32)
  markCells.forEach(({ x, y, width, height, rx }, index) => {
    pen.beginPath()
    pen.roundRect(x, y, width, height, rx)
    if (index < 8) {
      pen.fillStyle = colours.accent
      pen.fill()
      return
    }
    pen.strokeStyle = colours.missing
    pen.lineWidth = 1.8
    pen.setLineDash([2.4, 1.9])
    pen.stroke()
  })
  pen.restore()
}

/** An address as a QR code (ISO/IEC 18004) of whole pixels. */
async function drawCode(pen: CanvasRenderingContext2D, address: string): Promise<void> {
  const { default: encodeQR } = await import('qr')
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: 4 })
  const cell = Math.floor(code.edge / rows.length)
  const edge = cell * rows.length
  const left = cardSize.width - margin - edge
  pen.fillStyle = '#ffffff'
  pen.fillRect(left, code.top, edge, edge)
  pen.fillStyle = '#000000'
  rows.forEach((row, y) =>
    row.forEach((isDark, x) => isDark && pen.fillRect(left + x * cell, code.top + y * cell, cell, cell)),
  )
}

/** The page's own curve, its interval filled and the score marked on it where it has a place. */
function drawCurve(pen: CanvasRenderingContext2D, words: CardWords, score: Score, top: number): void {
  const factor = inner / curveSize.width
  pen.save()
  pen.translate(margin, top)
  pen.scale(factor, factor)
  pen.fillStyle = colours.line
  pen.fill(new Path2D(areaBetween(scale.from, scale.to)))
  pen.fillStyle = colours.wash
  pen.fill(new Path2D(areaBetween(score.low, score.high)))
  pen.fillStyle = colours.ink
  pen.fillRect(0, curveSize.ground, curveSize.width, 1)
  if (sideOf(score) === null) {
    const [x, y] = [xOf(score.iq), yOf(score.iq)]
    pen.fillStyle = colours.accent
    pen.fillRect(x - 1, y, 2, curveSize.ground - y)
    pen.beginPath()
    pen.arc(x, y, 5.5, 0, 2 * Math.PI)
    pen.fill()
  }
  pen.restore()
  const below = top + (curveSize.ground + 18) * factor
  for (const tick of [70, 85, 100, 115, 130]) {
    write(pen, String(tick), margin + xOf(tick) * factor, below, { size: 30, colour: colours.soft, align: 'center' })
  }
  write(pen, words.average, margin + xOf(100) * factor, below + 36, { size: 28, colour: colours.soft, align: 'center' })
}

/** Writes one line; what is wider than its place becomes smaller. */
function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, style: Style, place: number = inner) {
  const { size, colour = colours.ink, align = 'left' } = style
  const width = widthOf(pen, text, style)
  if (width > place) pen.font = fontOf({ ...style, size: (size * place) / width })
  pen.textAlign = align
  pen.fillStyle = colour
  pen.fillText(text, x, y)
}

function widthOf(pen: CanvasRenderingContext2D, text: string, style: Style): number {
  pen.font = fontOf(style)
  return pen.measureText(text).width
}

const fontOf = ({ size, weight = 500 }: Style) => `${weight} ${size}px ${family}`

/** At most two lines; the second takes whatever is left, and is written smaller where that is too much. */
function wrapped(pen: CanvasRenderingContext2D, text: string, style: Style, place: number): string[] {
  const words = text.split(/\s+/).filter(Boolean)
  let first = ''
  while (words.length > 0) {
    const longer = [first, words[0]].filter(Boolean).join(' ')
    if (first !== '' && widthOf(pen, longer, style) > place) break
    first = longer
    words.shift()
  }
  return words.length === 0 ? [first] : [first, words.join(' ')]
}
