// `npm run pictures`: content/pictures into content/media, with letters as outlines of Onest. A picture in an <img> has only the
// system's fonts, which differ between devices. Prints the new names for server/seed/test-info.ts.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fontverter from 'fontverter'
import { Blob, Buffer as Run, Face, Font, shape, Variation } from 'harfbuzzjs'
import { inProject } from './launch/project.mjs'

/** The only supported form of a text: sizes in the picture's units, `x` in the middle, `y` on the baseline. */
const TEXT =
  /<text class="letters" x="(?<x>[\d.]+)" y="(?<y>[\d.]+)" font-size="(?<size>\d+)" font-weight="(?<weight>\d+)" text-anchor="middle">(?<words>[^<]+)<\/text>/g

// One after the other: the decoder of WOFF2 mixes up concurrent calls.
const faces = [await readFace('cyrillic'), await readFace('latin')]
const folder = inProject('content/media')
for (const name of readdirSync(inProject('content/pictures'))) {
  const source = readFileSync(inProject(`content/pictures/${name}`), 'utf8')
  const drawn = source.replace(TEXT, (...match) => outline(match.at(-1)))
  if (drawn.includes('<text')) throw new Error(`${name} has a text of another form`)
  const stem = path.basename(name, '.svg')
  for (const old of readdirSync(folder)) if (old.startsWith(`${stem}.`)) rmSync(path.join(folder, old))
  const digest = createHash('sha256').update(drawn).digest('hex').slice(0, 8)
  writeFileSync(path.join(folder, `${stem}.${digest}.svg`), drawn)
  console.log(`${stem}.${digest}.svg`)
}

async function readFace(subset) {
  const whole = inProject(`node_modules/@fontsource-variable/onest/files/onest-${subset}-wght-normal.woff2`)
  const bytes = await fontverter.convert(readFileSync(whole), 'truetype')
  return new Face(new Blob(new Uint8Array(bytes).buffer))
}

function outline({ x, y, size, weight, words }) {
  const face = faces.find((one) => [...words].every((letter) => new Font(one).nominalGlyph(letter.codePointAt(0))))
  if (face === undefined) throw new Error(`Onest cannot write «${words}» in one script`)
  const font = new Font(face)
  font.setVariations([new Variation('wght', Number(weight))])
  const run = new Run()
  run.addText(words)
  run.guessSegmentProperties()
  shape(font, run)
  const places = run.getGlyphPositions()
  const scale = Number(size) / face.upem
  const width = places.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
  let pen = -width / 2
  const glyphs = run.getGlyphInfos().map(({ codepoint }, index) => {
    const start = pen + places[index].xOffset
    pen += places[index].xAdvance
    return font.glyphToPath(codepoint).replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, right, up) => {
      const point = [Number(x) + (start + Number(right)) * scale, Number(y) - Number(up) * scale]
      return point.map((number) => Number(number.toFixed(1))).join(' ')
    })
  })
  return `<path class="letters" d="${glyphs.join('')}"/>`
}
