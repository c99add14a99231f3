// `npm run fonts`: cuts Onest down to what Ukrainian pages write, into src/ui/fonts. Run it when a character is missing
// there; what comes out is kept in the repository.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'
import { inProject } from './launch/project.mjs'

const range = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

/** By the file of the package that has them. The ranges of src/ui/fonts.css say the same. */
const SUBSETS = {
  // With the Russian letters, for the sentences that the specification gives in Russian.
  cyrillic: `${range(0x410, 0x44f)}ЁёЄєІіЇїҐґ\u0301№`,
  latin: `${range(0x20, 0x7e)}\u00a0§«°»×÷ʼ–—‘’“”„•…€−`,
  'cyrillic-ext': '₴',
  math: '←→≈≠≤≥△',
}

mkdirSync(inProject('src/ui/fonts'), { recursive: true })
let total = 0
for (const [subset, characters] of Object.entries(SUBSETS)) {
  const whole = inProject(`node_modules/@fontsource-variable/onest/files/onest-${subset}-wght-normal.woff2`)
  const bytes = await subsetFont(readFileSync(whole), characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    noLayoutClosure: true,
  })
  writeFileSync(inProject(`src/ui/fonts/onest-${subset}.woff2`), bytes)
  total += bytes.length
  console.log(`${subset.padEnd(14)} ${(bytes.length / 1000).toFixed(1)} kB`)
}
console.log(`all            ${(total / 1000).toFixed(1)} kB`)
