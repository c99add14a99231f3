// `npm run fonts`: reduces Onest to the characters of Ukrainian pages, in src/ui/fonts, and to one weight of the characters of
// names, in content/fonts, for pictures that the server draws. Run it when a character is missing there, and commit the results.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Blob, Face, Font } from 'harfbuzzjs'
import subsetFont from 'subset-font'
import { inProject } from './launch/project.mjs'

const range = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

/** By file of the package. src/ui/fonts.css has the same ranges. */
const SUBSETS = {
  // Has the Russian letters for the sentences that the specification gives in Russian.
  cyrillic: `${range(0x410, 0x44f)}ЁёЄєІіЇїҐґ\u0301№`,
  latin: `${range(0x20, 0x7e)}\u00a0§«°»×÷ʼ–—‘’“”„•…€−`,
  'cyrillic-ext': '₴',
  math: '←→≈≠≤≥△',
}

mkdirSync(inProject('src/ui/fonts'), { recursive: true })
let total = 0
for (const [subset, characters] of Object.entries(SUBSETS)) {
  const bytes = await subsetFont(readWhole(subset), characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    noLayoutClosure: true,
  })
  writeFileSync(inProject(`src/ui/fonts/onest-${subset}.woff2`), bytes)
  total += bytes.length
  console.log(`${subset.padEnd(14)} ${(bytes.length / 1000).toFixed(1)} kB`)
}
console.log(`all            ${(total / 1000).toFixed(1)} kB`)

/** By file of the package: letters of names in Cyrillic and in Europe's Latin alphabets, digits and marks. */
const OF_NAMES = {
  cyrillic: `${range(0x400, 0x45f)}\u0490\u0491№`,
  latin: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}\u02bc\u2011–—‘’“”„…−`,
  'latin-ext': `${range(0x100, 0x17f)}${range(0x218, 0x21b)}`,
}
/** Advances of all letters in these files, in thousandths of an em. */
const widths = {}
mkdirSync(inProject('content/fonts'), { recursive: true })
for (const [subset, characters] of Object.entries(OF_NAMES)) {
  const bytes = await subsetFont(readWhole(subset), characters, {
    targetFormat: 'truetype',
    variationAxes: { wght: 600 },
    noLayoutClosure: true,
  })
  writeFileSync(inProject(`content/fonts/onest-600-${subset}.ttf`), bytes)
  const face = new Face(new Blob(new Uint8Array(bytes).buffer))
  const font = new Font(face)
  for (const letter of characters) {
    const glyph = font.nominalGlyph(letter.codePointAt(0))
    if (glyph) widths[letter] ??= Math.round((1000 * font.glyphHAdvance(glyph)) / face.upem)
  }
  console.log(`names, ${subset.padEnd(14)} ${(bytes.length / 1000).toFixed(1)} kB`)
}
writeFileSync(inProject('content/fonts/onest-600-widths.json'), `${JSON.stringify(widths, null, 2)}\n`)

function readWhole(subset) {
  return readFileSync(inProject(`node_modules/@fontsource-variable/onest/files/onest-${subset}-wght-normal.woff2`))
}
