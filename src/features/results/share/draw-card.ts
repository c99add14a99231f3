import { soon } from '../../../concurrency/with-timeout.ts'
import { sideOf } from '#contract/iq-named.ts'
import type { Score } from '#contract/result.ts'
import { markCells } from '../../../ui/mark.tsx'
import { cellOf, groundOfHundred, hundredPeople } from '../drawings/hundred.ts'
import type { CardWords } from './card-words.ts'

/** Positions on a picture, in pixels from its top; of a text, its baseline. */
interface Layout {
  width: number
  height: number
  mark: number
  title: number
  label: number
  iq: number
  interval: number
  grid: { top: number; edge: number }
  /** «А ви?», with the address below it. */
  invitation: number
}

/** `post` is 4:5, which phones show whole in a feed. `story` leaves its ends free for the buttons of the apps that show it. */
const layouts = {
  post: {
    width: 1080,
    height: 1350,
    mark: 72,
    title: 236,
    label: 352,
    iq: 528,
    interval: 598,
    grid: { top: 652, edge: 480 },
    invitation: 1226,
  },
  story: {
    width: 1080,
    height: 1920,
    mark: 260,
    title: 436,
    label: 560,
    iq: 748,
    interval: 824,
    grid: { top: 892, edge: 540 },
    invitation: 1560,
  },
} as const satisfies Record<string, Layout>
export type CardShape = keyof typeof layouts

/** The size of a picture in pixels. */
export function cardSize(shape: CardShape): { width: number; height: number } {
  const { width, height } = layouts[shape]
  return { width, height }
}

const margin = 84
/** The greatest edge of the QR code opposite the mark, its white quiet zone included. */
const codeEdge = 220

/** One look in every theme: the product's blue, and yellow for the missing cell of its sign. */
const colours = {
  ground: '#1f3fd0',
  ink: '#ffffff',
  soft: '#d5ddfb',
  /** The people above the score. */
  pale: '#6f86ea',
  own: '#ffc83d',
} as const

const family = '"Onest", system-ui, -apple-system, "Segoe UI", sans-serif'

interface Style {
  size: number
  weight?: number
  colour?: string
  align?: CanvasTextAlign
}

/** Draws the card of a score. Rejects where the browser has no canvas to draw on. */
export async function drawCard(words: CardWords, score: Score, shape: CardShape): Promise<HTMLCanvasElement> {
  // A font that does not load is replaced by the system's, as on the page.
  await Promise.all(
    [600, 700].map((weight) => soon(document.fonts.load(`${weight} 40px "Onest"`, 'IQ Оцінка')).catch(() => [])),
  )
  const at: Layout = layouts[shape]
  const inner = at.width - 2 * margin
  const canvas = document.createElement('canvas')
  canvas.width = at.width
  canvas.height = at.height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('There is no canvas to draw on')

  pen.fillStyle = colours.ground
  pen.fillRect(0, 0, at.width, at.height)
  drawMark(pen, margin, at.mark, 88)
  write(pen, words.site, margin + 116, at.mark + 62, { size: 48, weight: 700 }, inner - 116)
  if (words.proof !== null) await drawCode(pen, words.proof, { right: at.width - margin, top: at.mark })

  const width = words.proof === null ? inner : inner - codeEdge - 32
  const title: Style = { size: 46, weight: 600 }
  const lines = wrapped(pen, words.testTitle, title, { width, most: 2 })
  for (const [index, line] of lines.entries()) write(pen, line, margin, at.title + index * 56, title, width)

  write(pen, words.label, margin, at.label, { size: 36, colour: colours.soft }, inner)
  write(pen, words.iq, margin, at.iq, { size: 196, weight: 700 }, inner)
  write(pen, words.interval, margin, at.interval, { size: 48, weight: 600 }, inner)
  drawPeople(pen, score, at.grid)
  writeScore(pen, words, score, at)

  write(pen, words.invitation, margin, at.invitation, { size: 68, weight: 700, colour: colours.own }, inner)
  const day: Style = { size: 32, colour: colours.soft, align: 'right' }
  write(pen, words.day, at.width - margin, at.invitation + 66, day, inner)
  const place = inner - widthOf(pen, words.day, day) - 32
  write(pen, words.address, margin, at.invitation + 66, { size: 42, weight: 700 }, place)
  return canvas
}

function writeScore(pen: CanvasRenderingContext2D, words: CardWords, score: Score, { width, grid }: Layout): void {
  const left = margin + grid.edge + 40
  const room = width - margin - left
  let y = grid.top
  const lay = (text: string, style: Style, step: number) => {
    for (const line of wrapped(pen, text, style, { width: room, most: 4 })) {
      y += step
      write(pen, line, left, y, style, room)
    }
  }
  lay(words.below, { size: 52, weight: 700 }, 62)
  y += 16
  for (const note of words.notes) {
    y += 8
    lay(note, { size: 28, colour: colours.soft }, 36)
  }
  // A score beyond the scale has no cell.
  if (sideOf(score) !== null) return
  const end = grid.top + grid.edge - 6
  pen.beginPath()
  pen.roundRect(left, end - 38, 38, 38, 10)
  pen.fillStyle = colours.own
  pen.fill()
  write(pen, words.own, left + 54, end - 8, { size: 34, weight: 600 }, room - 54)
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
      pen.fillStyle = colours.ink
      pen.fill()
      return
    }
    pen.strokeStyle = colours.own
    pen.lineWidth = 1.8
    pen.setLineDash([2.4, 1.9])
    pen.stroke()
  })
  pen.restore()
}

/** Draws an address as a QR code (ISO/IEC 18004) with cells of whole pixels. */
async function drawCode(
  pen: CanvasRenderingContext2D,
  address: string,
  { right, top }: { right: number; top: number },
): Promise<void> {
  const { default: encodeQR } = await import('qr')
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: 4 })
  const cell = Math.floor(codeEdge / rows.length)
  const edge = cell * rows.length
  const left = right - edge
  pen.fillStyle = '#ffffff'
  pen.fillRect(left, top, edge, edge)
  pen.fillStyle = '#000000'
  rows.forEach((row, y) =>
    row.forEach((isDark, x) => isDark && pen.fillRect(left + x * cell, top + y * cell, cell, cell)),
  )
}

function drawPeople(pen: CanvasRenderingContext2D, score: Score, { top, edge }: Layout['grid']): void {
  pen.save()
  pen.translate(margin, top)
  pen.scale(edge / groundOfHundred, edge / groundOfHundred)
  for (const [index, standing] of hundredPeople(score).entries()) {
    const { x, y } = cellOf(index)
    pen.beginPath()
    pen.roundRect(x, y, 8.5, 8.5, 2.25)
    pen.fillStyle = standing === 'own' ? colours.own : standing.endsWith('below') ? colours.ink : colours.pale
    pen.fill()
  }
  pen.restore()
}

/** Writes one line, smaller where it is wider than `place` pixels. */
function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, style: Style, place: number) {
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

/** At most `most` lines of at most `width` pixels. The last one takes the rest, and `write` makes it smaller where needed. */
function wrapped(
  pen: CanvasRenderingContext2D,
  text: string,
  style: Style,
  { width, most }: { width: number; most: number },
): string[] {
  const lines: string[] = []
  // Only plain spaces split: the no-break space in «зі 100» stays.
  for (const word of text.split(/ +/).filter(Boolean)) {
    const longer = `${lines.at(-1)} ${word}`
    const goesOn = lines.length > 0 && (lines.length === most || widthOf(pen, longer, style) <= width)
    if (goesOn) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
